import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `serve --daemon`, `status` and `stop` as processes.
  @Suite struct DaemonTests {
    private func blocking(_ test: @Sendable () async throws -> Void) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) { try await test() }
    }

    /// That the command's output ends at all shows that the server let go of it.
    @Test func theCommandReturnsWhenTheServerAnswers() async throws {
      try await blocking {
        let server = try DaemonProcess(try TemporaryFolder())
        #expect(try server.connect().ask("GET", "/_mock/health").status == 200)
        #expect(server.greeting.hasPrefix("mock-push-server \(Version.text) is ready\n"))
        #expect(server.greeting.contains("  process number: \(server.pid), in \(server.folder.file("mock-push-server.pid"))\n"))
        #expect(server.greeting.contains("  log: \(server.folder.file("mock-push-server.log"))\n"))
        #expect(getsid(server.pid) == server.pid)
        #expect(try server.stop().code == 0)
      }
    }

    #if os(Linux)
      @Test func itKeepsNothingOfWhoStartedIt() async throws {
        try await blocking {
          let server = try DaemonProcess(try TemporaryFolder())
          let process = "/proc/\(server.pid)"
          func target(_ link: String) throws -> String { try FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/\(link)") }
          #expect(try target("cwd") == "/")
          #expect(try target("fd/0") == "/dev/null")
          #expect(try target("fd/1") == "/dev/null")
          #expect(try target("fd/2") == server.folder.file("mock-push-server.log"))
          let environment = try String(contentsOfFile: "\(process)/environ", encoding: .utf8)
          #expect(environment.contains("PATH="))
          #expect(try server.stop().code == 0)
        }
      }
    #endif

    @Test func statusTellsWhatRuns() async throws {
      try await blocking {
        let server = try DaemonProcess(try TemporaryFolder())
        let shown = try server.status()
        #expect(shown.code == 0)
        for line in server.greeting.split(separator: "\n") where line.contains("http://") || line.contains("database: ") {
          #expect(shown.output.contains(line + "\n"))
        }
        #expect(shown.output.hasPrefix("mock-push-server \(Version.text) is running\n"))
        #expect(shown.output.contains("  process number: \(server.pid)\n"))
        let json = try JSONParser.parse(Array(try server.status(["--json"]).output.utf8))
        #expect(json["running"] == true && json["ready"] == true)
        #expect(json["pid"]?.intValue == Int(server.pid))
        #expect(json["version"]?.stringValue == Version.text)
        #expect(json["database"]?.stringValue == server.folder.file("mock-push.db"))
        #expect(json["addresses"]?.arrayValue?.count == 1)
        #expect((json["uptimeSeconds"]?.intValue).map { (0..<60).contains($0) } == true)
        #expect(try server.stop().code == 0)
        let gone = try server.status(["--json"])
        #expect(gone.code == 3)
        #expect(try JSONParser.parse(Array(gone.output.utf8))["running"] == false)
      }
    }

    @Test func stopWaitsUntilItIsGoneAndMayBeRepeated() async throws {
      try await blocking {
        let server = try DaemonProcess(try TemporaryFolder())
        let stopped = try server.stop()
        #expect(stopped == .init(code: 0, output: "mock-push-server (process number \(server.pid)) has ended.\n", errors: ""))
        #expect(!PidFile.isAlive(server.pid))
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder.path).allSatisfy { !$0.contains(".pid") })
        let again = try server.stop()
        #expect(again.code == 0)
        #expect(again.output == "mock-push-server is not running: there is no pid file \(server.folder.file("mock-push-server.pid")).\n")
      }
    }

    /// Standing still, it cannot end.
    @Test func stopGivesUpAtItsTimeout() async throws {
      try await blocking {
        let server = try DaemonProcess(try TemporaryFolder())
        server.send(SIGSTOP)
        let late = try server.stop(["--timeout", "0.1"])
        #expect(late.code == 1)
        #expect(late.errors.hasPrefix("mock-push-server: mock-push-server (process number \(server.pid)) has not ended yet; "), "\(late)")
        #expect(try server.status().code == 0)
        server.send(SIGCONT)
        try DaemonProcess.wait("its end") { try server.status().code == 3 }
        #expect(try server.stop().code == 0)
      }
    }

    @Test func relativePathsStartWhereTheUserWas() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let command = "'\(ServerProcess.program)' serve --daemon --http-port 0 --https-port off --data-dir data --log-file x.log"
        let started = try ServerProcess.run(["-c", "cd '\(folder.path)' && \(command)"], program: "/bin/sh")
        #expect(started.code == 0, "\(started)")
        #expect(FileManager.default.fileExists(atPath: folder.file("x.log")))
        #expect(try ServerProcess.run(["stop", "--data-dir", folder.file("data")]).code == 0)
      }
    }

    @Test func closedStandardStreamsDoNoHarm() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let words = ([ServerProcess.program] + DaemonProcess.arguments(folder)).map { "'\($0)'" }.joined(separator: " ")
        #expect(try ServerProcess.run(["-c", "\(words) <&- >&- 2>&-"], program: "/bin/sh").code == 0)
        #expect(try ServerProcess.run(["stop", "--data-dir", folder.path]).code == 0)
      }
    }

    /// A descriptor that cannot be written stands for a starter that was killed.
    @Test func itEndsWhenNobodyWaitsForIt() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let words = ([ServerProcess.program] + DaemonProcess.arguments(folder)).map { "'\($0)'" }.joined(separator: " ")
        let ending = try ServerProcess.run(["-c", "\(DaemonStarter.variable)=9 exec \(words) 9</dev/null"], program: "/bin/sh")
        #expect(ending.code == 0)
        #expect(try String(contentsOfFile: folder.file("mock-push-server.log"), encoding: .utf8).contains("gone before it was ready"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("mock-push-server.pid")))
      }
    }
  }
}
