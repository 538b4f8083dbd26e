import CEvent

/// The local CA in the data folder and the server certificate under it. Both use system time, never the mock's clock.
enum CertificateAuthority {
  enum FileName {
    static let authority = "ca.pem"
    static let authorityKey = "ca-key.pem"
    static let server = "server.pem"
    static let serverKey = "server-key.pem"
  }

  /// The server certificate is renewed when it has less than this left.
  static let renewalMargin = 30 * CertificateBuilder.day

  struct Issuer: ~Copyable {
    let certificate: Certificate
    let key: PrivateKey
    /// What was made, if anything.
    let notice: String?
  }

  /// Makes what is missing, renews what has to be renewed and keeps everything else byte for byte. A few milliseconds when there is nothing to do.
  ///
  /// - Parameters:
  ///   - extraNames: each `--tls-host`
  ///   - hostName: the machine's name; left out of the certificate when it is no DNS name
  ///   - now: system time in Unix seconds
  static func prepare(
    dataDirectory: String, extraNames: [String], hostName: String, now: Int64
  ) throws(CertificateError) -> ServerCertificate {
    let names = try CertificateNames(extraNames: extraNames, hostName: hostName)
    let folder = try CertificateFolder(creating: dataDirectory)
    return try folder.locked { () throws(CertificateError) in
      let issuer = try issuer(in: folder, hostName: hostName, now: now)
      let notice = try prepareLeaf(in: folder, names: names, issuer: issuer, now: now)
      return ServerCertificate(
        certificatePath: folder.file(FileName.server), keyPath: folder.file(FileName.serverKey),
        authority: try authorityCertificate(issuer.certificate, in: folder), notices: [issuer.notice, notice].compactMap { $0 })
    }
  }

  /// The CA alone, made if there is none; for `mock-push-server ca`, which does not know the names that the server was given.
  static func authority(dataDirectory: String, hostName: String, now: Int64) throws(CertificateError) -> AuthorityCertificate {
    let folder = try CertificateFolder(creating: dataDirectory)
    return try folder.locked { () throws(CertificateError) in
      try authorityCertificate(issuer(in: folder, hostName: hostName, now: now).certificate, in: folder)
    }
  }

  private static func authorityCertificate(
    _ certificate: borrowing Certificate, in folder: CertificateFolder
  ) throws(CertificateError) -> AuthorityCertificate {
    AuthorityCertificate(
      path: folder.file(FileName.authority), pem: String(decoding: try certificate.pem(), as: UTF8.self), der: try certificate.der(),
      name: certificate.commonName)
  }

  /// nil when the certificate in place can stay, else why it was renewed.
  private static func prepareLeaf(
    in folder: CertificateFolder, names: CertificateNames, issuer: borrowing Issuer, now: Int64
  ) throws(CertificateError) -> String? {
    // The key outlives renewals: then only one file changes, in one step, and nobody who reads the two meanwhile gets a mismatched pair.
    let keyPEM = try folder.load(FileName.serverKey)
    if let key = keyPEM.flatMap({ PrivateKey(pem: $0) }), key.isP256 {
      folder.makePrivate(FileName.serverKey)
      guard let reason = try faultOfLeaf(in: folder, key: key, names: names, issuer: issuer, now: now) else { return nil }
      try saveLeaf(key: key, in: folder, names: names, issuer: issuer, now: now)
      return "\(folder.file(FileName.server)) was made: \(reason)."
    }
    let key = try PrivateKey.generate()
    try folder.save(key.pem(), as: FileName.serverKey, mode: 0o600)
    try saveLeaf(key: key, in: folder, names: names, issuer: issuer, now: now)
    return "\(folder.file(FileName.server)) was made: \(keyPEM == nil ? "there was no key for one" : "its key was no P-256 key in PEM")."
  }

  private static func saveLeaf(
    key: borrowing PrivateKey, in folder: CertificateFolder, names: CertificateNames, issuer: borrowing Issuer, now: Int64
  ) throws(CertificateError) {
    let leaf = try CertificateBuilder.leaf(key: key, names: names, issuer: issuer.certificate, issuerKey: issuer.key, now: now)
    try folder.save(leaf.pem(), as: FileName.server, mode: 0o644)
  }

  private static func faultOfLeaf(
    in folder: CertificateFolder, key: borrowing PrivateKey, names: CertificateNames, issuer: borrowing Issuer, now: Int64
  ) throws(CertificateError) -> String? {
    guard let pem = try folder.load(FileName.server) else { return "there was none" }
    guard let leaf = Certificate(pem: pem) else { return "the one before was no readable PEM" }
    if !leaf.matches(key) { return "the one before did not fit its key" }
    if !leaf.isIssued(by: issuer.certificate, key: issuer.key) { return "the one before was not signed by the local CA" }
    if leaf.extensionBytes(NID_subject_alt_name) != (try CertificateBuilder.encoded(names)) { return "its names changed" }
    if leaf.validFrom > now { return "the one before was valid only from \(CertificateText.day(leaf.validFrom)) on" }
    // One that ends with the CA cannot be made to last longer, and is kept to the end.
    let margin = leaf.validUntil < issuer.certificate.validUntil ? renewalMargin : 0
    if leaf.validUntil - margin <= now { return "the one before ended on \(CertificateText.day(leaf.validUntil))" }
    return nil
  }
}
