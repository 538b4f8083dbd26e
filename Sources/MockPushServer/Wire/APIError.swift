/// A refusal in the vendor's terms, with a sentence for people beside it.
struct APIError: Error, Sendable {
  var code: ResultCode
  /// Fields at fault with the value shown, for the suffix of contract 4.3.
  var fields: [(name: String, value: String)] = []
  /// Words behind the base text that are no field.
  var remark: String?
  /// What was wrong, which rule, what would be right. Must not hold a token, uid or device id: it goes to the log.
  var hint: String
  /// Full text of an unexpected error, for the log only.
  var detail: String?

  init(_ code: ResultCode, _ name: String, _ value: String, hint: String) {
    self.code = code
    fields = [(name, value)]
    self.hint = hint
  }

  init(_ code: ResultCode, hint: String, detail: String? = nil) {
    self.code = code
    self.hint = hint
    self.detail = detail
  }

  static func internalError(_ detail: String) -> APIError {
    APIError(.internalError, hint: "mock-push-server failed by itself; its log has the details", detail: detail)
  }

  /// The text on the wire (contract 4.3): base text, blank, `field<value>`, values cut to 100 code points.
  var message: String {
    if let remark { return "\(code.text) \(remark)" }
    guard code.takesSuffix, !fields.isEmpty else { return code.text.description }
    let suffix = fields.map { "\($0.name)<\(String(String.UnicodeScalarView($0.value.unicodeScalars.prefix(100))))>" }
    return "\(code.text) \(suffix.joined(separator: ", "))"
  }

  /// The same fault as the tag endpoints of section 24 tell it (R8).
  var inTagChapter: APIError {
    var error = self
    switch code {
    case .internalError: error.code = .tagInternalError
    case .notAllowed, .unavailableKey, .unsupportedVersion: break
    default: error.code = .tagClientError
    }
    return error
  }
}
