import Testing

@testable import MockPushServer

extension JSONObject {
  /// A JSON object written out, for tests.
  init(_ text: String) throws {
    self = try #require(try JSONParser.parse(text.utf8).objectValue, "no JSON object: \(text)")
  }

  var text: String { JSON.object(self).compactText }
}
