import CEvent

/// Bytes in and out of OpenSSL's PEM functions.
enum OpenSSLMemory {
  /// The object that `body` makes from a read-only BIO over `bytes`.
  static func parsed(_ bytes: [UInt8], _ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
    bytes.withUnsafeBytes { buffer in
      guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else { return nil }
      defer { BIO_free(bio) }
      return body(bio)
    }
  }

  /// What `body` writes, or nil when it answers anything but 1.
  static func written(_ body: (OpaquePointer) -> Int32) -> [UInt8]? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard body(bio) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    let count = BIO_read(bio, &bytes, Int32(clamping: bytes.count))
    return count == bytes.count ? bytes : nil
  }
}

/// A `pem_password_cb` that has no passphrase; OpenSSL's default would ask for one on the terminal and hang the start.
func noPassphrase(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }
