import CEvent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An `X509`, freed with the value.
struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }

  /// The first certificate in PEM text; nil when there is none or it is broken.
  init?(pem: [UInt8]) {
    guard let pointer = OpenSSLMemory.parsed(pem, { PEM_read_bio_X509($0, nil, noPassphrase, nil) }) else {
      ERR_clear_error()
      return nil
    }
    self.init(owning: pointer)
  }

  func pem() throws(CertificateError) -> [UInt8] {
    guard let bytes = OpenSSLMemory.written({ PEM_write_bio_X509($0, pointer) }) else { throw OpenSSLFault.refusal(to: "write a certificate") }
    return bytes
  }

  func der() throws(CertificateError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, Int(i2d_X509(pointer, nil))))
    let count = bytes.withUnsafeMutableBufferPointer { buffer in
      var next = buffer.baseAddress
      return next == nil ? 0 : i2d_X509(pointer, &next)
    }
    guard count > 0, count == bytes.count else { throw OpenSSLFault.refusal(to: "encode a certificate") }
    return bytes
  }

  /// Unix seconds.
  var validFrom: Int64 { Self.seconds(X509_get0_notBefore(pointer)) }
  /// Unix seconds.
  var validUntil: Int64 { Self.seconds(X509_get0_notAfter(pointer)) }

  var isAuthority: Bool { X509_check_ca(pointer) == 1 }

  func matches(_ key: borrowing PrivateKey) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_private_key(pointer, key.pointer) == 1
  }

  /// Names, key identifiers and signature all say that the owner of `issuer` and `issuerKey` made this certificate.
  func isIssued(by issuer: borrowing Certificate, key issuerKey: borrowing PrivateKey) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_issued(issuer.pointer, pointer) == X509_V_OK && X509_verify(pointer, issuerKey.pointer) == 1
  }

  /// The content of an extension in DER; nil when the certificate has none of that kind.
  func extensionBytes(_ kind: Int32) -> [UInt8]? {
    guard let found = X509_get_ext(pointer, X509_get_ext_by_NID(pointer, kind, -1)) else { return nil }
    return Self.bytes(of: found)
  }

  static func bytes(of extensionPointer: OpaquePointer) -> [UInt8] {
    let content = X509_EXTENSION_get_data(extensionPointer)
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(content), count: Int(ASN1_STRING_length(content))))
  }

  /// The subject's common name, empty when there is none.
  var commonName: String {
    let subject = X509_get_subject_name(pointer)
    guard let entry = X509_NAME_get_entry(subject, X509_NAME_get_index_by_NID(subject, NID_commonName, -1)) else { return "" }
    let content = X509_NAME_ENTRY_get_data(entry)
    return String(decoding: UnsafeBufferPointer(start: ASN1_STRING_get0_data(content), count: Int(ASN1_STRING_length(content))), as: UTF8.self)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
    var fields = tm()
    guard ASN1_TIME_to_tm(time, &fields) == 1 else { return 0 }
    return Int64(timegm(&fields))
  }
}
