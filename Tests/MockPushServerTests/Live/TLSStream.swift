import CEvent
import Foundation

@testable import MockPushServer

/// TLS on a socket, as a client that trusts one CA and insists on a name.
final class TLSStream: ByteStream {
  static let modern = TLS1_2_VERSION...TLS1_3_VERSION

  struct Settings {
    /// The name, or address, that the certificate must be good for.
    var host: String
    /// PEM of the only CA that is trusted.
    var authority: String
    var versions: ClosedRange<Int32> = TLSStream.modern
    /// Whether the name goes out in the greeting (SNI).
    var sendsName = true
  }

  let socket: SocketStream
  private let context: OpaquePointer
  private let connection: OpaquePointer
  private var isGreeted = false

  /// Shakes hands.
  init(_ socket: SocketStream, _ settings: Settings, until end: ContinuousClock.Instant) throws {
    self.socket = socket
    context = SSL_CTX_new(TLS_client_method())
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(settings.versions.lowerBound), nil)
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(settings.versions.upperBound), nil)
    // Old versions sign with SHA-1, which a client refuses to offer at higher levels.
    if settings.versions.lowerBound < TLS1_2_VERSION { SSL_CTX_set_security_level(context, 0) }
    connection = SSL_new(context)
    guard let authority = Certificate(pem: Array(settings.authority.utf8)) else { throw SocketFault.tls("the CA cannot be read") }
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.pointer)
    SSL_set_verify(connection, SSL_VERIFY_PEER, nil)
    if settings.host.allSatisfy({ $0.isNumber || $0 == "." }) {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), settings.host)
    } else {
      SSL_set1_host(connection, settings.host)
      if settings.sendsName { settings.host.withCString { name in
        _ = SSL_ctrl(connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), UnsafeMutableRawPointer(mutating: name))
      } }
    }
    SSL_set_fd(connection, socket.descriptor)
    try repeating(until: end, "greeting") { SSL_connect(connection) }
    isGreeted = true
  }

  deinit {
    SSL_free(connection)
    SSL_CTX_free(context)
  }

  var version: String { String(cString: SSL_get_version(connection)) }

  func send(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws {
    guard !bytes.isEmpty else { return }
    try repeating(until: end, "sending") { SSL_write(connection, bytes, Int32(bytes.count)) }
  }

  func receive(until end: ContinuousClock.Instant) throws -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = try repeating(until: end, "receiving") { SSL_read(connection, &piece, Int32(piece.count)) }
    return Array(piece[..<count])
  }

  /// Says goodbye properly.
  func closeSending() { SSL_shutdown(connection) }

  /// Calls until it succeeds; 0 when the peer has closed.
  @discardableResult
  private func repeating(until end: ContinuousClock.Instant, _ doing: String, _ call: () -> Int32) throws -> Int {
    while true {
      ERR_clear_error()
      let result = call()
      if result > 0 { return Int(result) }
      switch SSL_get_error(connection, result) {
      case SSL_ERROR_WANT_READ: try socket.wait(POLLIN, until: end, doing)
      case SSL_ERROR_WANT_WRITE: try socket.wait(POLLOUT, until: end, doing)
      case SSL_ERROR_ZERO_RETURN: return 0
      case SSL_ERROR_SYSCALL: throw SocketFault.broken(errno)
      default:
        let reason = OpenSSLFault.take()
        throw reason == "unexpected eof while reading" && isGreeted ? SocketFault.unannouncedEnd : .tls(reason)
      }
    }
  }
}
