import PushStore
import Testing
@testable import MockPushServer

/// The receipts collector (contract 28).
@Suite struct ReceiptTests {
  /// Of the first message that a server ever takes.
  static let message = 3_500_000_000_000_001
  static let data: JSONObject = ["messageId": .number(JSONNumber(message)), "deliveryId": "d-1", "sentDateTime": "2026-03-02T09:00:00.000+09:00", "pushType": "APNS"]

  private static func report(
    _ server: TestServer, event: JSON? = "RECEIVED", at: JSON? = "2026-03-02T09:15:00.123+0900", data: JSON? = .object(data), _ version: APIVersion = .v20,
    app: String = "APP"
  ) async -> TestAnswer {
    var body: JSONObject = [:]
    body["event"] = event
    body["eventDateTime"] = at
    body["messageDeliveryReceiptData"] = data
    return await server.send(.post, "/push/\(version.name)/appkeys/\(app)/message-delivery-receipts", json: .object(body))
  }

  private static func send(_ server: TestServer) async throws {
    let messageId = try await ReadFixture(server: server).send()
    #expect(messageId == message)
  }

  private static func stored(_ server: TestServer, app: String = "APP") async throws -> [Receipt] {
    try await server.stored { store in try store.appNumber(app).map { try store.receipts(app: $0) } ?? [] }
  }

  @Test(arguments: APIVersion.allCases) func everyVersionTakesBothEventsWithoutCredential(_ version: APIVersion) async throws {
    try await withTestServer { server in
      try await Self.send(server)
      for event in ["RECEIVED", "OPENED"] {
        let answer = await Self.report(server, event: .string(event), version).succeeds()
        #expect(answer.message == (version <= .v22 ? "SUCCESS" : "success"))
        #expect(answer.json.objectValue?.count == 1)
        #expect(answer.hint == nil)
      }
      let stored = try await Self.stored(server)
      #expect(stored.map(\.event) == [.received, .opened])
      #expect(stored.allSatisfy { $0.messageId == Self.message })
    }
  }

  @Test(arguments: [
    "2026-03-02T09:15:00.123+0900", "2026-03-02T09:15:00.123+09:00", "2026-03-02T00:15:00.123Z", "2026-03-01T19:15:00.123-05:00",
    "2026-03-02T09:15:00.123999+0900",
  ]) func offsetsComeWithAndWithoutColon(_ text: String) async throws {
    try await withTestServer { server in
      try await Self.send(server)
      await Self.report(server, at: .string(text)).succeeds()
      let stored = try await Self.stored(server)
      #expect(stored.map { DateText.iso($0.eventAt) } == ["2026-03-02T09:15:00.123+09:00"], "the device's time is what counts")
    }
  }

