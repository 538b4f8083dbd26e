import CEvent
import Testing

@testable import MockPushServer

extension Live {
  /// The https port, as clients that check everything see it.
  @Suite struct TLSConnectionTests {
    private static let secure = LiveServer.Options(isSecure: true)

    @Test(arguments: [(TLS1_2_VERSION, "TLSv1.2"), (TLS1_3_VERSION, "TLSv1.3")]) func modernVersionsAreSpoken(version: Int32, name: String) async throws {
      try await withLiveServer(Self.secure) { server in
        let client = try server.connect(host: "localhost", versions: version...version)
        #expect(client.tls?.version == name)
        #expect(try client.ask(SampleBody.register("t")).resultCode == 0)
        #expect(try client.ask(SampleBody.query("t")).resultCode == 0)
      }
    }

    @Test(arguments: [TLS1_VERSION, TLS1_1_VERSION]) func oldVersionsAreRefused(version: Int32) async throws {
      try await withLiveServer(Self.secure) { server in
        #expect(throws: SocketFault.tls("tlsv1 alert protocol version")) { try server.connect(host: "localhost", versions: version...version) }
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
        try await server.expectNoConnections()
      }
    }

    /// Every host that an SDK calls, in its zones.
    @Test(arguments: [
      "api-push.cloud.toast.com", "alpha-api-push.cloud.toast.com", "beta-api-push.cloud.toast.com", "collector-push.cloud.toast.com",
      "alpha-collector-push.cloud.toast.com", "beta-collector-push.cloud.toast.com", "push.api.nhncloudservice.com",
      "notification-stats.api.nhncloudservice.com", "notification-stats-alpha.api.nhncloudservice.com",
      "notification-stats-beta.api.nhncloudservice.com", "notification-hub.api.nhncloudservice.com",
      "notification-hub-event-gateway.api.nhncloudservice.com", "notification-hub-alpha.capi.nhncloudservice.com",
      "notification-hub-event-gateway-beta.capi.nhncloudservice.com", "localhost", "127.0.0.1",
    ], [true, false])
    func vendorHostsAreVerified(host: String, sendsName: Bool) async throws {
      try await withLiveServer(Self.secure) { server in
        let client = try server.connect(host: host, sendsName: sendsName)
        let answer = try client.ask("GET", "/push/v2.3/appkeys/APP/tokens/t?pushType=FCM", host: host)
        #expect(answer.resultCode == 40401)
      }
    }

    @Test(arguments: ["example.com", "cloud.toast.com", "x.api-push.cloud.toast.com", "api-push.cloud.toast.com.example.com", "10.0.0.1"])
    func otherHostsAreNot(host: String) async throws {
      try await withLiveServer(Self.secure) { server in
        #expect(throws: SocketFault.tls("certificate verify failed")) { try server.connect(host: host) }
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
        try await server.expectNoConnections()
      }
    }

    @Test func aClientThatTrustsAnotherCARefuses() async throws {
      let other = try CertificateFixture()
      let stranger = try #require(try other.prepare().caPEM)
      try await withLiveServer(Self.secure) { server in
        #expect(throws: SocketFault.tls("certificate verify failed")) {
          try SocketClient(port: server.httpsPort, tls: .init(host: "localhost", authority: stranger))
        }
        try await server.expectNoConnections()
      }
    }

    /// What a client downloads over plain http is what it has to trust.
    @Test func theDownloadedCAIsTheOneToTrust() async throws {
      try await withLiveServer(Self.secure) { server in
        let pem = try server.connect().ask("GET", "/_mock/ca.pem").text
        let client = try SocketClient(port: server.httpsPort, tls: .init(host: "api-push.cloud.toast.com", authority: pem))
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: [
      HTTPText.request("GET", "/_mock/health"), "\0\0\0\0\0\0\0\0", "\u{16}\u{3}\u{1}\0\u{5}hello", "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{28}",
      String(repeating: "z", count: 100_000),
    ])
    func whatIsNoTLSIsClosed(sent: String) async throws {
      try await withLiveServer(Self.secure) { server in
        for _ in 0..<20 {
          let client = try SocketClient(port: server.httpsPort)
          try? client.send(sent)
          #expect(try !client.untilClose().starts(with: Array("HTTP".utf8)))
        }
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
        try await server.expectNoConnections()
      }
    }

    /// An answer in two pieces would wait 40 ms for the client's acknowledgement of the first.
    @Test func answersDoNotWaitForAcknowledgements() async throws {
      try await withLiveServer(Self.secure) { server in
        let client = try server.connect(.https)
        let start = ContinuousClock.now
        for _ in 0..<100 { #expect(try client.ask(SampleBody.query("t")).resultCode == 40401) }
        #expect(ContinuousClock.now - start < .seconds(2))
      }
    }

    @Test func largeAnswersArriveWhole() async throws {
      try await withLiveServer(Self.secure) { server in
        let client = try server.connect(.https)
        try LargeAnswer.prepare(client)
        for _ in 0..<3 {
          let answer = try client.ask(LargeAnswer.request)
          #expect(answer.json["tokens"]?.arrayValue?.count == LargeAnswer.count)
        }
      }
    }
  }
}
