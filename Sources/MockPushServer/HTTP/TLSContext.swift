import CEvent

/// The server side's TLS settings and certificate, shared by all its connections: TLS 1.2 and 1.3, HTTP/1.1 only.
///
/// A class because it owns a C object. `@unchecked Sendable`: the pointer never changes, and OpenSSL's `SSL_CTX` counts its references and locks what
/// connections share; after `init` nothing here alters it.
final class TLSContext: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Forward secrecy and authenticated encryption only, with an ECDSA or an RSA certificate; every iOS and every Android since 5 has them.
  private static let ciphersOfTLS12 = "ECDHE+AESGCM:ECDHE+CHACHA20"

  /// OpenSSL spells these two with a function-like macro, which Swift does not import; the numbers are part of its binary interface.
  private enum Option {
    /// SSL_OP_IGNORE_UNEXPECTED_EOF: a client that closes without a goodbye is an end of file, as libevent's dirty shutdown expects, and no error.
    static let ignoreUnexpectedEnd: UInt64 = 1 << 7
    /// SSL_OP_NO_RENEGOTIATION
    static let noRenegotiation: UInt64 = 1 << 30
  }

  /// `certificatePath` may hold a chain, the server's certificate first. The files are read once, here.
  init(certificatePath: String, keyPath: String) throws(CertificateError) {
    guard let pointer = SSL_CTX_new(TLS_server_method()) else { throw OpenSSLFault.refusal(to: "set up TLS") }
    // From here on `deinit` frees it, also when a check below throws.
    self.pointer = pointer
    try Self.configure(pointer)
    SSL_CTX_set_default_passwd_cb(pointer, noPassphrase)
    guard SSL_CTX_use_certificate_chain_file(pointer, certificatePath) == 1 else {
      throw CertificateError("OpenSSL does not accept the certificate \(certificatePath) (\(OpenSSLFault.take())). Give --tls-cert another one.")
    }
    guard SSL_CTX_use_PrivateKey_file(pointer, keyPath, SSL_FILETYPE_PEM) == 1 else {
      throw CertificateError(
        "OpenSSL does not accept the private key \(keyPath) for \(certificatePath) (\(OpenSSLFault.take())). Give --tls-key the one made with it.")
    }
  }

  deinit { SSL_CTX_free(pointer) }

  private static func configure(_ pointer: OpaquePointer) throws(CertificateError) {
    guard SSL_CTX_ctrl(pointer, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
      SSL_CTX_ctrl(pointer, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_3_VERSION), nil) == 1,
      SSL_CTX_set_cipher_list(pointer, ciphersOfTLS12) == 1
    else { throw OpenSSLFault.refusal(to: "set up TLS 1.2 and 1.3") }
    SSL_CTX_set_options(pointer, Option.ignoreUnexpectedEnd | Option.noRenegotiation)
    // An idle connection then holds no buffers (2 × 17 KiB).
    SSL_CTX_ctrl(pointer, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
    // Sessions are resumed from tickets, which clients keep; a cache here would only grow.
    SSL_CTX_ctrl(pointer, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
    SSL_CTX_set_alpn_select_cb(pointer, { _, chosen, chosenCount, offered, offeredCount, _ in
      TLSContext.chooseHTTP11(&chosen!.pointee, &chosenCount!.pointee, UnsafeBufferPointer(start: offered, count: Int(offeredCount)))
    }, nil)
  }

  /// Picks `http/1.1` among what the client offers; without it the handshake goes on as if nothing had been offered. The answer points into the offer.
  private static func chooseHTTP11(
    _ chosen: inout UnsafePointer<UInt8>?, _ chosenCount: inout UInt8, _ offered: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    var position = 0
    while position < offered.count {
      let count = Int(offered[position])
      let name = offered[(position + 1)...].prefix(count)
      if name.elementsEqual("http/1.1".utf8) {
        chosen = offered.baseAddress! + position + 1
        chosenCount = UInt8(count)
        return SSL_TLSEXT_ERR_OK
      }
      position += 1 + count
    }
    return SSL_TLSEXT_ERR_NOACK
  }

  /// An `SSL*` of this context that the caller frees; nil when memory is short.
  func makeConnection() -> OpaquePointer? { SSL_new(pointer) }

  /// A `bufferevent*` that will speak TLS on the socket it is given later; for `evhttp_set_bevcb`. It owns its `SSL`. nil when memory is short.
  func makeBufferevent(base: OpaquePointer) -> OpaquePointer? {
    guard let connection = makeConnection() else { return nil }
    // With BEV_OPT_CLOSE_ON_FREE libevent frees the SSL when this fails, too (seen in 2.1.12): freeing it here would be the second time.
    guard
      let event = bufferevent_openssl_socket_new(
        base, -1, connection, BUFFEREVENT_SSL_ACCEPTING, Int32(bitPattern: BEV_OPT_CLOSE_ON_FREE.rawValue))
    else { return nil }
    bufferevent_openssl_set_allow_dirty_shutdown(event, 1)
    return event
  }
}
