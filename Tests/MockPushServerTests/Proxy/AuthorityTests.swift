import Testing

@testable import MockPushServer

@Suite struct AuthorityTests {
  @Test(arguments: [
    ("api-push.cloud.toast.com:443", "api-push.cloud.toast.com", 443), ("API-Push.Cloud.Toast.COM:443", "api-push.cloud.toast.com", 443),
    ("api-push.cloud.toast.com.:80", "api-push.cloud.toast.com", 80), ("127.0.0.1:65535", "127.0.0.1", 65535), ("[::1]:1", "::1", 1),
    ("[FE80::1]:443", "fe80::1", 443), ("my_container:8080", "my_container", 8080), ("localhost:0443", "localhost", 443),
    ("0x7f000001:80", "0x7f000001", 80),
  ] as [(String, String, UInt16)])
  func hostAndPortAreRead(text: String, host: String, port: UInt16) throws {
    let authority = try Authority(text)
    #expect(authority.host == host)
    #expect(authority.port == port)
    #expect(try Authority(authority.description) == authority)
  }

  @Test(arguments: ["push.test", "push.test:"]) func aPortMayBeLeftOutWhereThereIsADefault(text: String) throws {
    #expect(try Authority(text, defaultPort: 80) == Authority("push.test:80"))
    #expect(throws: ProxyRefusal(400, "`\(text)` names no port: write push.test:443 for https.")) { try Authority(text) }
  }

  @Test(arguments: [
    "", ":443", "a b:443", "user@push.test:443", "http://push.test:443", "::1:443", "[::1:443", "[push.test]:443", "[127.0.0.1]:443", "1.2.3:443",
    "256.1.1.1:443", "bücher.example:443", "a..b:443", "a%20b:443", "/:443", "*:443", "push.test,:443", "\u{0}:443", "..:443",
    String(repeating: "a.", count: 130) + "a:443",
  ])
  func whatIsNoHostIsRefused(text: String) {
    let refusal = #expect(throws: ProxyRefusal.self) { try Authority(text) }
    #expect(refusal?.status == 400)
    #expect(refusal?.sentence.contains("is no host and port: a host is a name in ASCII or an address") == true)
  }

  @Test(arguments: ["0", "65536", "-1", "+443", "443a", " 443", "٤٤٣", "99999999999999999999"]) func whatIsNoPortIsRefused(port: String) {
    #expect(throws: ProxyRefusal(400, "`push.test:\(port)` has no port that exists: it is a number from 1 to 65535.")) { try Authority("push.test:\(port)") }
  }
}
