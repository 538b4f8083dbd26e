import PushStore

/// The receipts collector (contract 28): RECEIVED and OPENED as devices report them.
enum ReceiptRoutes {
  /// ruling: a receipt that does not count is not stored either, so that the same one counts should it come again when receipts are on.
  static func collect(_ context: VendorContext) async throws(APIError) -> Response {
    let body = try context.body()
    guard let receipt = try decode(FieldReader(object: body)) else {
      return uncounted(context, "not counted: \(missing(body["messageDeliveryReceiptData"]?["messageId"]))")
    }
    guard context.settings.messageDeliveryReceipt else {
      return uncounted(context, "not counted: receipts are off for this app; set messageDeliveryReceipt to true in its settings")
    }
    let now = context.now
    let isNew: Bool? = try await context.change { store, app in
      guard let app, try store.reading.hasMessage(receipt.messageId, app: app) else { return nil }
      return try store.insert(receipt, app: app, now: now)
    }
    guard let isNew else { return uncounted(context, "not counted: messageDeliveryReceiptData.messageId names no message of this app") }
    return isNew ? context.success() : uncounted(context, "counted once already: the same event of the same delivery")
  }

  /// SDKs repeat what is refused, so it is a success without effect.
  private static func uncounted(_ context: VendorContext, _ hint: String) -> Response {
    var response = context.success()
    response.note.hint = hint
    return response
  }

  /// Nil when the object names no message: then there is nothing to count for, and SDKs must still get a success.
  static func decode(_ body: FieldReader) throws(APIError) -> Receipt? {
    let name = try body.string("event")
    guard let event = Receipt.Event(name: name) else {
      throw APIError(.invalidParameter, "event", name, hint: "event must be RECEIVED or OPENED")
    }
    let moment = try body.string("eventDateTime")
    guard let eventAt = DateText.parse(moment) else {
      throw APIError(.invalidFormat, "eventDateTime", moment, hint: "eventDateTime must be ISO 8601 with an offset, such as 2026-03-02T09:15:00.123+0900")
    }
    let data = try body.object("messageDeliveryReceiptData")
    guard let messageId = messageId(data["messageId"]) else { return nil }
    return Receipt(
      event: event, eventAt: eventAt, messageId: messageId, identity: identity(data, eventAt),
      pushType: data["pushType"]?.stringValue.flatMap(PushType.init(name:)), data: JSON.object(data).compactText)
  }

  /// A number, or a string of digits.
  private static func messageId(_ value: JSON?) -> Int64? {
    switch value {
    case .number(let number): number.int64
    case .string(let text) where text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }: Int64(text)
    default: nil
    }
  }

  /// Why there is no message to count for.
  private static func missing(_ value: JSON?) -> String {
    let name = "messageDeliveryReceiptData.messageId"
    guard let value, !value.isNull else { return "messageDeliveryReceiptData has no messageId" }
    return "\(name) \(ShownValue.phrase(value)), and an ID is a whole number, written without fraction or exponent, or a string of its digits"
  }

  /// The delivery; without one the two times (SDKs repeat events).
  private static func identity(_ data: JSONObject, _ eventAt: Timestamp) -> String {
    if let delivery = data.given("deliveryId") { return "delivery " + (delivery.stringValue ?? delivery.compactText) }
    let sent = data["sentDateTime"] ?? .null
    return "times \(sent.stringValue ?? sent.compactText) \(eventAt.milliseconds)"
  }
}
