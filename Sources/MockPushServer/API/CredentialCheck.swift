/// Server credentials (contract 3): a secret key, or in v2.2 and for bulk logs the access-key pair.
/// Values compare by their bytes: `==` takes the Kelvin sign for K.
enum CredentialCheck {
  static func check(_ endpoint: Endpoint, _ version: APIVersion, _ headers: HeaderFields, _ settings: AppSettings) throws(APIError) {
    switch endpoint.credential {
    case .none: return
    case .server where version != .v22: try checkSecretKey(headers, settings)
    case .server, .accessKeyPair: try checkPair(headers, settings, version)
    }
  }

  private static func checkSecretKey(_ headers: HeaderFields, _ settings: AppSettings) throws(APIError) {
    guard let key = headers["X-Secret-Key"] else {
      throw APIError(.notAllowed, hint: "the header X-Secret-Key is missing; this endpoint needs the app's secret key, and only v2.2 takes an access-key pair instead")
    }
    switch settings.credentials {
    case .anyWellFormed:
      if !CredentialRule.secretKey.accepts(key) { throw APIError(.notAllowed, hint: "X-Secret-Key must be 8 letters and digits") }
    case .listed:
      guard !settings.secretKeys.contains(where: { $0.hasSameBytes(as: key) }) else { return }
      throw APIError(.notAllowed, hint: settings.secretKeys.isEmpty ? empty("secretKeys", "X-Secret-Key") : "X-Secret-Key is not one of the app's secretKeys")
    }
  }

  private static func checkPair(_ headers: HeaderFields, _ settings: AppSettings, _ version: APIVersion) throws(APIError) {
    guard let id = headers["X-User-Access-Key-ID"], let secret = headers["X-Secret-Access-Key"] else {
      throw APIError(
        .notAllowed, hint: "this endpoint of \(version.name) needs both X-User-Access-Key-ID and X-Secret-Access-Key; X-Secret-Key is not enough here")
    }
    switch settings.credentials {
    case .anyWellFormed:
      if !CredentialRule.accessKeyId.accepts(id) || !CredentialRule.accessKeySecret.accepts(secret) {
        throw APIError(.notAllowed, hint: "X-User-Access-Key-ID must be 20 and X-Secret-Access-Key 16 letters and digits")
      }
    case .listed:
      guard !settings.accessKeys.contains(where: { $0.id.hasSameBytes(as: id) && $0.secret.hasSameBytes(as: secret) }) else { return }
      let pair = "the pair of X-User-Access-Key-ID and X-Secret-Access-Key"
      throw APIError(.notAllowed, hint: settings.accessKeys.isEmpty ? empty("accessKeys", pair) : "\(pair) is not one of the app's accessKeys")
    }
  }

  /// Of an app that has credentials of the other kind alone, such as one made by `--app KEY:SECRET`.
  private static func empty(_ list: String, _ given: String) -> String {
    "the app has credentials, but its \(list) are empty, so \(given) is refused whatever it is; add some in the configuration or by PATCH /_mock/apps/{appkey}"
  }
}
