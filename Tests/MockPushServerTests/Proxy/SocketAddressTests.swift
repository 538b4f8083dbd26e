import Testing

@testable import MockPushServer

@Suite struct SocketAddressTests {
  @Test(arguments: ["127.0.0.1", "0.0.0.0", "192.0.2.1", "::1", "::", "2001:db8::1"]) func anAddressSurvivesTheKernelsForm(text: String) throws {
    let address = try #require(SocketAddress(numeric: text, port: 443))
    #expect(address.withPointer { pointer, _ in SocketAddress(pointer) } == address)
    #expect(address.family == (text.contains(":") ? AF_INET6 : AF_INET))
  }

  @Test func iPv4MappedIntoIPv6IsTheSameAddress() throws {
    #expect(SocketAddress(numeric: "::ffff:127.0.0.1", port: 1) == SocketAddress(numeric: "127.0.0.1", port: 1))
    #expect(SocketAddress(numeric: "127.0.0.1", port: 1) != SocketAddress(numeric: "127.0.0.1", port: 2))
  }

  @Test(arguments: ["localhost", "", "1.2.3", "[::1]", "fe80::1%lo"]) func aNameIsNoAddress(text: String) {
    #expect(SocketAddress(numeric: text, port: 1) == nil)
  }

  @Test(arguments: [("127.0.0.1", true), ("127.1.2.3", true), ("0.0.0.0", false), ("128.0.0.1", false), ("::1", true), ("::", false), ("::2", false)])
  func loopbackIsKnown(text: String, isLoopback: Bool) throws { #expect(try #require(SocketAddress(numeric: text, port: 1)).isLoopback == isLoopback) }

  @Test(arguments: [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("192.0.2.1", "192.0.2.1")]) func aWildcardIsReachedByLoopback(text: String, from: String) throws {
    #expect(try #require(SocketAddress(numeric: text, port: 7)).fromHere == SocketAddress(numeric: from, port: 7))
  }
}
