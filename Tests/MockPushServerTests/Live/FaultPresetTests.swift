import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Each preset, and the bytes by which an SDK comes to its error (ios-sdk-wire.md, android-sdk-wire.md).
  @Suite struct FaultPresetTests {
    private static let tag = HTTPText.request("POST", "/push/v2.3/appkeys/APP/uids/user/tag-ids", body: #"{"tagIds":["aaaaaaaa"]}"#)
    private static let register = SampleBody.register("t")
    private static let query = SampleBody.query("t")

    /// What the iOS SDK makes of an answer: its steps 1 to 3, then 5 and 6 for tag calls.
    private static func iOSCode(_ answer: HTTPAnswer, isTagCall: Bool) -> Int {
      guard answer.status == 200 else { return 101 }
      guard let header = answer.json["header"]?.objectValue else { return 105 }
      guard header["isSuccessful"]?.boolValue == false, let code = header["resultCode"]?.intValue else { return 0 }
      return isTagCall ? [40401: 2, 40001: 7][code] ?? 9 : code
    }

    /// What the Android SDK 0.19.3 makes of an answer: the code inside 104.
    private static func androidCode(_ answer: HTTPAnswer, isQuery: Bool) -> Int {
      guard answer.status == 200 else { return -4 }
      let header = answer.json["header"]?.objectValue
      guard header?["isSuccessful"]?.boolValue != nil, header?["resultMessage"]?.stringValue != nil, let code = header?["resultCode"]?.intValue else { return -3 }
      guard code == 0, isQuery else { return code }
      let keys = ["pushType", "token", "uid", "country", "language", "timezoneId", "activatedDateTime"]
      return keys.allSatisfy { answer.json["token"]?[$0]?.stringValue != nil } ? 0 : -5
    }

    @Test(arguments: [
      ("ios-http-101", register, 101), ("sdk-request-failed", tag, 101), ("ios-http-105", register, 105), ("sdk-response-invalid", query, 105),
      ("ios-push-2", tag, 2), ("sdk-user-invalid", tag, 2), ("ios-push-7", tag, 7), ("sdk-parameter-invalid", tag, 7),
    ]) func iOSErrors(preset: String, request: String, code: Int) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        try server.fault(["preset": .string(preset), "times": 1])
        let client = try server.connect(host: "api-push.cloud.toast.com")
        let isTagCall = request == Self.tag
        let answer = try client.ask(request)
        #expect(Self.iOSCode(answer, isTagCall: isTagCall) == code, "\(answer.text)")
        #expect(answer.headers["X-Mock-Fault"] != nil)
        let next = try client.ask(request)
        #expect(next.headers["X-Mock-Fault"] == nil, "once only")
      }
    }

    @Test func tagErrorsAreOfTagCallsOnly() async throws {
      try await withLiveServer { server in
        try server.fault(["preset": "ios-push-2"])
        #expect(try server.connect().ask(Self.register).resultCode == 0)
        let answer = try server.connect().ask(Self.tag)
        #expect(answer.resultCode == 40401 && answer.resultMessage == "Client Error. Not found.")
      }
    }

    @Test(arguments: [
      ("android-minus-3", register, -3), ("android-body-unreadable", query, -3), ("android-minus-4", register, -4), ("android-http-status", query, -4),
      ("android-minus-5", query, -5), ("android-token-unreadable", query, -5), ("android-104", register, 50001), ("android-refused", query, 50001),
    ]) func androidErrors(preset: String, request: String, code: Int) async throws {
      try await withLiveServer { server in
        try server.fault(["preset": .string(preset), "times": 1])
        let client = try server.connect()
        let answer = try client.ask(request)
        #expect(Self.androidCode(answer, isQuery: request == Self.query) == code, "\(answer.text)")
        if code == 50001 { #expect(answer.resultMessage == "Internal Error. Please report this.") }
        #expect(!answer.body.contains(UInt8(ascii: "\n")))
        let receipt = try client.ask("POST", "/push/v2.0/appkeys/APP/message-delivery-receipts", body: "{}")
        #expect(receipt.headers["X-Mock-Fault"] == nil, "a refused receipt would be sent again every 10 ms")
      }
    }

    /// Each client gives up by itself after its time; until then nothing comes, and the connection stays.
    @Test(arguments: ["ios-http-102", "sdk-timeout", "android-minus-1", "android-timeout"], [Request.Scheme.http, .https])
    func timeOuts(preset: String, scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true, limits: RequestLimits(wholeRequest: .milliseconds(200)))) { server in
        let id = try server.fault(["preset": .string(preset), "times": 1])
        let client = try server.connect(scheme)
        try client.send(Self.register)
        try server.untilApplied(id)
        #expect(try server.connect(scheme).ask(Self.query).resultCode == 40401, "others are answered, and nothing was stored")
        #expect(client.isQuiet)
        client.socket.close()
        try await server.expectNoConnections()
      }
    }

    @Test func everyPresetIsTestedHere() {
      let tested = ["ios-http-101", "ios-http-102", "ios-http-105", "ios-push-2", "ios-push-7"] + (1...5).compactMap { $0 == 2 ? nil : "android-minus-\($0)" } + ["android-104"]
      #expect(FaultPreset.all.map(\.name) == tested)
    }
  }
}
