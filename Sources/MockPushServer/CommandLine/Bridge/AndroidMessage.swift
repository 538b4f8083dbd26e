/// A delivery as Google Play services hands it to Firebase's receiver: an intent whose extras are texts.
struct AndroidMessage {
  /// Later ones win over earlier ones of the same key, as in the intent.
  let extras: [(key: String, value: String)]

  /// The app view (contract 13.6), and what Google Play services adds: a notification's members under `gcm.notification.`, `gcm.n.e` so that
  /// Firebase shows it, `google.message_id`, by which Firebase drops what comes twice, and `from`.
  ///
  /// ruling: the real `from` is the number of a Firebase project, of which the server knows none; the appkey stands for it.
  init(_ delivery: FollowedDelivery) {
    let view = delivery.json["appView"]
    var extras = (view?["data"]?.objectValue?.members ?? []).map { (key: $0.key, value: Self.text($0.value)) }
    if let notification = view?["notification"]?.objectValue {
      extras += notification.members.map { ("gcm.notification.\($0.key)", Self.text($0.value)) }
      // Firebase looks for the sound's name here, since the older key only means "default".
      if let sound = notification["sound"] { extras.append(("gcm.notification.sound2", Self.text(sound))) }
      extras.append(("gcm.n.e", "1"))
    }
    extras.append(("google.message_id", "\(delivery.messageId):\(delivery.eventID)"))
    extras.append(("from", delivery.app))
    self.extras = extras
  }

  /// The command for the device's shell; nil when a text has a zero byte, which no argument can carry.
  func broadcast(to package: String) -> String? {
    var words = [
      "am", "broadcast", "-a", "com.google.android.c2dm.intent.RECEIVE", "-n", "\(package)/com.google.firebase.iid.FirebaseInstanceIdReceiver",
    ]
    for extra in extras { words += ["--es", extra.key, extra.value] }
    guard !words.contains(where: { $0.utf8.contains(0) }) else { return nil }
    return words.map(Self.quoted).joined(separator: " ")
  }

  private static func text(_ value: JSON) -> String { value.stringValue ?? value.compactText }

  /// One word for `sh`, whatever is in it. By bytes: a quote with a combining mark behind it is another Character than a quote.
  static func quoted(_ text: String) -> String {
    let quote = UInt8(ascii: "'")
    let inner = text.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return String(decoding: [quote] + inner + [quote], as: UTF8.self)
  }
}
