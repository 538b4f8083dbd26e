import Testing
@testable import MockPushServer

/// A response, with its JSON taken apart.
struct TestAnswer: Sendable {
  let status: Int
  let contentType: String
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  let json: JSON

  init(_ response: Response) {
    status = response.status
    contentType = response.contentType.description
    headers = response.headers
    body = response.body
    json = (try? JSONParser.parse(response.body)) ?? .null
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// `header.resultCode`; nil when there is no vendor envelope.
  var code: Int? { json["header"]?["resultCode"]?.intValue }

  var message: String? { json["header"]?["resultMessage"]?.stringValue }

  var hint: String? { headers.first { $0.name == "X-Mock-Hint" }?.value }

  /// The control API's sentence.
  var sentence: String? { json["error"]?.stringValue }

  /// Success in the vendor's terms, whole: status, flag, code.
  var isSuccess: Bool { status == 200 && code == 0 && json["header"]?["isSuccessful"] == true }

  /// The texts of an array of strings beside the header.
  func texts(_ key: String) -> [String]? { json[key]?.arrayValue?.compactMap(\.stringValue) }

  /// One member of each object of an array beside the header.
  func column(_ array: String, _ member: String) -> [String]? {
    json[array]?.arrayValue?.compactMap { $0[member]?.stringValue }
  }
}

extension TestAnswer {
  /// Expects success, and shows the answer when there was none.
  @discardableResult
  func succeeds(_ location: SourceLocation = #_sourceLocation) -> TestAnswer {
    #expect(isSuccess, "\(text) \(hint ?? "")", sourceLocation: location)
    return self
  }

  /// Expects the vendor's refusal: HTTP 200, the code, the whole text when given, the header alone, and a hint.
  @discardableResult
  func refuses(_ expected: Int, _ expectedMessage: String? = nil, _ location: SourceLocation = #_sourceLocation) -> TestAnswer {
    #expect(code == expected, "\(text) \(hint ?? "")", sourceLocation: location)
    #expect(status == 200, sourceLocation: location)
    #expect(json["header"]?["isSuccessful"] == false, sourceLocation: location)
    #expect(json.objectValue?.members.map(\.key) == ["header"], sourceLocation: location)
    #expect(hint?.isEmpty == false, "a refusal explains itself", sourceLocation: location)
    if let expectedMessage { #expect(message == expectedMessage, sourceLocation: location) }
    return self
  }
}
