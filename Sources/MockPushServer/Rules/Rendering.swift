import PushStore

/// A device payload without what differs per delivery, so that a million deliveries share a few (contract 13.6). This is what is stored;
/// it also is the `payload` of message-errors (contract 19).
struct Rendering: Sendable {
  let pushType: PushType
  /// Without `sentDateTime`, `deliveryId` and `registration_ids`; the date of consent is still its placeholder.
  let payload: JSONObject
  /// Whether it holds only what the server adds itself, so that the delivery fails with `INVALID_MESSAGE` (contract 11, step 9).
  let isInvalidMessage: Bool
  /// Whether it asks the device to report back.
  let asksReceipt: Bool
  /// Of the limited JSON, with an empty `deliveryId`.
  private let bytes: Int
  private let consentDates: Int

  /// - Parameter isInvalidMessage: known when rendering; of no account for a payload read back.
  init(pushType: PushType, payload: JSONObject, isInvalidMessage: Bool = false) {
    self.pushType = pushType
    self.payload = payload
    self.isInvalidMessage = isInvalidMessage
    asksReceipt = ReceiptKeys.asks(payload, pushType)
    var dates = 0
    _ = Self.changingTexts(payload, pushType.provider) { text in
      dates += ConsentDateText.count(in: text)
      return text
    }
    consentDates = dates
    let filled = ReceiptKeys.filled(payload, pushType, sentDateTime: "2000-01-01T00:00:00.000+09:00", deliveryId: "")
    bytes = Self.limited(filled, pushType).compactBytes.count
  }

  /// What one delivery adds.
  struct Delivery: Sendable {
    /// ASCII letters, digits and hyphens only, so that it takes as many bytes in every view.
    var deliveryId: String
    /// When handed to the provider, in the wire's 29 characters.
    var sentDateTime: String
    /// Set for an ad opt-in guide message: the recipient's `adAgreementDateTime` by `ConsentDateText.text`.
    var consentDate: String?

    init(deliveryId: String, sentDateTime: String, consentDate: String? = nil) {
      self.deliveryId = deliveryId
      self.sentDateTime = sentDateTime
      self.consentDate = consentDate
    }
  }

  /// What an app's SDK is handed (contract 13.6).
  struct AppView: Equatable, Sendable {
    /// FCM, ADM: the map of strings. Others: the device payload.
    var data: JSONObject
    /// FCM only: the notification object, which the system shows.
    var notification: JSON?
  }

  func devicePayload(_ delivery: Delivery) -> JSONObject {
    let filled = ReceiptKeys.filled(payload, pushType, sentDateTime: delivery.sentDateTime, deliveryId: delivery.deliveryId)
    guard let date = delivery.consentDate, consentDates > 0 else { return filled }
    return Self.telling(date, filled, pushType)
  }

  /// The stored payload with a date of consent in its places.
  func telling(_ date: String) -> JSONObject { Self.telling(date, payload, pushType) }

  private static func telling(_ date: String, _ payload: JSONObject, _ pushType: PushType) -> JSONObject {
    changingTexts(payload, pushType.provider) { ConsentDateText.replaced(in: $0, by: date) }
  }

  /// - Parameter baseToken: the token without its tenant suffix (contract 9.2).
  func providerRequest(_ delivery: Delivery, baseToken: String) -> JSONObject {
    var request = devicePayload(delivery)
    guard pushType == .fcm else { return request }
    request["priority"] = "high"
    request["registration_ids"] = [.string(baseToken)]
    return request
  }

  func appView(_ delivery: Delivery) -> AppView {
    Self.appView(devicePayload(delivery), pushType)
  }

  /// The bytes that the provider's limit counts, without building the payload.
  /// - Parameter deliveryIdLength: of `Delivery.deliveryId`.
  /// - Parameter hasConsentDate: whether `Delivery.consentDate` is set.
  func byteCount(deliveryIdLength: Int, hasConsentDate: Bool = false) -> Int {
    let shorter = hasConsentDate ? consentDates * (ConsentDateText.placeholder.utf8.count - ConsentDateText.length) : 0
    return bytes + (asksReceipt ? deliveryIdLength : 0) - shorter
  }

  /// The JSON whose bytes are limited: for FCM `data` as the app gets it plus `notification` (R93, F24), for others the device payload.
  private static func limited(_ payload: JSONObject, _ pushType: PushType) -> JSON {
    guard pushType == .fcm else { return .object(payload) }
    let view = appView(payload, pushType)
    var result = JSONObject()
    if payload["data"] != nil { result["data"] = .object(view.data) }
    result["notification"] = view.notification
    return .object(result)
  }

  private static func appView(_ payload: JSONObject, _ pushType: PushType) -> AppView {
    guard pushType == .fcm || pushType == .adm else { return AppView(data: payload) }
    var data = JSONObject()
    data.members = (payload["data"]?.objectValue?.members ?? []).map { ($0.key, .string($0.value.stringValue ?? $0.value.compactText)) }
    return AppView(data: data, notification: pushType == .fcm ? payload["notification"] : nil)
  }

  /// Title and body, wherever this provider has them.
  private static func changingTexts(_ payload: JSONObject, _ provider: Provider, _ change: (String) -> String) -> JSONObject {
    let places: [[String]] = switch provider {
    case .apns: [["aps", "alert", "title"], ["aps", "alert", "body"]]
    case .fcm: [["data", "title"], ["data", "body"], ["notification", "title"], ["notification", "body"]]
    case .tencent: [["title"], ["content"]]
    case .adm: [["data", "title"], ["data", "body"]]
    }
    return places.reduce(payload) { changing($0, $1[...], change) }
  }

  private static func changing(_ object: JSONObject, _ path: ArraySlice<String>, _ change: (String) -> String) -> JSONObject {
    guard let name = path.first else { return object }
    var result = object
    switch object[name] {
    case .string(let text) where path.count == 1: result[name] = .string(change(text))
    case .object(let inner) where path.count > 1: result[name] = .object(changing(inner, path.dropFirst(), change))
    default: break
    }
    return result
  }
}
