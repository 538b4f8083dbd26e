import CEvent
import Testing

@testable import MockPushServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The way that evhttp goes: a bufferevent without a socket, which gets one on accept.
struct TLSBuffereventTests {
  private final class Seen {
    var events: Int32 = 0
    var received = ""
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
  func servesASocketGivenLaterAndTakesAnAbruptCloseForTheEnd(version: Int32) throws {
    // As the server does at its start: OpenSSL writes its goodbye without MSG_NOSIGNAL, even to a peer that is gone.
    signal(SIGPIPE, SIG_IGN)
    let fixture = try CertificateFixture()
    let made = try fixture.prepare()
    let context = try TLSContext(certificatePath: made.certificatePath, keyPath: made.keyPath)
    let base = try #require(event_base_new())
    defer { event_base_free(base) }
    var sockets: [Int32] = [0, 0]
    try #require(evutil_socketpair(AF_UNIX, Self.streamSocket, 0, &sockets) == 0)
    for socket in sockets { evutil_make_socket_nonblocking(socket) }

    let server = try #require(context.makeBufferevent(base: base))
    defer { bufferevent_free(server) }
    let seen = Seen()
    bufferevent_setcb(
      server,
      { server, seen in
        let seen = Unmanaged<Seen>.fromOpaque(seen!).takeUnretainedValue()
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bufferevent_read(server, &bytes, 64)
        seen.received += String(decoding: bytes.prefix(count), as: UTF8.self)
      }, nil,
      { _, what, seen in Unmanaged<Seen>.fromOpaque(seen!).takeUnretainedValue().events |= Int32(what) }, Unmanaged.passUnretained(seen).toOpaque())
    bufferevent_setfd(server, sockets[0])
    bufferevent_enable(server, Int16(EV_READ | EV_WRITE))

    let clientContext = try TLSPair.makeClientContext(trusting: fixture.certificate("ca.pem"), versions: version...version)
    defer { SSL_CTX_free(clientContext) }
    let client = try #require(SSL_new(clientContext))
    defer { SSL_free(client) }
    try TLSPair.prepare(client, host: "push.api.nhncloudservice.com")
    SSL_set_fd(client, sockets[1])

    turn(base) { SSL_do_handshake(client) == 1 && seen.events & BEV_EVENT_CONNECTED != 0 }
    #expect(seen.events == BEV_EVENT_CONNECTED)
    #expect(SSL_write(client, "ping", 4) == 4)
    turn(base) { seen.received == "ping" }
    #expect(seen.received == "ping")
    evutil_closesocket(sockets[1])
    turn(base) { seen.events & ~BEV_EVENT_CONNECTED != 0 }
    #expect(seen.events & BEV_EVENT_EOF != 0)
    #expect(seen.events & BEV_EVENT_ERROR == 0)
    withExtendedLifetime(seen) {}
  }

  #if canImport(Glibc)
    private static let streamSocket = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamSocket = SOCK_STREAM
  #endif

  private func turn(_ base: OpaquePointer, until done: () -> Bool) {
    for _ in 0..<100 where !done() { event_base_loop(base, EVLOOP_NONBLOCK) }
  }
}
