/// The vendor's result codes (contract 4.2, from the error code page). Raw values are the numbers on the wire.
enum ResultCode: Int, CaseIterable, Sendable {
  case success = 0
  case invalidParameter = 40001
  case invalidFormat = 40002
  case empty = 40003
  case limitExceeded = 40008
  case alreadyCompleted = 40009
  case tooMany = 40010
  case unsupportedVersion = 40011
  case removeGuideEmpty = 40012
  case contactEmpty = 40013
  case contactFormat = 40014
  case notAllowed = 40101
  case unavailableKey = 40102
  case notFound = 40401
  case certificateNotFound = 40402
  case instanceNotFound = 40405
  case internalError = 50001
  /// Client faults of the tag endpoints of contract section 24 (R8).
  case tagClientError = 400
  /// Server faults of the same.
  case tagInternalError = 500

  var text: StaticString {
    switch self {
    case .success: "SUCCESS"
    case .invalidParameter: "Client Error. Parameter is invalid."
    case .invalidFormat: "Client Error. Parameter is invalid format."
    case .empty: "Client Error. Parameter is empty or null."
    case .limitExceeded: "Client Error. Maximum limit exceeded."
    case .alreadyCompleted: "Client Error. Already completed."
    case .tooMany: "Client Error. It's too many. Please, change 'from' and 'to' shortly."
    case .unsupportedVersion: "Client Error. Unsupported API version."
    case .removeGuideEmpty: "Client Error. Remove guide is empty."
    case .contactEmpty: "Client Error. Contact is empty."
    // The stray quote is the vendor's.
    case .contactFormat: "Client Error. Contact is invalid format([0-9-]+)'."
    case .notAllowed: "Client Error. Access is not allowed."
    case .unavailableKey: "Client Error. Unavailable key."
    case .notFound: "Client Error. Not found."
    case .certificateNotFound: "Client Error. Not found certificate."
    case .instanceNotFound: "Client Error. Not found instance."
    case .internalError: "Internal Error. Please report this."
    case .tagClientError: "Client Error. Occurred at a tagged API."
    case .tagInternalError: "Internal Error. Occurred within tagged API."
    }
  }

  /// Whether `field<value>` follows the text (contract 4.3).
  var takesSuffix: Bool {
    switch self {
    case .success, .removeGuideEmpty, .contactEmpty, .notAllowed, .internalError, .tagInternalError: false
    default: true
    }
  }
}
