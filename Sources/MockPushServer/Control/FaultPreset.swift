/// A ready-made fault rule: what the vendor's server would have to do for an SDK to give its app a certain error (ios-sdk-wire.md,
/// android-sdk-wire.md).
///
/// There is none for `NHNCloudPushErrorTokenInvalid` (5): the iOS SDK 1.9.0 makes it by itself, before any request, when it was given or has
/// stored no token (`registerToken…`, `queryToken…`, `unregisterToken…` of `NHNCloudPushServiceClient`); no answer of a server leads to it.
struct FaultPreset: Sendable {
  let name: String
  var aliases: [String]
  let sdk: String
  /// As the app gets it.
  let code: Int
  /// What the app sees.
  let app: String
  /// What goes over the wire.
  let wire: String
  /// As `match` of a rule, which may change it.
  var match: JSONObject = [:]
  /// As `then` of a rule.
  let then: JSON

  private static let ios = "NHN Cloud SDK for iOS 1.9"
  private static let android = "TOAST Push SDK for Android 0.19.3"
  private static let tagCalls: JSONObject = ["path": "/uids/*/tag-ids"]
  /// The calls that the Android SDK makes for its app. Receipts are left alone: each device would send a refused one again every 10 ms.
  private static let tokenCalls: JSONObject = ["path": "/tokens*"]

  static let all = [
    FaultPreset(
      name: "ios-http-101", aliases: ["sdk-request-failed"], sdk: ios, code: 101, app: "NHNCloudHttpErrorRequestFailed: the request failed.",
      wire: "HTTP status 500 and no body.", then: ["status": 500]),
    FaultPreset(
      name: "ios-http-102", aliases: ["sdk-timeout"], sdk: ios, code: 102, app: "NHNCloudHttpErrorRequestTimeout, 10 seconds after the call.",
      wire: "Nothing: the connection stays open and silent until the client leaves.", then: ["connection": "silence"]),
    FaultPreset(
      name: "ios-http-105", aliases: ["sdk-response-invalid"], sdk: ios, code: 105, app: "NHNCloudHttpErrorResponseInvalid: \"Response header is empty\".",
      wire: "HTTP status 200 and the body {}, which has no header object.", then: ["body": [:]]),
    FaultPreset(
      name: "ios-push-2", aliases: ["sdk-user-invalid"], sdk: ios, code: 2, app: "NHNCloudPushErrorUserInvalid: \"User ID not found.\", of a user tag call.",
      wire: "HTTP status 200 and resultCode 40401, to user tag calls only.", match: tagCalls, then: ["resultCode": 40401]),
    FaultPreset(
      name: "ios-push-7", aliases: ["sdk-parameter-invalid"], sdk: ios, code: 7, app: "NHNCloudPushErrorParameterInvalid, of a user tag call.",
      wire: "HTTP status 200 and resultCode 40001, to user tag calls only.", match: tagCalls, then: ["resultCode": 40001]),
    FaultPreset(
      name: "android-minus-1", aliases: ["android-timeout"], sdk: android, code: -1,
      app: "104, and inside it -1: no connection or no answer, 5 seconds after the call. Push SDK 1.6.0: 2, after 30 seconds.",
      wire: "Nothing: the connection stays open and silent until the client leaves.", match: tokenCalls, then: ["connection": "silence"]),
    FaultPreset(
      name: "android-minus-3", aliases: ["android-body-unreadable"], sdk: android, code: -3, app: "104, and inside it -3: the body cannot be read. Push SDK 1.6.0: 3.",
      wire: "HTTP status 200 and the body {}, which has no header object.", match: tokenCalls, then: ["body": [:]]),
    FaultPreset(
      name: "android-minus-4", aliases: ["android-http-status"], sdk: android, code: -4, app: "104 with the HTTP status line, and inside it -4. Push SDK 1.6.0: 3.",
      wire: "HTTP status 500 and no body.", match: tokenCalls, then: ["status": 500]),
    FaultPreset(
      name: "android-minus-5", aliases: ["android-token-unreadable"], sdk: android, code: -5,
      app: "104, and inside it -5: the token object cannot be read, of queryTokenInfo and updateTokenInfo.",
      wire: "HTTP status 200, success, and a token object without its members, to token queries only.", match: ["method": "GET", "path": "/tokens/*"],
      then: ["body": ["header": ["isSuccessful": true, "resultCode": 0, "resultMessage": "success"], "token": [:]]]),
    FaultPreset(
      name: "android-104", aliases: ["android-refused"], sdk: android, code: 104,
      app: "104 with the resultMessage, and inside it the resultCode 50001. Push SDK 1.6.0: 3.",
      wire: "HTTP status 200 and resultCode 50001.", match: tokenCalls, then: ["resultCode": 50001]),
  ]

  var asJSON: JSON {
    [
      "name": .string(name), "aliases": .array(aliases.map { .string($0) }), "sdk": .string(sdk), "code": .number(JSONNumber(code)),
      "app": .string(app), "wire": .string(wire), "match": .object(match), "then": then,
    ]
  }
}
