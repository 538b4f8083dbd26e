import Testing

@testable import MockPushServer

@Suite struct ProxyRulesTests {
  static let http = SocketAddress(numeric: "127.0.0.1", port: 8080)!
  static let https = SocketAddress(numeric: "127.0.0.1", port: 8443)!

  private static func rules(isRestricted: Bool = false, own: ProxyRules.OwnListeners = .init(http: http, https: https)) -> ProxyRules {
    ProxyRules(names: MockNames(tlsHosts: ["push.test", "*.push.test", "10.0.2.2"]), own: own, port: 8888, isRestricted: isRestricted)
  }

  @Test(arguments: [
    "api-push.cloud.toast.com", "alpha-api-push.cloud.toast.com", "collector-push.cloud.toast.com", "push.api.nhncloudservice.com",
    "notification-hub-alpha.capi.nhncloudservice.com", "anything.cloud.toast.com", "push.test", "a.push.test",
  ], [false, true])
  func theVendorsHostsAreTheMock(host: String, isRestricted: Bool) throws {
    let rules = Self.rules(isRestricted: isRestricted)
    #expect(try rules.destination(of: Authority("\(host):443")) == .mock(Self.https))
    #expect(try rules.destination(of: Authority("\(host):80")) == .mock(Self.http))
    #expect(try rules.destination(of: Authority("\(host):8443")) == .mock(Self.https))
    #expect(try rules.destination(of: Authority("\(host):8080")) == .mock(Self.http))
  }

  @Test(arguments: [
    "cloud.toast.com", "x.api-push.cloud.toast.com", "api-push.cloud.toast.com.example.com", "nhncloudservice.com", "api.nhncloudservice.com",
    "toast.com", "xcloud.toast.com", "a.b.push.test", "test", "10.0.2.2", "localhost", "example.com",
  ])
  func otherHostsPass(host: String) throws {
    let authority = try Authority("\(host):443")
    #expect(try Self.rules().destination(of: authority) == .outside(authority))
    let refusal = #expect(throws: ProxyRefusal.self) { try Self.rules(isRestricted: true).destination(of: authority) }
    #expect(refusal?.status == 403)
    #expect(refusal?.sentence.hasPrefix("\(host):443 is not relayed: other machines can reach this proxy") == true)
    #expect(refusal?.sentence.contains("--proxy-open") == true)
  }

  @Test func otherPortsOfTheVendorAreRefused() throws {
    let refusal = #expect(throws: ProxyRefusal.self) { try Self.rules().destination(of: Authority("api-push.cloud.toast.com:8444")) }
    let sentence = "api-push.cloud.toast.com:8444 is not relayed: the vendor's hosts have the ports 80 and 443, and the mock answers at these."
    #expect(refusal == ProxyRefusal(403, sentence))
    // A name of the user's own may have other servers.
    #expect(try Self.rules().destination(of: Authority("push.test:3000")) == .outside(Authority("push.test:3000")))
  }

  @Test func aListenerThatIsOffIsNamed() throws {
    let neither = Self.rules(own: .init())
    #expect(
      throws: ProxyRefusal(502, "api-push.cloud.toast.com:443 is answered by the mock, whose https is off: start the server with --https-port.")
    ) { try neither.destination(of: Authority("api-push.cloud.toast.com:443")) }
    #expect(
      throws: ProxyRefusal(502, "api-push.cloud.toast.com:80 is answered by the mock, whose http is off: start the server with --http-port.")
    ) { try neither.destination(of: Authority("api-push.cloud.toast.com:80")) }
  }

  @Test(arguments: ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"])
  func itsOwnPortIsRefusedOnEveryOwnAddress(address: String) throws {
    let refusal = #expect(throws: ProxyRefusal.self) { try Self.rules().here(#require(SocketAddress(numeric: address, port: 8888))) }
    #expect(refusal?.status == 403)
    #expect(refusal?.sentence.contains("this proxy itself") == true)
    #expect(try Self.rules().here(#require(SocketAddress(numeric: address, port: 8889))) == nil)
    #expect(try Self.rules().here(#require(SocketAddress(numeric: address, port: 8443))) == .mock(Self.https))
  }

  @Test(arguments: ["192.0.2.1", "2001:db8::1"]) func thePortsOfOtherMachinesAreTheirs(address: String) throws {
    for port: UInt16 in [8888, 8080, 8443] { #expect(try Self.rules().here(#require(SocketAddress(numeric: address, port: port))) == nil) }
  }

  /// A device that uses the proxy for everything gets at the CA's certificate.
  @Test func theMocksOwnAddressIsReachedThroughARestrictedProxy() throws {
    let rules = Self.rules(isRestricted: true)
    #expect(try rules.destination(of: Authority("127.0.0.1:8080")) == .mock(Self.http))
    #expect(throws: ProxyRefusal.self) { try rules.destination(of: Authority("127.0.0.1:22")) }
    #expect(throws: ProxyRefusal.self) { try rules.destination(of: Authority("192.0.2.1:8080")) }
  }
}
