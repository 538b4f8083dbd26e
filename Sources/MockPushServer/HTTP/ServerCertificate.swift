/// The certificate that https serves, checked and ready to be loaded.
struct ServerCertificate: Sendable, Equatable {
  /// PEM files.
  let certificatePath, keyPath: String
  /// The CA that signed it; nil for the user's own certificate, whose CA we do not know.
  let authority: AuthorityCertificate?
  /// What the user should hear of, a sentence each: what was made or renewed, and why.
  let notices: [String]

  var caPath: String? { authority?.path }
  var caPEM: String? { authority?.pem }
  var caDER: [UInt8]? { authority?.der }
}

/// The local CA's public half: what a client has to trust.
struct AuthorityCertificate: Sendable, Equatable {
  /// Absolute path of `ca.pem`.
  let path: String
  let pem: String
  let der: [UInt8]
  /// The common name, by which a person finds it in a list.
  let name: String

  /// SHA-256 over the DER bytes, `AB:CD:…`.
  var fingerprint: String { CertificateText.fingerprint(of: der) }
}
