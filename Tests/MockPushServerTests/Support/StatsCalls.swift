import PushStore
import Testing

@testable import MockPushServer

/// Statistics as clients ask for them. Moments are of the wall clock of Seoul, e.g. `2026-03-02T09:00`.
extension TestServer {
  /// The buckets of GET /stats.
  func stats(_ category: String, _ query: String = "", app: String = "APP", _ location: SourceLocation = #_sourceLocation) async -> JSON {
    await call(.get, "/stats?eventCategory=\(category)&\(query)", app: app).succeeds(location).json["stats"] ?? .null
  }

  func total(_ category: String, _ query: String = "", app: String = "APP", _ location: SourceLocation = #_sourceLocation) async -> JSON {
    await call(.get, "/stats/total?eventCategory=\(category)&\(query)", app: app).succeeds(location).json["total"] ?? .null
  }

  /// One of the three older endpoints.
  func statistics(_ name: String, _ query: String = "", _ version: APIVersion, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    let answer = await call(.get, "/statistics/\(name)?\(query)", version).succeeds(location)
    let key = ["token-properties": "tokenPropertiesStatistics", "token-registrations": "tokenRegistrationStatistics"][name]
    return answer.json[key ?? "messageDeliveryReceiptStatistics"] ?? .null
  }

  /// Reports a receipt as a device does, and gives the hint, which is nil for one that counts.
  @discardableResult
  func receipt(
    _ event: String, _ message: Int, at moment: String, delivery: String, _ pushType: String? = "APNS", _ location: SourceLocation = #_sourceLocation
  ) async -> String? {
    var data: JSONObject = ["messageId": .number(JSONNumber(message)), "deliveryId": .string(delivery)]
    data["pushType"] = pushType.map(JSON.string)
    return await call(.post, "/message-delivery-receipts", .v20, json: [
      "event": .string(event), "eventDateTime": .string(moment + "+09:00"), "messageDeliveryReceiptData": .object(data),
    ]).succeeds(location).hint
  }
}

enum Span {
  /// `from` and `to` as query parameters.
  static func query(_ from: String?, _ to: String?) -> String {
    [from.map { "from=\($0)%2B09:00" }, to.map { "to=\($0)%2B09:00" }].compactMap(\.self).joined(separator: "&")
  }
}
