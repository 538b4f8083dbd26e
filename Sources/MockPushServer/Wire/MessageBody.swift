import PushStore

/// The body of POST /messages, and the same fields of a reservation (contract 10.1), checked.
struct MessageBody: Equatable, Sendable {
  /// In code points of compact JSON (R47).
  static let contentLimit = 8_192

  var target: MessageTarget
  /// Language → content map, as sent; has `default`.
  var content: JSONObject
  /// Which words the content's version knows.
  var words: ReservedWords
  var messageType: MessageType
  /// Set for an AD. A NOTIFICATION's is kept for display, unchecked, if it is a text.
  var removeGuide: String?
  /// As `removeGuide`.
  var contact: String?
  /// 0 = for ever.
  var timeToLiveMinute: Int
  var provisionedResourceId: String?
  /// As requested; nil leaves it to the app's setting (R50).
  var adWordPosition: AdWordPosition?
  /// Statistics event key.
  var statsId: String?
}

/// By which rules a body is read.
struct MessageRules: Sendable {
  var version: APIVersion
  /// Made by the console: 0 is an allowed time to live (R49).
  var isConsole = false
  /// The app's setting: the only IDs accepted; nil accepts any (R51).
  var provisionedResourceIds: [String]?

  /// The console follows the newest version.
  static func console(provisionedResourceIds: [String]?) -> MessageRules {
    MessageRules(version: .v24, isConsole: true, provisionedResourceIds: provisionedResourceIds)
  }
}

extension MessageBody {
  /// Checks in the contract's order. 40402 is the caller's, after all of these (F12).
  init(_ object: JSONObject, _ rules: MessageRules) throws(APIError) {
    let body = FieldReader(object: object)
    target = try MessageTarget(try body.object("target"), rules.version)
    content = try Self.content(body, rules.version)
    words = rules.version.reservedWords
    let name = try body.choice("messageType", of: MessageType.allCases.map(\.name))
    // The choice has let in nothing else.
    messageType = MessageType(name: name) ?? .notification
    if messageType == .ad {
      removeGuide = try Self.removeGuide(body)
      contact = try Self.contact(body)
    } else {
      removeGuide = Self.textOrNil(object["removeGuide"])
      contact = Self.textOrNil(object["contact"])
    }
    let minutes = rules.isConsole ? TimeToLive.consoleRange : TimeToLive.range
    timeToLiveMinute = try body.optionalInt("timeToLiveMinute", in: minutes) ?? TimeToLive.standard
    provisionedResourceId = try Self.provisionedResourceId(body, rules.provisionedResourceIds)
    if rules.version >= .v21 {
      adWordPosition = try body.optionalChoice("adWordPosition", of: AdWordPosition.allCases.map(\.rawValue)).flatMap(AdWordPosition.init(rawValue:))
    }
    if rules.version >= .v24 { statsId = try body.optionalString("statsId") }
  }

  /// ruling: all maps are looked at for being maps, `default` first, before the rich messages in them. A key that is no language code is
  /// accepted but not repeated in a refusal: it may be anything.
  private static func content(_ body: FieldReader, _ version: APIVersion) throws(APIError) -> JSONObject {
    let content = try body.object("content")
    let bytes = JSON.object(content).compactBytes
    let size = bytes.count { $0 & 0xc0 != 0x80 }
    if size > contentLimit {
      throw APIError(
        .limitExceeded, "content", String(decoding: bytes.prefix(400), as: UTF8.self),
        hint: "content has \(size) characters as compact JSON; at most \(contentLimit) are allowed")
    }
    let reader = FieldReader(object: content, prefix: "content.")
    var maps = [(LanguageChoice.fallback, try reader.object(LanguageChoice.fallback))]
    for (key, value) in content.members where key != LanguageChoice.fallback && !value.isNull {
      let name = RegistrationBody.isLanguageCode(key) ? key : "<language>"
      guard let map = value.objectValue else { throw reader.wrongType(name, value, "a JSON object") }
      maps.append((name, map))
    }
    for (name, map) in maps { try RichMessageCheck.check(map, "content.\(name)", version) }
    return content
  }

  /// Before `contact` (R48).
  private static func removeGuide(_ body: FieldReader) throws(APIError) -> String {
    let empty = APIError(.removeGuideEmpty, hint: "an AD needs removeGuide: how to stop these messages, a text that is not blank")
    guard let value = body.object["removeGuide"], !value.isNull else { throw empty }
    guard let text = value.stringValue else { throw body.wrongType("removeGuide", value, "a string") }
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { throw empty }
    return text
  }

  private static func contact(_ body: FieldReader) throws(APIError) -> String {
    let empty = APIError(.contactEmpty, hint: "an AD needs contact: the sender's telephone number, digits and hyphens only")
    guard let value = body.object["contact"], !value.isNull else { throw empty }
    guard let text = value.stringValue else { throw body.wrongType("contact", value, "a string, in quotes") }
    if text.isEmpty { throw empty }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else {
      throw APIError(.contactFormat, "contact", text, hint: "contact must hold digits and hyphens only, such as 1588-1234")
    }
    return text
  }

  private static func provisionedResourceId(_ body: FieldReader, _ known: [String]?) throws(APIError) -> String? {
    guard let id = try body.optionalString("provisionedResourceId") else { return nil }
    if known?.contains(id) ?? true { return id }
    throw APIError(
      .instanceNotFound, "provisionedResourceId", id,
      hint: "provisionedResourceId is none of the app's provisioned resources; see the app setting provisionedResourceIds")
  }

  private static func textOrNil(_ value: JSON?) -> String? {
    value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension APIVersion {
  var reservedWords: ReservedWords { self >= .v23 ? .sinceV23 : .upToV22 }
}
