import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// The program itself: start, readiness, refusals to start, and its end.
  @Suite struct ProcessTests {
    /// On a thread where waiting is allowed.
    private func blocking(_ test: @Sendable () async throws -> Void) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) { try await test() }
    }

    @Test func itSaysWhereItListensAndEndsOnSIGTERM() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        let greeting = try server.untilReady()
        #expect(greeting.hasPrefix("mock-push-server \(Version.text) is ready\n"))
        #expect(greeting.contains("  http://127.0.0.1:\(try server.port(.http))\n"))
        #expect(greeting.contains("  https://127.0.0.1:\(try server.port(.https))\n"))
        #expect(greeting.contains("  database: \(folder.file("test.db"))\n"))
        #expect(try server.connect().ask(SampleBody.register("t")).resultCode == 0)
        server.send(SIGTERM)
        let ending = try server.ended()
        #expect(ending.code == 0)
        #expect(ending.errors == "")
      }
    }

    @Test(arguments: [SIGTERM, SIGINT]) func aStopLeavesAnEmptyLogAndAllData(signal: Int32) async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        let client = try server.connect()
        for number in 0..<100 { #expect(try client.ask(SampleBody.register("t\(number)")).resultCode == 0) }
        let log = folder.file("test.db-wal")
        #expect(Self.size(log) > 0)
        server.send(signal)
        #expect(try server.ended().code == 0)
        #expect(Self.size(log) == 0)
        let again = try ServerProcess.serve(folder)
        #expect(try again.connect().ask(SampleBody.query("t99")).resultCode == 0)
        again.send(SIGTERM)
        #expect(try again.ended().code == 0)
      }
    }

    /// The answer is larger than all buffers, so the request is open for as long as this client does not read.
    @Test func anOpenRequestIsFinishedFirst() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        try LargeAnswer.prepare(try server.connect())
        let client = try SocketClient(port: try server.port(.http), receiveBuffer: 4096)
        let idle = try server.connect()
        try client.send(LargeAnswer.request)
        try client.socket.wait(POLLIN, until: server.deadline, "the answer's beginning")
        server.send(SIGTERM)
        // It stops listening first.
        while (try? server.connect()) != nil { #expect(ContinuousClock.now < server.deadline) }
        let answers = try client.answersUntilClose()
        #expect(answers.count == 1)
        #expect(answers.first?.json["tokens"]?.arrayValue?.count == LargeAnswer.count)
        #expect(try idle.untilClose() == [])
        #expect(try server.ended().code == 0)
      }
    }

    @Test func aSecondSignalEndsItAtOnce() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        try LargeAnswer.prepare(try server.connect())
        let client = try SocketClient(port: try server.port(.http), receiveBuffer: 4096)
        try client.send(LargeAnswer.request)
        try client.socket.wait(POLLIN, until: server.deadline, "the answer's beginning")
        server.send(SIGTERM)
        while (try? server.connect()) != nil { #expect(ContinuousClock.now < server.deadline) }
        server.send(SIGTERM)
        #expect(try server.ended().code == 1)
        withExtendedLifetime(client) {}
      }
    }

    @Test func aSecondServerOnOneDatabaseNamesTheFirst() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let first = try ServerProcess.serve(folder)
        let second = try ServerProcess.run(
          ["serve", "--http-port", "0", "--https-port", "off", "--data-dir", folder.path, "--database", folder.file("test.db")])
        #expect(second.code == 1)
        #expect(second.output == "")
        #expect(second.errors.contains("in use by the server with process number \(first.pid)."))
        #expect(try first.connect().ask("GET", "/_mock/health").status == 200)
        // A killed server leaves no lock behind.
        first.send(SIGKILL)
        #expect(try first.ended().code == -SIGKILL)
        let third = try ServerProcess.serve(folder)
        third.send(SIGTERM)
        #expect(try third.ended().code == 0)
      }
    }

    @Test(arguments: [("--http-port", "--https-port"), ("--https-port", "--http-port")])
    func aBusyPortIsNamedWithItsOption(option: String, other: String) async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let first = try ServerProcess.serve(folder)
        let port = "\(try first.port(.http))"
        let second = try ServerProcess.run(["serve", option, port, other, "0", "--data-dir", folder.file("other"), "--database", ":memory:"])
        #expect(second.code == 1)
        #expect(second.errors.contains("Port \(port) on 127.0.0.1 is in use by another program."))
        #expect(second.errors.hasSuffix("or give another \(option) (0 takes a free port).\n"))
        #expect(second.output == "")
      }
    }

    @Test func theProxyIsNamedAndSoIsItsBusyPort() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder, ["--proxy-port", "0"])
        let line = try #require(try server.untilReady().split(separator: "\n").first { $0.hasPrefix("  proxy: http://127.0.0.1:") })
        let port = try #require(UInt16(line.split(separator: ":").last ?? ""))
        let client = try SocketClient(port: port, tunnel: "api-push.cloud.toast.com:80")
        #expect(try client.ask("GET", "/_mock/health").status == 200)
        let arguments = ["serve", "--http-port", "0", "--https-port", "off", "--data-dir", folder.file("other"), "--database", ":memory:"]
        let second = try ServerProcess.run(arguments + ["--proxy-port", "\(port)"])
        #expect(second.code == 1)
        #expect(second.output == "")
        #expect(
          second.errors == "mock-push-server: Port \(port) on 127.0.0.1 is in use by another program. Stop that one, or give another --proxy-port (0 takes a free port).\n")
        let third = try ServerProcess.run(arguments + ["--proxy-port", "0", "--proxy-host", "192.0.2.1"])
        #expect(third.errors == "mock-push-server: 192.0.2.1 is not an address of this machine. Give another --proxy-host, for example 127.0.0.1 or 0.0.0.0.\n")
        server.send(SIGTERM)
        #expect(try server.ended().code == 0)
      }
    }

    @Test func itIsReadyWhenReadyzSaysSo() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        let port = "\(try server.port(.http))"
        let ready = try ServerProcess.run(["readyz", "--url", "http://127.0.0.1:\(port)"])
        #expect(ready.code == 0)
        #expect(ready.output == "http://127.0.0.1:\(port) is ready.\n")
        server.send(SIGTERM)
        _ = try server.ended()
        let gone = try ServerProcess.run(["readyz", "--url", "http://127.0.0.1:\(port)"])
        #expect(gone.code == 1)
        #expect(gone.errors.hasPrefix("mock-push-server: http://127.0.0.1:\(port) is not ready: "))
      }
    }

    @Test func caShowsTheCAThatTheServerUses() async throws {
      try await blocking {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder)
        let shown = try ServerProcess.run(["ca", "--data-dir", folder.path])
        let served = try server.connect().ask("GET", "/_mock/ca.pem").text
        #expect(shown.code == 0)
        #expect(shown.output.contains(folder.file("ca.pem")))
        #expect(shown.output.contains(served.trimmingCharacters(in: .whitespacesAndNewlines)))
        let client = try SocketClient(port: try server.port(.https), tls: .init(host: "api-push.cloud.toast.com", authority: served))
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: [
      (["--version"], Int32(0), "mock-push-server \(Version.text)\n", ""),
      (["serve", "--http-prot", "1"], 2, "", "--http-port"),
      (["serve", "--http-port", "70000"], 2, "", "--http-port"),
      (["serve", "--http-port", "off", "--https-port", "off"], 2, "", "off"),
      (["sevre"], 2, "", "serve"),
      (["serve", "--database", "/nonexistent/x.db", "--https-port", "off"], 1, "", "/nonexistent/x.db"),
      (["serve", "--config", "/nonexistent.json"], 1, "", "/nonexistent.json"),
      (["serve", "--database", "/etc/passwd", "--https-port", "off"], 1, "", "/etc/passwd"),
    ])
    func otherCallsEndAtOnce(arguments: [String], code: Int32, output: String, errorPart: String) async throws {
      try await blocking {
        let ending = try ServerProcess.run(arguments)
        #expect(ending.code == code)
        #expect(ending.output == output)
        #expect(code == 0 ? ending.errors == "" : ending.errors.contains(errorPart), "\(ending.errors)")
        #expect(code == 0 || ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
      }
    }

    private static func size(_ path: String) -> Int {
      (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
  }
}
