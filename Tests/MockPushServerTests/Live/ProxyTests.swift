import CEvent
import Foundation
import Synchronization
import Testing

@testable import MockPushServer

extension Live {
  /// The whole server with its proxy, as a client that is set to use it sees it.
  @Suite struct ProxyTests {
    private static let options = LiveServer.Options(isSecure: true, proxy: ProxyConfiguration(port: .port(0)))

    @Test(arguments: [
      "api-push.cloud.toast.com", "alpha-collector-push.cloud.toast.com", "push.api.nhncloudservice.com",
      "notification-hub-beta.capi.nhncloudservice.com", "push.test",
    ], [true, false])
    func theVendorsHostsReachTheMockOverHTTPS(host: String, sendsName: Bool) async throws {
      var options = Self.options
      options.tlsHosts = ["push.test"]
      try await withLiveServer(options) { server in
        let client = try server.tunnel(to: "\(host):443", host: host, sendsName: sendsName)
        #expect(try client.ask(SampleBody.register("t")).resultCode == 0)
        #expect(try client.ask(SampleBody.query("t")).resultCode == 0)
        #expect(try await server.registrations().map(\.token) == ["t"])
      }
    }

    @Test func theVendorsHostsReachTheMockOverHTTP() async throws {
      try await withLiveServer(Self.options) { server in
        let client = try server.connectToProxy()
        let host = "collector-push.cloud.toast.com"
        let url = "http://\(host)\(SampleBody.tokens)"
        #expect(try client.ask("POST", url, body: SampleBody.registration("t"), host: host).resultCode == 0)
        #expect(try client.ask("GET", url + "/t?pushType=FCM", host: host).resultCode == 0)
        let tunnel = try SocketClient(port: server.proxyPort, tunnel: "collector-push.cloud.toast.com:80")
        #expect(try tunnel.ask(SampleBody.query("t")).resultCode == 0)
        // The mock's own address.
        #expect(try client.ask("GET", "http://127.0.0.1:\(server.httpPort)/_mock/health").status == 200)
      }
    }

    /// What the mock's TLS does is what the client sees.
    @Test func greetingsThatTheMockRefusesAreRefusedThroughTheTunnel() async throws {
      try await withLiveServer(Self.options) { server in
        #expect(throws: SocketFault.tls("certificate verify failed")) { try server.tunnel(host: "example.com") }
        for version in [TLS1_VERSION, TLS1_1_VERSION] {
          #expect(throws: SocketFault.tls("tlsv1 alert protocol version")) { try server.tunnel(versions: version...version) }
        }
        let garbage = try SocketClient(port: server.proxyPort, tunnel: "api-push.cloud.toast.com:443")
        try garbage.send("GET / HTTP/1.1\r\n\r\n")
        #expect(try !garbage.untilClose().starts(with: Array("HTTP".utf8)))
        #expect(try server.tunnel().ask("GET", "/_mock/health").status == 200)
        garbage.socket.close()
        try await server.expectNoConnections()
      }
    }

