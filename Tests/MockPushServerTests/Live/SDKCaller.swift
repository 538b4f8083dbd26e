import Testing

@testable import MockPushServer

/// Calls as an SDK makes them: to the vendor's host by name, with the SDK's own content type, without credential; and reads answers as it does.
struct SDKCaller {
  let client: SocketClient
  let host: String
  /// Begins every path.
  let base: String
  var contentType = "application/json"

  /// Over https, with the host's name verified; or plain.
  init(_ server: LiveServer, host: String, base: String, isSecure: Bool = true, contentType: String = "application/json") throws {
    client = isSecure ? try server.connect(host: host) : try server.connect()
    self.host = host
    self.base = base
    self.contentType = contentType
  }

  /// The answer's JSON. An SDK gives up on any status but 200, and on a body without the three keys of `header` in their types.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: String? = nil, code: Int = 0, _ place: SourceLocation = #_sourceLocation) throws -> JSONObject {
    var headers = ["Content-Type: \(contentType)", "Connection: Keep-Alive", "Accept-Encoding: gzip", "User-Agent: SDK"]
    if let body { headers.append("Content-Length: \(body.utf8.count)") }
    let answer = try client.ask(HTTPText.request(method, base + path, headers, host: host) + (body ?? ""))
    #expect(answer.status == 200, sourceLocation: place)
    let header = answer.json["header"]?.objectValue
    #expect(header?["isSuccessful"]?.boolValue == (code == 0), "\(answer.text)", sourceLocation: place)
    #expect(header?["resultCode"]?.intValue == code, "\(answer.text)", sourceLocation: place)
    #expect(header?["resultMessage"]?.stringValue != nil, sourceLocation: place)
    // Android joins the lines of an answer.
    #expect(!answer.body.contains(UInt8(ascii: "\n")), sourceLocation: place)
    #expect(!answer.text.contains("null"), "an SDK in the field crashes on null", sourceLocation: place)
    return answer.json
  }

  /// The `token` object of an answer.
  func token(_ path: String, _ place: SourceLocation = #_sourceLocation) throws -> JSONObject {
    try #require(try call("GET", path, place)["token"]?.objectValue, sourceLocation: place)
  }

  private func call(_ method: String, _ path: String, _ place: SourceLocation) throws -> JSONObject { try call(method, path, nil, code: 0, place) }

  /// The body of a registration with an SDK's keys in an SDK's order.
  static func body(_ values: [(String, JSON)]) -> String { JSON.object(JSONObject(values)).compactText }

  /// Every key of `keys` is there, as a string.
  static func expectStrings(_ object: JSONObject, _ keys: [String], _ place: SourceLocation = #_sourceLocation) {
    for key in keys { #expect(object[key]?.stringValue?.isEmpty == false, "\(key)", sourceLocation: place) }
  }

  static func expectFlags(_ object: JSONObject, _ values: [Bool], _ place: SourceLocation = #_sourceLocation) {
    let keys = ["isNotificationAgreement", "isAdAgreement", "isNightAdAgreement"]
    #expect(keys.map { object[$0]?.boolValue } == values, sourceLocation: place)
  }
}
