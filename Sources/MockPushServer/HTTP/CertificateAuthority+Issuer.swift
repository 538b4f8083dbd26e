extension CertificateAuthority {
  /// The CA in the folder, or a new one.
  ///
  /// ruling: an expired CA is replaced, since no client accepts it any more. One that is broken, or not valid yet, is refused instead: clients
  /// may trust the original, so only the user can decide to give it up. A key without a certificate is no CA: nobody can have trusted it.
  static func issuer(in folder: CertificateFolder, hostName: String, now: Int64) throws(CertificateError) -> Issuer {
    guard let pem = try folder.load(FileName.authority) else {
      return try newIssuer(in: folder, hostName: hostName, now: now, reason: "there was none")
    }
    let path = folder.file(FileName.authority)
    let keyPath = folder.file(FileName.authorityKey)
    let mend = "Restore it, or delete \(path) to have a new CA made, which every client must then be told to trust."
    guard let certificate = Certificate(pem: pem) else { throw CertificateError("The CA certificate \(path) is no readable PEM certificate. \(mend)") }
    if certificate.validUntil <= now {
      return try newIssuer(in: folder, hostName: hostName, now: now, reason: "the one before ended on \(CertificateText.day(certificate.validUntil))")
    }
    guard certificate.isAuthority else { throw CertificateError("The certificate \(path) is not a CA's. \(mend)") }
    guard certificate.validFrom <= now else {
      throw CertificateError(
        "The CA certificate \(path) is valid only from \(CertificateText.day(certificate.validFrom)) on. "
          + "Set this machine's clock right, or delete the file to have a new CA made."
      )
    }
    guard let keyPEM = try folder.load(FileName.authorityKey) else { throw CertificateError("The CA's private key \(keyPath) is missing. \(mend)") }
    guard let key = PrivateKey(pem: keyPEM) else {
      throw CertificateError("The CA's private key \(keyPath) is no readable PEM key without a passphrase. \(mend)")
    }
    guard certificate.matches(key) else { throw CertificateError("The CA's private key \(keyPath) does not belong to \(path). \(mend)") }
    folder.makePrivate(FileName.authorityKey)
    return Issuer(certificate: certificate, key: key, notice: nil)
  }

  /// The key goes first: a crash between the two leaves a key without a certificate (or with an expired one), and the next start begins anew.
  private static func newIssuer(in folder: CertificateFolder, hostName: String, now: Int64, reason: String) throws(CertificateError) -> Issuer {
    let key = try PrivateKey.generate()
    let certificate = try CertificateBuilder.authority(key: key, hostName: hostName, now: now)
    try folder.save(key.pem(), as: FileName.authorityKey, mode: 0o600)
    try folder.save(certificate.pem(), as: FileName.authority, mode: 0o644)
    let notice = "A local CA was made in \(folder.file(FileName.authority)): \(reason). Let clients trust it: run `mock-push-server ca` for how."
    return Issuer(certificate: certificate, key: key, notice: notice)
  }
}
