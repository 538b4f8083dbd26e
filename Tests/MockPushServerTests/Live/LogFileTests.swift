import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `--log-file` and SIGHUP.
  @Suite struct LogFileTests {
    private func blocking(_ test: @Sendable () async throws -> Void) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) { try await test() }
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// As logrotate does: rename, SIGHUP.
    @Test(arguments: [true, false]) func aHangUpOpensTheLogAnew(isDaemon: Bool) async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let log = folder.file(isDaemon ? "mock-push-server.log" : "own.log")
        let daemon = isDaemon ? try DaemonProcess(folder) : nil
        let process = isDaemon ? nil : try ServerProcess.serve(folder, logLevel: "info", ["--log-file", log])
        let client = try daemon?.connect() ?? process!.connect()
        #expect(try client.ask("GET", "/_mock/health").status == 200)
        try DaemonProcess.wait("a line in the log") { Self.text(log).contains("/_mock/health") }
        try FileManager.default.moveItem(atPath: log, toPath: folder.file("old.log"))
        if let daemon { daemon.send(SIGHUP) } else { process?.send(SIGHUP) }
        try DaemonProcess.wait("the new log") { Self.text(log).contains("opened anew") }
        let old = Self.text(folder.file("old.log"))
        #expect(try client.ask("GET", "/_mock/clock").status == 200)
        try DaemonProcess.wait("a line in the new log") { Self.text(log).contains("/_mock/clock") }
        #expect(Self.text(folder.file("old.log")) == old)
        _ = try daemon?.stop()
        process?.send(SIGTERM)
        if let process { #expect(try process.ended().errors == "") }
      }
    }

    @Test func aLogThatCannotBeOpenedAnewGoesOnInTheOldFile() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let (place, moved) = (folder.file("logs"), folder.file("moved"))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let server = try DaemonProcess(folder, ["--log-file", place + "/x.log"])
        try FileManager.default.moveItem(atPath: place, toPath: moved)
        server.send(SIGHUP)
        try DaemonProcess.wait("the complaint") { Self.text(moved + "/x.log").contains("cannot be opened anew") }
        #expect(try server.connect().ask("GET", "/_mock/health").status == 200)
        #expect(try server.stop().code == 0)
      }
    }

    @Test func withoutALogFileAHangUpEndsTheServer() async throws {
      try await blocking {
        let server = try ServerProcess.serve(try TemporaryFolder())
        server.send(SIGHUP)
        #expect(try server.ended().code == -SIGHUP)
      }
    }

    @Test func inTheForegroundAPidFileIsKeptToo() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let file = folder.file("x.pid")
        let server = try ServerProcess.serve(folder, ["--pid-file", file])
        #expect(try DaemonProcess.number(in: file) == server.pid)
        #expect(try ServerProcess.run(["stop", "--pid-file", file]).code == 0)
        #expect(try server.ended().code == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
  }
}