  @Test func theSameDeliveryCountsOncePerEvent() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      await Self.report(server).succeeds()
      let again = await Self.report(server, at: "2026-03-02T09:16:00.000+0900").succeeds()
      #expect(again.hint != nil, "told apart for people, success for the SDK")
      await Self.report(server, event: "OPENED").succeeds()
      try await ReadFixture(server: server).send()
      for change: JSONObject in [["deliveryId": "d-2"], ["messageId": .number(JSONNumber(Self.message + 1))]] {
        var data = Self.data
        for (key, value) in change.members { data[key] = value }
        await Self.report(server, data: .object(data)).succeeds()
      }
      let stored = try await Self.stored(server)
      #expect(stored.count == 4)
    }
  }

  @Test func withoutDeliveryIdTheTwoTimesTellEventsApart() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      var data = Self.data
      data["deliveryId"] = nil
      await Self.report(server, data: .object(data)).succeeds()
      await Self.report(server, at: "2026-03-02T00:15:00.123Z", data: .object(data)).succeeds()
      data["deliveryId"] = .null
      await Self.report(server, data: .object(data)).succeeds()
      let kept = try await Self.stored(server)
      #expect(kept.count == 1, "the same instant in another spelling; null is as absent")
      await Self.report(server, at: "2026-03-02T09:15:00.124+0900", data: .object(data)).succeeds()
      data["sentDateTime"] = "2026-03-02T09:00:01.000+09:00"
      await Self.report(server, data: .object(data)).succeeds()
      let three = try await Self.stored(server)
      #expect(three.count == 3)
    }
  }

  @Test(arguments: [JSON.object([:]), ["messageId": nil], ["messageId": "x"], ["messageId": true], ["messageId": ["1"]], ["messageId": ""],
    ["messageId": "+1"], ["deliveryId": "d"]])
  func withoutAMessageIdItIsSuccessWithoutEffect(_ data: JSON) async throws {
    try await withTestServer { server in
      try await Self.send(server)
      let answer = await Self.report(server, data: data).succeeds()
      #expect(answer.hint?.contains("messageId") == true)
      let kept = try await Self.stored(server)
      #expect(kept.isEmpty)
    }
  }

  /// A JSON library that passes numbers through doubles writes them so.
  @Test func aMessageIdThatIsNoWholeNumberIsNamedInTheHint() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      let data = try JSONParser.parse(#"{"messageId":3.500000000000001E15}"#.utf8)
      let hint = await Self.report(server, data: data).succeeds().hint ?? ""
      #expect(hint.hasPrefix("not counted: messageDeliveryReceiptData.messageId is `3.500000000000001E15`, and an ID is a whole number"), "\(hint)")
    }
  }

  @Test func aLargeOneIsTaken() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      await Self.report(server, data: ["messageId": .number(JSONNumber(Self.message)), "x": .string(String(repeating: "x", count: 5 << 20))]).succeeds()
      #expect(try await Self.stored(server).count == 1)
    }
  }

  @Test func numericTextIsAMessageId() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      await Self.report(server, data: ["messageId": .string(String(Self.message)), "deliveryId": "d"]).succeeds()
      let kept = try await Self.stored(server)
      #expect(kept.map(\.messageId) == [Int64(Self.message)])
    }
  }

  @Test func theDataObjectIsKeptUntouched() async throws {
    try await withTestServer { server in
      try await Self.send(server)
      let data = #"{"z":1.50,"messageId":3500000000000001,"deliveryId":"d","a":[1e5,-0,{"é":"é\u2028"}],"n":null,"digits":0.10000000000000000000001}"#
      let body = #"{"event":"RECEIVED","eventDateTime":"2026-03-02T09:15:00.123+0900","messageDeliveryReceiptData":\#(data)}"#
      await server.call(.post, "/message-delivery-receipts", text: body).succeeds()
      let stored = try await Self.stored(server)
      #expect(try JSONParser.parse(Array(stored[0].data.utf8)) == JSONParser.parse(Array(data.utf8)), "digits and members as sent")
      #expect(stored[0].data.hasPrefix(#"{"z":1.50,"messageId":3500000000000001,"#), "in their order")
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let field: String
    let value: JSON?
    let code: Int
    let shown: String
    var testDescription: String { "\(field) \(value?.compactText ?? "absent")" }
  }

  static let faults: [Fault] =
    ["event", "eventDateTime", "messageDeliveryReceiptData"].flatMap {
      [Fault(field: $0, value: nil, code: 40003, shown: "null"), Fault(field: $0, value: .null, code: 40003, shown: "null")]
    }
    + ["event", "eventDateTime"].flatMap {
      [Fault(field: $0, value: "", code: 40003, shown: ""), Fault(field: $0, value: 5, code: 40002, shown: "5"),
      Fault(field: $0, value: [:], code: 40002, shown: "{}")]
    }
    + ["SENT", "received", "OPENED "].map { Fault(field: "event", value: .string($0), code: 40001, shown: $0) }
    + ["2026-03-02T09:15:00.123", "2026-03-02", "now", "2026-03-02T09:15:60.000+0900", "2026-02-30T09:15:00.000+0900", "2026-03-02T24:00:00+0900",
       "2026-03-02T09:15:00.123 0900", "2026-03-02T09:15:00+19:00",
       "1772410500000"].map { Fault(field: "eventDateTime", value: .string($0), code: 40002, shown: $0) }
    + [("x", "x"), (5, "5"), (true, "true"), ([], "[]"), (["messageId"], "[\"messageId\"]"), ("{\"messageId\":1}", "{\"messageId\":1}")]
      .map { (value: JSON, shown: String) in Fault(field: "messageDeliveryReceiptData", value: value, code: 40002, shown: shown) }

  @Test(arguments: faults) func faultsAreRefusedForKnownAndUnknownApps(_ fault: Fault) async throws {
    var body: JSONObject = ["event": "OPENED", "eventDateTime": "2026-03-02T09:15:00.123+0900", "messageDeliveryReceiptData": .object(Self.data)]
    body[fault.field] = fault.value
    let json = JSON.object(body)
    for strict in [false, true] {
      try await withTestServer(apps: [], strict: strict) { server in
        let answer = await server.send(.post, "/push/v2.0/appkeys/APP/message-delivery-receipts", json: json).refuses(fault.code)
        #expect(answer.message?.hasSuffix(" \(fault.field)<\(fault.shown)>") == true, "\(answer.text)")
        let kept = try await Self.stored(server)
        #expect(kept.isEmpty)
      }
    }
  }

  @Test func anUnknownAppsReceiptIsSuccessWithoutEffect() async throws {
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: AppSettings())]) { server in
      try await Self.send(server)
      for app in ["OTHER", "not.well-formed"] {
        let answer = await Self.report(server, app: app).succeeds()
        #expect(answer.hint?.hasPrefix("not counted: ") == true)
      }
      let kept = try await Self.stored(server, app: "OTHER")
      #expect(kept.isEmpty)
      await Self.report(server).succeeds()
      let ours = try await Self.stored(server)
      #expect(ours.count == 1)
      await server.send(.post, "/push/v2.9/appkeys/OTHER/message-delivery-receipts", json: [:]).refuses(40011)
      await server.send(.get, "/push/v2.0/appkeys/OTHER/message-delivery-receipts").refuses(40401)
      for text in ["", "[]", "\"x\"", "{"] {
        let answer = await server.call(.post, "/message-delivery-receipts", .v20, text: text, app: "OTHER")
        answer.refuses(40002, "Client Error. Parameter is invalid format. body<\(text)>")
      }
    }
  }
}
