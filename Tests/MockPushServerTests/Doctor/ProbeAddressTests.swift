import Testing

@testable import MockPushServer

@Suite struct ProbeAddressTests {
  @Test(arguments: [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.2.2", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.1.1", "100.64.0.1", "100.127.0.1",
    "::1", "::", "fe80::1", "fe80::1%lo", "fd00::1", "fc00::1", "febf::1", "::ffff:127.0.0.1", "::ffff:192.168.0.1",
  ])
  func addressesOfOurOwnNetworksAreLocal(text: String) {
    #expect(ProbeAddress(text: text).isLocal)
  }

  @Test(arguments: [
    "8.8.8.8", "133.186.200.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1", "126.0.0.1", "128.0.0.1",
    "2001:db8::1", "fec0::1", "::2", "::ffff:8.8.8.8", "64:ff9b::a00:1", "nonsense",
  ])
  func allOthersMayBeTheRealService(text: String) {
    #expect(!ProbeAddress(text: text).isLocal)
  }

  @Test func anAddressStandsForItself() throws {
    #expect(try ProbeAddress.resolve("127.0.0.1") == [ProbeAddress(text: "127.0.0.1")])
    #expect(try ProbeAddress.resolve("::1") == [ProbeAddress(text: "::1")])
    #expect(throws: ProbeFault.self) { try ProbeAddress.resolve("no.such.name.invalid") }
  }
}
