import CEvent
import Testing

@testable import MockPushServer

/// A TLS client and a server connection of a `TLSContext`, joined in memory.
final class TLSPair {
  let client, server: OpaquePointer
  private let clientContext: OpaquePointer
  /// The first reason in the error queue when a side gave up.
  private(set) var fault: String?

  init(_ context: TLSContext, trusting authority: borrowing Certificate, versions: ClosedRange<Int32>, host: String, alpn: [String] = []) throws {
    clientContext = try Self.makeClientContext(trusting: authority, versions: versions)
    client = try #require(SSL_new(clientContext))
    server = try #require(context.makeConnection())
    try Self.prepare(client, host: host, alpn: alpn)
    var ends: (OpaquePointer?, OpaquePointer?)
    try #require(BIO_new_bio_pair(&ends.0, 0, &ends.1, 0) == 1)
    SSL_set_bio(client, ends.0, ends.0)
    SSL_set_bio(server, ends.1, ends.1)
    SSL_set_accept_state(server)
  }

  deinit {
    SSL_free(client)
    SSL_free(server)
    SSL_CTX_free(clientContext)
  }

  static func makeClientContext(trusting authority: borrowing Certificate, versions: ClosedRange<Int32>) throws -> OpaquePointer {
    let context = try #require(SSL_CTX_new(TLS_client_method()))
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(versions.lowerBound), nil)
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(versions.upperBound), nil)
    // Old versions sign with SHA-1, which a client refuses to offer at higher levels.
    SSL_CTX_set_security_level(context, 0)
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.pointer)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    return context
  }

  static func prepare(_ client: OpaquePointer, host: String, alpn: [String] = []) throws {
    try #require(SSL_set1_host(client, host) == 1)
    X509_VERIFY_PARAM_set_time(SSL_get0_param(client), time_t(CertificateFixture.now))
    let offer = alpn.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    if !offer.isEmpty { try #require(SSL_set_alpn_protos(client, offer, UInt32(offer.count)) == 0) }
    SSL_set_connect_state(client)
  }

  /// Whether both sides finished the handshake.
  func handshake() -> Bool {
    for _ in 0..<20 {
      var finished = true
      for side in [client, server] {
        ERR_clear_error()
        let result = SSL_do_handshake(side)
        if result == 1 { continue }
        finished = false
        let verdict = SSL_get_error(side, result)
        if verdict != SSL_ERROR_WANT_READ && verdict != SSL_ERROR_WANT_WRITE {
          fault = OpenSSLFault.take()
          return false
        }
      }
      if finished { return true }
    }
    return false
  }

  var version: String { String(cString: SSL_get_version(client)) }
  var cipher: String { String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(client))) }

  var chosenProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(client, &name, &count)
    return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
  }
}