    /// Its own certificate is seen, and its bytes are not touched.
    @Test func otherHTTPSServersPassThrough() async throws {
      let folder = try CertificateFixture()
      let certificate = try folder.prepare(now: Int64(Date().timeIntervalSince1970))
      let tls = try TLSContext(certificatePath: certificate.certificatePath, keyPath: certificate.keyPath)
      let body = Array((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
      try await withBareServer(respond: { _ in Response(body: body) }) { other, plainPort in
        let port = try await other.listen(host: "127.0.0.1", port: 0, tls: tls).port
        try await withLiveServer(Self.options) { server in
          let client = try server.tunnel(to: "localhost:\(port)", host: "localhost", authorityPEM: certificate.caPEM)
          #expect(try client.ask("GET", "/").body == body)
          #expect(throws: SocketFault.tls("certificate verify failed")) { try server.tunnel(to: "localhost:\(port)", host: "localhost") }
          #expect(try server.connectToProxy().ask("GET", "http://localhost:\(plainPort)/", host: "localhost:\(plainPort)").body == body)
        }
      }
    }

    @Test func requestsThroughTheProxyAreToldApart() async throws {
      let seen = Mutex<[Request]>([])
      let (loop, sockets) = (LoopExecutor(), ProxySockets())
      loop.start {}
      let http = HTTPServer(loop: loop, proxy: sockets) { request, _ in
        seen.withLock { $0.append(request) }
        return Response()
      }
      let proxy = ForwardProxy(loop: loop, sockets: sockets, logger: Logger(level: .error))
      let own = try await http.listen(host: "127.0.0.1", port: 0)
      try await proxy.listen(ProxyConfiguration(), port: 0, own: .init(http: own), names: MockNames(tlsHosts: []))
      let port = try #require(sockets.port)
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let fields = ["X-One: 1", "Accept: */*"]
        let host = "api-push.cloud.toast.com"
        let direct = try SocketClient(port: own.port)
        let tunnel = try SocketClient(port: port, tunnel: "\(host):80")
        let plain = try SocketClient(port: port)
        for _ in 0..<2 {
          #expect(try direct.ask("GET", "/direct", fields, host: host).status == 200)
          #expect(try tunnel.ask("GET", "/tunnel", fields, host: host).status == 200)
          #expect(try plain.ask("GET", "http://\(host)/plain", fields, host: host).status == 200)
        }
        let requests = seen.withLock { $0 }
        #expect(requests.map(\.target) == ["/direct", "/tunnel", "/plain", "/direct", "/tunnel", "/plain"])
        #expect(requests.map(\.via) == [nil, .proxy, .proxy, nil, .proxy, .proxy])
        // Nothing is added on the way.
        #expect(requests.allSatisfy { $0.headers.fields.map(\.name) == ["Host", "X-One", "Accept"] })
      }
      await http.stopAccepting()
      await proxy.stopAccepting()
      await http.close()
      await proxy.close()
      loop.requestStop()
      await loop.ended()
    }

    @Test(arguments: [
      ("https", "CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n\r\n"), ("http", "GET http://api-push.cloud.toast.com/ HTTP/1.1\r\n\r\n"),
    ])
    func aListenerThatIsOffIsNamed(scheme: String, request: String) async throws {
      var options = Self.options
      if scheme == "http" { options.isPlain = false } else { options.isSecure = false }
      try await withLiveServer(options) { server in
        let answer = try server.connectToProxy().ask(request)
        #expect(answer.status == 502)
        #expect(answer.text.contains("whose \(scheme) is off: start the server with --\(scheme)-port."))
      }
    }

    @Test func theScriptNamesTheProxyAsTheClientNamesTheServer() async throws {
      try await withLiveServer(Self.options) { server in
        let client = try server.connect()
        for (host, proxy) in [("192.168.0.7:8080", "192.168.0.7"), ("localhost", "localhost"), ("[::1]:8080", "[::1]")] {
          let answer = try client.ask("GET", "/_mock/proxy.pac", host: host)
          #expect(answer.headers["Content-Type"] == "application/x-ns-proxy-autoconfig")
          #expect(answer.text.contains("return \"PROXY \(proxy):\(server.proxyPort)\";"))
          #expect(answer.text.contains("\".cloud.toast.com\""))
        }
      }
    }

    /// The control API of a server on loopback stays this machine's.
    @Test(arguments: [nil, "s3cret"]) func aProxyForOtherMachinesGivesTheOpenRoutesAlone(adminToken: String?) async throws {
      var options = Self.options
      options.proxy.host = "0.0.0.0"
      options.adminToken = adminToken
      try await withLiveServer(options) { server in
        let client = try server.connectToProxy()
        let own = "http://127.0.0.1:\(server.httpPort)/_mock"
        #expect(try client.ask("GET", own + "/ca.pem").status == 200)
        #expect(try client.ask("GET", own + "/health").status == 200)
        let bearer = ["Authorization: Bearer s3cret"]
        #expect(try client.ask("GET", own + "/apps", bearer).status == (adminToken == nil ? 403 : 200))
        let tunnel = try server.tunnel()
        let answer = try tunnel.ask("POST", "/_mock/reset", bearer, host: "127.0.0.1")
        #expect(answer.status == (adminToken == nil ? 403 : 200))
        if adminToken == nil { #expect(answer.text.contains("--admin-token")) }
        #expect(try server.connect().ask("GET", "/_mock/apps", bearer).status == 200)
        #expect(try tunnel.ask(SampleBody.query("none")).resultCode == 40401)
      }
    }

    // MARK: The end

    /// A request that the mock is answering is finished through the tunnel; what only waits ends at once.
    @Test func aStopFinishesTheMocksAnswersAndEndsOtherTunnels() async throws {
      let outside = try ListeningSocket()
      try await withLiveServer(Self.options) { server in
        try LargeAnswer.prepare(server)
        let idle = try server.tunnel()
        let other = try SocketClient(port: server.proxyPort, tunnel: "127.0.0.1:\(outside.port)")
        let peer = try outside.accept()
        let reading = try SocketClient(port: server.proxyPort, tunnel: "api-push.cloud.toast.com:80", receiveBuffer: 4096)
        try reading.send(LargeAnswer.request)
        try reading.socket.wait(POLLIN, until: .now + .seconds(10), "the answer's beginning")
        async let stopped: Void = server.application.stop()
        #expect(try other.untilClose() == [])
        #expect(try peer.untilClose() == [])
        let answer = try reading.answer()
        #expect(answer.json["tokens"]?.arrayValue?.count == LargeAnswer.count)
        #expect(try idle.untilClose() == [])
        await stopped
        #expect(throws: SocketFault.refused(ECONNREFUSED)) { try SocketClient(port: server.addresses[0].port) }
      }
    }

    @Test func aClientThatReadsNothingDoesNotHoldUpTheEnd() async throws {
      var options = Self.options
      options.limits.drain = .milliseconds(300)
      options.proxyLimits.drain = .milliseconds(300)
      try await withLiveServer(options) { server in
        try LargeAnswer.prepare(server)
        let client = try SocketClient(port: server.proxyPort, tunnel: "api-push.cloud.toast.com:80", receiveBuffer: 4096)
        try client.send(String(repeating: LargeAnswer.request, count: 20))
        try client.socket.wait(POLLIN, until: .now + .seconds(10), "the answer's beginning")
        let start = ContinuousClock.now
        await server.application.stop()
        #expect(ContinuousClock.now - start < .seconds(5))
        // Cut off in the middle of an answer.
        #expect(throws: (any Error).self) { while true { _ = try client.answer() } }
      }
    }
  }
}
