extension CertificateAuthority {
  /// The user's own files (`--tls-cert`, `--tls-key`): both must load and belong together. Chains are allowed, the server's certificate first.
  ///
  /// ruling: a certificate that is expired, or not valid yet, is served with a notice; how an app takes it may be what is being tested.
  static func own(certificate path: String, key keyPath: String, now: Int64) throws(CertificateError) -> ServerCertificate {
    let pem = try contents(of: path, option: "--tls-cert")
    guard let certificate = Certificate(pem: pem) else {
      throw CertificateError(
        "\(path) holds no readable PEM certificate. Give --tls-cert a PEM file; `openssl x509 -inform der -in FILE -out FILE.pem` makes one from DER.")
    }
    let keyPEM = try contents(of: keyPath, option: "--tls-key")
    guard let key = PrivateKey(pem: keyPEM) else {
      // Both notations of an encrypted key have the word in clear text.
      if String(decoding: keyPEM, as: UTF8.self).contains("ENCRYPTED") {
        throw CertificateError(
          "The private key \(keyPath) needs a passphrase. Give --tls-key one without; `openssl pkey -in FILE -out FILE.plain` makes one.")
      }
      throw CertificateError(
        "\(keyPath) holds no readable PEM private key. Give --tls-key a PEM file; `openssl pkey -inform der -in FILE -out FILE.pem` makes one from DER.")
    }
    guard certificate.matches(key) else {
      throw CertificateError(
        "The private key \(keyPath) does not belong to the first certificate in \(path). Give --tls-cert and --tls-key files that were made together.")
    }
    return ServerCertificate(certificatePath: path, keyPath: keyPath, authority: nil, notices: notices(of: certificate, path: path, now: now))
  }

  private static func notices(of certificate: borrowing Certificate, path: String, now: Int64) -> [String] {
    if certificate.validUntil <= now {
      return ["The certificate \(path) ended on \(CertificateText.day(certificate.validUntil)); clients will refuse it."]
    }
    if certificate.validFrom > now {
      return ["The certificate \(path) is valid only from \(CertificateText.day(certificate.validFrom)) on; clients will refuse it."]
    }
    return []
  }

  private static func contents(of path: String, option: String) throws(CertificateError) -> [UInt8] {
    do {
      return try CertificateFolder.contents(of: path)
    } catch {
      throw CertificateError("\(path) cannot be read (\(error.text)). Give \(option) a PEM file that this user can read.")
    }
  }
}
