import Testing

@testable import MockPushServer

@Suite struct FollowedDeliveryTests {
  struct Row: Sendable {
    let pushType: String
    let payload: JSON?
    let content: String
  }

  @Test(arguments: [
    Row(pushType: "FCM", payload: ["data": ["title": "A", "body": "B"], "priority": "high"], content: "  A – B"),
    Row(pushType: "FCM", payload: ["data": ["body": "B"], "notification": ["title": "N"]], content: "  N – B"),
    Row(pushType: "ADM", payload: ["data": ["title": "A"]], content: "  A"),
    Row(pushType: "APNS", payload: ["aps": ["alert": ["title": "A", "body": "B\n\u{1b}[31mC"]]], content: "  A – B??[31mC"),
    Row(pushType: "APNS_VOIP", payload: ["aps": ["alert": "B"]], content: "  B"),
    Row(pushType: "TENCENT", payload: ["title": "A", "content": "B"], content: "  A – B"),
    Row(pushType: "FCM", payload: ["data": ["ref": 1]], content: ""),
    Row(pushType: "FCM", payload: nil, content: ""),
  ])
  func aLineShowsTheContentOfEveryPushType(_ row: Row) throws {
    let delivery = try StreamedDelivery.followed(row.pushType, payload: row.payload)
    #expect(delivery.line == "2026-03-02T20:59:59.000+09:00  APP  kim  token  \(row.pushType)  SENT\(row.content)")
  }

  @Test func aLineShortensTheTokenAndNamesTheReason() throws {
    let delivery = try StreamedDelivery.followed(token: "abcdefghijklmnopqrstuvwxyz", reason: "NIGHT_AD_OFF", outcome: "FILTERED")
    #expect(delivery.line.hasSuffix("  kim  abcdefgh…wxyz  FCM  FILTERED (NIGHT_AD_OFF)"))
  }

  @Test(arguments: ["", "{", "[]", "\"text\""]) func onlyAnObjectIsADelivery(_ text: String) {
    #expect(FollowedDelivery(EventStreamParser.Event(name: "delivery", data: Array(text.utf8), id: "")) == nil)
  }

  @Test func theCommandIsToldTheRest() throws {
    #expect(
      FollowCommand.variables(try StreamedDelivery.followed("APNS", reason: "TOKEN_REPLACED")) == [
        "MOCK_PUSH_APP": "APP", "MOCK_PUSH_UID": "kim", "MOCK_PUSH_TOKEN": "token", "MOCK_PUSH_PUSH_TYPE": "APNS",
        "MOCK_PUSH_MESSAGE_ID": "3500000000000001", "MOCK_PUSH_OUTCOME": "SENT", "MOCK_PUSH_REASON": "TOKEN_REPLACED",
      ])
  }
}
