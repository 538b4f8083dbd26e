import CEvent

/// OpenSSL's own account of a failed call.
enum OpenSSLFault {
  /// The first reason in this thread's error queue, which is emptied: what stays in it would be blamed on the next TLS connection of the thread.
  static func take() -> String {
    let code = ERR_peek_error()
    ERR_clear_error()
    guard code != 0 else { return "no reason given" }
    guard let text = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
    return String(cString: text)
  }

  /// For calls that fail only when memory or the random source does, or when OpenSSL's configuration forbids what we ask.
  static func refusal(to action: String) -> CertificateError {
    CertificateError("OpenSSL could not \(action) (\(take())). Check the OpenSSL 3 installation, or give own files with --tls-cert and --tls-key.")
  }
}
