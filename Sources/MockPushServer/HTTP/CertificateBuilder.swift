import CEvent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes the two certificates: X.509 v3, signed with ECDSA and SHA-256.
enum CertificateBuilder {
  static let day: Int64 = 86_400
  /// ruling: both are valid from 30 days back, because an emulator resumed from a snapshot, or a device set back for a test, has an older date
  /// than this machine.
  static let headStart = 30 * day
  /// ruling: 824 days from start to end. Apple's systems refuse more than 825 under a CA that a user added; a long life lets devices be set forward for a test.
  static let leafLifetime = 824 * day
  /// Ten years.
  static let authorityLifetime = 3652 * day

  private struct Extension {
    let kind: Int32
    let value: String
  }

  /// `hostName` only serves to tell this machine's CA from others in a list; an identifier from the serial number makes the name unique.
  static func authority(key: borrowing PrivateKey, hostName: String, now: Int64) throws(CertificateError) -> Certificate {
    let serial = randomSerial()
    let host = hostName.utf8.prefix { $0 != UInt8(ascii: ".") }.filter { $0 > 0x20 && $0 < 0x7F }.prefix(26)
    let label = (host.isEmpty ? "" : String(decoding: host, as: UTF8.self) + ", ") + CertificateText.hexadecimal(serial.prefix(4))
    let certificate = try blank(
      key: key, serial: serial, commonName: "mock-push-server local CA (\(label))", from: now - headStart, until: now + authorityLifetime)
    guard X509_set_issuer_name(certificate.pointer, X509_get_subject_name(certificate.pointer)) == 1 else { throw OpenSSLFault.refusal(to: "name a CA") }
    let extensions = [
      Extension(kind: NID_basic_constraints, value: "critical,CA:TRUE,pathlen:0"),
      Extension(kind: NID_key_usage, value: "critical,keyCertSign,cRLSign"),
      Extension(kind: NID_subject_key_identifier, value: "hash"),
    ]
    try add(extensions, to: certificate, issuer: certificate)
    try sign(certificate, with: key)
    return certificate
  }

  static func leaf(
    key: borrowing PrivateKey, names: CertificateNames, issuer: borrowing Certificate, issuerKey: borrowing PrivateKey, now: Int64
  ) throws(CertificateError) -> Certificate {
    let start = max(now - headStart, issuer.validFrom)
    let certificate = try blank(
      key: key, serial: randomSerial(), commonName: "mock-push-server", from: start, until: min(start + leafLifetime, issuer.validUntil))
    guard X509_set_issuer_name(certificate.pointer, X509_get_subject_name(issuer.pointer)) == 1 else {
      throw OpenSSLFault.refusal(to: "name a certificate's issuer")
    }
    let extensions = [
      Extension(kind: NID_basic_constraints, value: "critical,CA:FALSE"),
      Extension(kind: NID_key_usage, value: "critical,digitalSignature"),
      Extension(kind: NID_ext_key_usage, value: "serverAuth"),
      Extension(kind: NID_subject_key_identifier, value: "hash"),
      Extension(kind: NID_authority_key_identifier, value: "keyid:always"),
      Extension(kind: NID_subject_alt_name, value: names.openSSLText),
    ]
    try add(extensions, to: certificate, issuer: issuer)
    try sign(certificate, with: issuerKey)
    return certificate
  }

  /// The content of the extension that lists `names`, as a certificate would carry it.
  static func encoded(_ names: CertificateNames) throws(CertificateError) -> [UInt8] {
    var context = X509V3_CTX()
    guard let made = X509V3_EXT_nconf_nid(nil, &context, NID_subject_alt_name, names.openSSLText) else {
      throw OpenSSLFault.refusal(to: "encode the names \(names.openSSLText)")
    }
    defer { X509_EXTENSION_free(made) }
    return Certificate.bytes(of: made)
  }

  private static func blank(
    key: borrowing PrivateKey, serial: [UInt8], commonName: String, from: Int64, until: Int64
  ) throws(CertificateError) -> Certificate {
    guard let pointer = X509_new() else { throw OpenSSLFault.refusal(to: "make a certificate") }
    let certificate = Certificate(owning: pointer)
    let subject = X509_get_subject_name(pointer)
    guard X509_set_version(pointer, Int(X509_VERSION_3)) == 1,
      ASN1_STRING_set(X509_get_serialNumber(pointer), serial, Int32(serial.count)) == 1,
      ASN1_TIME_set(X509_getm_notBefore(pointer), time_t(from)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(pointer), time_t(until)) != nil,
      X509_NAME_add_entry_by_NID(subject, NID_organizationName, MBSTRING_UTF8, "mock-push-server", -1, -1, 0) == 1,
      X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8, commonName, -1, -1, 0) == 1,
      X509_set_pubkey(pointer, key.pointer) == 1
    else { throw OpenSSLFault.refusal(to: "fill in a certificate") }
    return certificate
  }

  private static func add(
    _ extensions: [Extension], to certificate: borrowing Certificate, issuer: borrowing Certificate
  ) throws(CertificateError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer.pointer, certificate.pointer, nil, nil, 0)
    for item in extensions {
      guard let made = X509V3_EXT_nconf_nid(nil, &context, item.kind, item.value) else {
        throw OpenSSLFault.refusal(to: "make the certificate extension \(item.value)")
      }
      defer { X509_EXTENSION_free(made) }
      guard X509_add_ext(certificate.pointer, made, -1) == 1 else { throw OpenSSLFault.refusal(to: "add the certificate extension \(item.value)") }
    }
  }

  private static func sign(_ certificate: borrowing Certificate, with key: borrowing PrivateKey) throws(CertificateError) {
    guard X509_sign(certificate.pointer, key.pointer, EVP_sha256()) > 0 else { throw OpenSSLFault.refusal(to: "sign a certificate") }
  }

  /// 16 bytes, positive and never shorter: the first bit is 0, the second 1.
  private static func randomSerial() -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    bytes[0] = bytes[0] & 0x3F | 0x40
    return bytes
  }
}
