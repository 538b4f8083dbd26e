import CEvent

/// Which CAs a client trusts.
enum TrustStore: Sendable {
  /// Those of this machine, where OpenSSL finds them.
  case system
  /// A PEM file.
  case file(String)
}

/// TLS on a stream, as a client's: shakes hands whatever the certificate is, and tells what a strict client would say to it.
///
/// A class because it owns C objects.
final class TLSProbe: ProbeStream {
  private let socket: ProbeSocket
  private let context: OpaquePointer
  private let connection: OpaquePointer

  /// - Parameter host: the name that goes out in the greeting, and that the certificate must be good for.
  init(_ socket: ProbeSocket, host: String, trust: TrustStore) throws(ProbeFault) {
    self.socket = socket
    context = SSL_CTX_new(TLS_client_method())
    connection = SSL_new(context)
    trust.load(into: context)
    SSL_set1_host(connection, host)
    host.withCString { name in
      _ = SSL_ctrl(connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), UnsafeMutableRawPointer(mutating: name))
    }
    SSL_set_fd(connection, socket.descriptor)
    try repeating { SSL_connect(connection) }
  }

  deinit {
    SSL_free(connection)
    SSL_CTX_free(context)
  }

  /// The server's certificate.
  func certificate() throws(ProbeFault) -> Certificate {
    guard let pointer = SSL_get1_peer_certificate(connection) else { throw ProbeFault(reason: "it has no certificate") }
    return Certificate(owning: pointer)
  }

  var verdict: TrustVerdict { TrustVerdict(SSL_get_verify_result(connection)) }

  func send(_ bytes: [UInt8]) throws(ProbeFault) {
    try repeating { SSL_write(connection, bytes, Int32(bytes.count)) }
  }

  func receive() throws(ProbeFault) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 4096)
    return Array(piece[..<(try repeating { SSL_read(connection, &piece, Int32(piece.count)) })])
  }

  /// Calls until it succeeds; 0 when the peer has closed.
  @discardableResult
  private func repeating(_ call: () -> Int32) throws(ProbeFault) -> Int {
    while true {
      ERR_clear_error()
      let result = call()
      if result > 0 { return Int(result) }
      switch SSL_get_error(connection, result) {
      case SSL_ERROR_WANT_READ: try socket.wait(POLLIN)
      case SSL_ERROR_WANT_WRITE: try socket.wait(POLLOUT)
      case SSL_ERROR_ZERO_RETURN: return 0
      case SSL_ERROR_SYSCALL: throw ProbeFault(reason: "it ends the connection")
      default:
        let reason = OpenSSLFault.take()
        throw ProbeFault(reason: reason == "unexpected eof while reading" ? "it ends the connection" : "it does not speak TLS with us (\(reason))")
      }
    }
  }
}

extension TrustStore {
  fileprivate func load(into context: OpaquePointer) {
    switch self {
    case .system: SSL_CTX_set_default_verify_paths(context)
    case .file(let path): SSL_CTX_load_verify_file(context, path)
    }
    ERR_clear_error()
  }

  /// What the machine's clients say to a CA's own certificate.
  func verdict(on authority: borrowing Certificate) -> TrustVerdict {
    let context = SSL_CTX_new(TLS_client_method())!
    defer { SSL_CTX_free(context) }
    load(into: context)
    let check = X509_STORE_CTX_new()!
    defer { X509_STORE_CTX_free(check) }
    X509_STORE_CTX_init(check, SSL_CTX_get_cert_store(context), authority.pointer, nil)
    X509_verify_cert(check)
    return TrustVerdict(Int(X509_STORE_CTX_get_error(check)))
  }
}

/// What a client says to a certificate.
enum TrustVerdict: Equatable {
  case trusted
  /// Its CA is not among those that the client trusts.
  case unknownAuthority
  case wrongName
  /// Expired, or not valid yet.
  case wrongTime
  /// OpenSSL's words.
  case other(String)

  /// - Parameter code: of OpenSSL, `X509_V_…`.
  init(_ code: Int) {
    self = switch Int32(code) {
    case X509_V_OK: .trusted
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_CERT_UNTRUSTED:
      .unknownAuthority
    case X509_V_ERR_HOSTNAME_MISMATCH: .wrongName
    case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED: .wrongTime
    default: .other(String(cString: X509_verify_cert_error_string(code)))
    }
  }
}
