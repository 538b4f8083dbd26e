import Testing

@testable import MockPushServer

@Suite struct ProxyScriptTests {
  @Test func vendorHostsGoThroughTheProxyAndEverythingElseDirect() {
    #expect(
      ProxyScript.text(names: MockNames(tlsHosts: ["push.test", "*.push.test", "10.0.2.2"]), proxy: "192.168.0.7:8888") == """
        function FindProxyForURL(url, host) {
          var name = host.toLowerCase();
          // With its dot: one label stands in front.
          var family = name.substring(name.indexOf("."));
          var names = ["push.test"];
          var families = [".cloud.toast.com",".api.nhncloudservice.com",".capi.nhncloudservice.com",".push.test"];
          if (names.indexOf(name) >= 0 || families.indexOf(family) >= 0) return "PROXY 192.168.0.7:8888";
          return "DIRECT";
        }

        """)
  }

  @Test func withoutAProxyTheRouteSaysHowToHaveOne() async throws {
    try await withTestServer { server in
      let answer = await server.send(.get, "/_mock/proxy.pac")
      #expect(answer.status == 404)
      #expect(answer.sentence == "There is no proxy: start the server with --proxy-port, for example --proxy-port 8888.")
    }
  }
}
