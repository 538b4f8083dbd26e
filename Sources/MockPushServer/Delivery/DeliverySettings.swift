/// The part of an app's settings that a message keeps from its acceptance on, so that a delivery which goes on after a crash decides as it began.
enum DeliverySettings {
  /// For storing: everything but credentials.
  static func stored(_ settings: AppSettings) -> String {
    var kept = settings
    kept.secretKeys = []
    kept.accessKeys = []
    return kept.asJSON.compactText
  }

  /// Nil for what `stored` did not write.
  static func read(_ text: String) -> AppSettings? {
    guard let json = try? JSONParser.parse(text.utf8) else { return nil }
    return try? AppSettings.decode(json, path: "settings")
  }
}
