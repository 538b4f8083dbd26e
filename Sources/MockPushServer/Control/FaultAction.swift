/// What a fault rule does to a request: holds it back, answers in the handler's place, breaks the connection.
struct FaultAction: Sendable, Equatable {
  var delay: FaultDelay?
  var answer: FaultAnswer?
  var connection: ConnectionFault?
  /// The handler runs first: what it stored stays, and its answer is the one that is held back, replaced or broken. Without it the handler
  /// runs only where nothing but a delay is asked for, and behind it.
  var isAfter = false

  /// Whether the handler's own answer is the one that goes out, whole or broken.
  var keepsAnswer: Bool { answer == nil && (isAfter || connection == nil) }

  /// What goes out where the handler's answer does not; of a connection that is broken without an answer there is none.
  var response: Response { connection.map(\.showsAnswer) == false ? Response() : (answer ?? FaultAnswer(resultCode: 0)).response }
}

/// An answer that no handler made.
struct FaultAnswer: Sendable, Equatable {
  var status: Int?
  var resultCode: Int?
  /// Nil: the vendor's text of the code.
  var resultMessage: String?
  /// A text goes out as it is, anything else as compact JSON.
  var body: JSON?

  var response: Response {
    var response = Response()
    if let resultCode { response = Envelope.bare(resultCode, resultMessage ?? Self.text(of: resultCode) ?? "") }
    response.status = status ?? 200
    if let body { response.body = body.stringValue.map { Array($0.utf8) } ?? body.compactBytes }
    return response
  }

  /// The base text of contract 4.2, also of codes that this server never answers by itself; nil for a code that the vendor does not have.
  static func text(of code: Int) -> String? {
    switch code {
    case 40004: "Client Error. Invalid certificate."
    case 40005: "Client Error. Duplicate certificate."
    case 40006: "Client Error. Expired certificate."
    case 40007: "Client Error. Already registered."
    case 50001...50501: ResultCode.internalError.text.description
    default: ResultCode(rawValue: code)?.text.description
    }
  }

  /// HTTP ends such an answer at its head.
  static func hasNoBody(status: Int) -> Bool { status == 204 || status == 304 }
}
