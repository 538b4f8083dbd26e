import CEvent

/// An `EVP_PKEY`, freed with the value.
struct PrivateKey: ~Copyable {
  let pointer: OpaquePointer

  private init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// The first private key in PEM text; nil when there is none, or when it is broken or needs a passphrase.
  init?(pem: [UInt8]) {
    guard let pointer = OpenSSLMemory.parsed(pem, { PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }) else {
      ERR_clear_error()
      return nil
    }
    self.init(owning: pointer)
  }

  /// A new ECDSA P-256 key.
  static func generate() throws(CertificateError) -> PrivateKey {
    let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var pointer: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &pointer) == 1, let pointer
    else { throw OpenSSLFault.refusal(to: "make a P-256 key") }
    return PrivateKey(owning: pointer)
  }

  /// PKCS #8 without encryption.
  func pem() throws(CertificateError) -> [UInt8] {
    guard let bytes = OpenSSLMemory.written({ PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) }) else {
      throw OpenSSLFault.refusal(to: "write a private key")
    }
    return bytes
  }

  var isP256: Bool {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(pointer, &name, name.count, &count) == 1 else {
      ERR_clear_error()
      return false
    }
    return name.prefix(count).elementsEqual("prime256v1".utf8.map(CChar.init))
  }
}
