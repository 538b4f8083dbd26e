/// The vendor's JSON envelope: `header`, and payload keys beside it (contract 2.2).
enum Envelope {
  /// The text of `resultMessage` on success (R3).
  enum SuccessText: Sendable {
    /// `SUCCESS` up to v2.2, `success` since.
    case standard
    /// `success` in every version.
    case lowercase
    /// `Success.` in every version.
    case sentence

    func text(_ version: APIVersion) -> StaticString {
      switch self {
      case .standard: version <= .v22 ? "SUCCESS" : "success"
      case .lowercase: "success"
      case .sentence: "Success."
      }
    }
  }

  /// Success without payload, as every registration is answered: the same bytes each time.
  static func success(_ text: SuccessText, _ version: APIVersion) -> Response {
    var response = Response()
    response.body = switch text {
    case .standard: version <= .v22 ? Bare.upperCase : Bare.lowerCase
    case .lowercase: Bare.lowerCase
    case .sentence: Bare.sentence
    }
    response.note.resultCode = 0
    return response
  }

  private enum Bare {
    static let upperCase = success("SUCCESS") { _ in }.body
    static let lowerCase = success("success") { _ in }.body
    static let sentence = success("Success.") { _ in }.body
  }

  static func success(_ text: StaticString, payload: (inout JSONWriter) -> Void) -> Response {
    var writer = JSONWriter()
    writer.beginObject()
    header(&writer, code: ResultCode.success.rawValue, message: text.description)
    payload(&writer)
    writer.endObject()
    var response = Response()
    response.body = writer.bytes
    response.note.resultCode = 0
    return response
  }

  /// - Parameter payload: written beside the header; only 40010 of message-errors has one (contract 2.2).
  static func failure(_ error: APIError, payload: (inout JSONWriter) -> Void = { _ in }) -> Response {
    var writer = JSONWriter()
    writer.beginObject()
    header(&writer, code: error.code.rawValue, message: error.message)
    payload(&writer)
    writer.endObject()
    var response = Response()
    response.body = writer.bytes
    response.note.resultCode = error.code.rawValue
    response.note.hint = error.hint
    response.note.detail = error.detail
    return response
  }

  /// The header alone, with any code and text.
  static func bare(_ code: Int, _ message: String) -> Response {
    var writer = JSONWriter()
    writer.beginObject()
    header(&writer, code: code, message: message)
    writer.endObject()
    var response = Response()
    response.body = writer.bytes
    response.note.resultCode = code
    return response
  }

  private static func header(_ writer: inout JSONWriter, code: Int, message: String) {
    writer.key("header")
    writer.beginObject()
    writer.member("isSuccessful", code == ResultCode.success.rawValue)
    writer.member("resultCode", code)
    writer.member("resultMessage", message)
    writer.endObject()
  }
}
