import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// What keeps `serve --daemon` from starting: one sentence, exit code 1, no output, and nothing of others touched.
  @Suite struct DaemonRefusalTests {
    private func blocking(_ test: @Sendable () async throws -> Void) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) { try await test() }
    }

    private func expectRefusal(_ ending: ServerProcess.Ending, _ sentence: String, _ place: SourceLocation = #_sourceLocation) {
      #expect(ending == .init(code: 1, output: "", errors: "mock-push-server: \(sentence)\n"), sourceLocation: place)
    }

    @Test func aBusyPort() async throws {
      try await blocking {
        let (first, folder) = (try DaemonProcess(try TemporaryFolder()), try TemporaryFolder())
        let port = try first.port()
        expectRefusal(
          try ServerProcess.run(["serve", "--daemon", "--http-port", "\(port)", "--https-port", "off", "--data-dir", folder.path]),
          "Port \(port) on 127.0.0.1 is in use by another program. Stop that one, or give another --http-port (0 takes a free port).")
        #expect(!FileManager.default.fileExists(atPath: folder.file("mock-push-server.pid")))
      }
    }

    @Test func aDatabaseThatAnotherServerHas() async throws {
      try await blocking {
        let first = try DaemonProcess(try TemporaryFolder())
        let (database, pidFile) = (first.folder.file("mock-push.db"), first.folder.file("second.pid"))
        expectRefusal(
          try DaemonProcess.start(first.folder, ["--pid-file", pidFile]),
          "The database \(database) is in use by the server with process number \(first.pid). Stop that one, or give another --database.")
        #expect(!FileManager.default.fileExists(atPath: pidFile))
        #expect(try first.status().code == 0)
      }
    }

    @Test func aPidFileThatAnotherServerHas() async throws {
      try await blocking {
        let first = try DaemonProcess(try TemporaryFolder())
        expectRefusal(
          try DaemonProcess.start(first.folder, ["--database", ":memory:"]),
          "A server with process number \(first.pid) has the pid file \(first.folder.file("mock-push-server.pid")) already. "
            + "Stop it with `mock-push-server stop`, or give another --pid-file.")
        #expect(try first.stop().code == 0)
      }
    }

    /// The one that has the file of its own program, such as another daemon, must not lose it.
    @Test func aPidFileOfAnotherProgram() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let file = folder.file("mock-push-server.pid")
        try "\(getpid())\n".write(toFile: file, atomically: true, encoding: .utf8)
        expectRefusal(
          try DaemonProcess.start(folder),
          "The pid file \(file) names process \(getpid()), which runs but is no mock-push-server. "
            + "Delete the file if it was left over, or give another --pid-file.")
        expectRefusal(
          try ServerProcess.run(["stop", "--pid-file", file]),
          "The pid file \(file) names process \(getpid()), which is no mock-push-server: nothing was stopped. Delete the file if it was left over.")
        let status = try ServerProcess.run(["status", "--pid-file", file])
        #expect(status.code == 3)
        #expect(status.output.contains("process \(getpid()), which the pid file \(file) names, is another program."))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(getpid())\n")
      }
    }

    @Test(arguments: ["my notes\n", "12 34\n", "-5\n", "99999999999\n", " 7\n", "٣\n"])
    func aFileThatIsNoPidFile(text: String) async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let file = folder.file("notes")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        expectRefusal(
          try DaemonProcess.start(folder, ["--pid-file", file]), "\(file) is no pid file, and was left untouched. Give another --pid-file.")
        expectRefusal(
          try ServerProcess.run(["stop", "--pid-file", file]), "\(file) is no pid file: nothing was stopped. Name the right one with --pid-file.")
        #expect(try ServerProcess.run(["status", "--pid-file", file]).code == 3)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
      }
    }

    @Test func filesThatCannotBeWritten() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        expectRefusal(
          try DaemonProcess.start(folder, ["--pid-file", "/nonexistent/x.pid"]),
          "The pid file /nonexistent/x.pid cannot be written: no such file or directory. Give another --pid-file, or let this user write that one.")
        expectRefusal(
          try DaemonProcess.start(folder, ["--pid-file", "/dev/null"]),
          "/dev/null is not a regular file, so it cannot be the pid file. Give another --pid-file.")
        expectRefusal(
          try DaemonProcess.start(folder, ["--log-file", folder.path]),
          "The log file \(folder.path) cannot be written: is a directory. Give another --log-file, or let this user write that one.")
        try "".write(toFile: folder.file("file"), atomically: true, encoding: .utf8)
        let ending = try ServerProcess.run(["serve", "--daemon", "--data-dir", folder.file("file/data")])
        expectRefusal(
          ending,
          "The data folder \(folder.file("file/data")) cannot be made: \(folder.file("file/data")): Not a directory. "
            + "Give another --data-dir, or make it yourself.")
      }
    }

    private static let setpriv = "/usr/bin/setpriv"

    /// Root may write everywhere, so the program runs as nobody.
    @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv), "needs root and setpriv"))
    func aDataFolderOfAnotherUser() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups", ServerProcess.program]
        expectRefusal(
          try ServerProcess.run(asNobody + DaemonProcess.arguments(folder), program: Self.setpriv),
          "The data folder \(folder.path) cannot be written: permission denied. Give another --data-dir, or let this user write that one.")
        let server = try DaemonProcess(folder)
        expectRefusal(
          try ServerProcess.run(asNobody + ["stop", "--data-dir", folder.path], program: Self.setpriv),
          "Process \(server.pid) cannot be stopped: operation not permitted. Stop it as the user who started it.")
        #expect(try ServerProcess.run(asNobody + ["status", "--data-dir", folder.path], program: Self.setpriv).code == 0)
      }
    }

    @Test func aWrongOptionIsFoundBeforeAnythingStarts() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let ending = try DaemonProcess.start(folder, ["--durability", "none"])
        #expect(ending.code == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      }
    }

    /// After a crash the next start must not need help.
    @Test func aPidFileLeftByAKilledServerIsTakenOver() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let first = try DaemonProcess(folder)
        first.send(SIGKILL)
        try DaemonProcess.wait("the end of a killed process") { try first.status().code == 3 }
        #expect(
          try first.status().output
            == "mock-push-server is not running: process \(first.pid), which the pid file \(folder.file("mock-push-server.pid")) names, is gone.\n")
        let second = try DaemonProcess(folder)
        #expect(second.pid != first.pid)
        let log = try String(contentsOfFile: folder.file("mock-push-server.log"), encoding: .utf8)
        #expect(log.contains("was left by process \(first.pid), which is gone"))
        second.send(SIGKILL)
        try DaemonProcess.wait("the end of a killed process") { try second.status().code == 3 }
        // It clears the file away, so that no other program can inherit the number.
        #expect(try second.stop().code == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.file("mock-push-server.pid")))
      }
    }
  }
}
