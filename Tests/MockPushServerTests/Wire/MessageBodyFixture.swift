import Testing

@testable import MockPushServer

/// A good body of POST /messages, to be changed one field at a time.
enum MessageBodyFixture {
  static let good = #"{"target":{"type":"ALL"},"content":{"default":{"title":"T"}},"messageType":"NOTIFICATION"}"#
  static let goodAd = #"{"target":{"type":"ALL"},"content":{"default":{}},"messageType":"AD","removeGuide":"g","contact":"1588"}"#

  /// The body with a member set at a dotted path, or removed with nil.
  static func changed(_ path: String, _ value: String?, in text: String = good) throws -> JSONObject {
    let json = try value.map { try JSONParser.parse($0.utf8) }
    return set(try JSONObject(text), path.split(separator: ".").map(String.init)[...], json)
  }

  private static func set(_ object: JSONObject, _ path: ArraySlice<String>, _ value: JSON?) -> JSONObject {
    guard let name = path.first else { return object }
    var result = object
    result[name] = path.count == 1 ? value : .object(set(object[name]?.objectValue ?? JSONObject(), path.dropFirst(), value))
    return result
  }

  /// `resultMessage` of the refusal with its code in front, or `0` when the body is accepted.
  static func answer(_ body: JSONObject, _ rules: MessageRules = MessageRules(version: .v24)) -> String {
    do {
      _ = try MessageBody(body, rules)
      return "0"
    } catch {
      #expect(!error.hint.isEmpty)
      return "\(error.code.rawValue) " + error.fields.map { "\($0.name)<\($0.value)>" }.joined(separator: ", ")
    }
  }
}
