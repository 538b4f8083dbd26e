import PushStore
import Testing

@testable import MockPushServer

/// Totals by criteria (contract 26.1, F37), and the causes of failures.
@Suite struct StatsTotalTests {
  /// On APNS one device accepts and two fail differently, with one cause on the wire; on FCM one accepts and one meets an expired certificate.
  private static func fail(_ server: TestServer) async throws {
    for name in ["a", "b", "c"] { await server.register(.device(name, .apns)) }
    for name in ["f"] { await server.register(.device(name, .fcm)) }
    await server.devices([["token": "b", "answer": "PROVIDER_ERROR"]])
    try await ReadFixture(server: server).send()
    await server.devices([])
    await server.change(["certificates": ["FCM": "EXPIRED"]])
    // 4 KB are too many for APNs, but not for the API.
    try await ReadFixture(server: server).send(["content": ["default": ["title": "T", "body": .string(String(repeating: "x", count: 4_200))]]])
  }

  @Test(arguments: [
    ("EVENT", #"{"SENT":3,"SENT_FAILED":5,"RECEIVED":0,"OPENED":0}"#),
    ("", #"{"SENT":3,"SENT_FAILED":5,"RECEIVED":0,"OPENED":0}"#),
    ("EVENT,EXTRA_1", #"{"SENT":{"APNS":2,"FCM":1},"SENT_FAILED":{"APNS":4,"FCM":1}}"#),
    ("EXTRA_1,EVENT", #"{"APNS":{"SENT":2,"SENT_FAILED":4},"FCM":{"SENT":1,"SENT_FAILED":1}}"#),
    ("EXTRA_1", #"{"APNS":6,"FCM":2}"#),
    ("EXTRA_2", #"{"":3,"APNS_ERROR":4,"INVALID_CERTIFICATE":1}"#),
    ("EVENT,EXTRA_2", #"{"SENT":{"":3},"SENT_FAILED":{"APNS_ERROR":4,"INVALID_CERTIFICATE":1}}"#),
    ("EXTRA_2,EXTRA_1,EVENT",
      #"{"":{"APNS":{"SENT":2},"FCM":{"SENT":1}},"APNS_ERROR":{"APNS":{"SENT_FAILED":4}},"INVALID_CERTIFICATE":{"FCM":{"SENT_FAILED":1}}}"#),
    ("EXTRA_3", #"{"":8}"#), ("TEMPLATE_ID,EXTRA_3", #"{"":{"":8}}"#),
    ("EVENT,EXTRA_3,TEMPLATE_ID", #"{"SENT":{"":{"":3}},"SENT_FAILED":{"":{"":5}}}"#),
  ])
  func totalsNestInTheOrderOfTheCriteria(_ criteria: String, _ expected: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await Self.fail(server)
      let answer = await server.call(.get, "/stats/total?eventCategory=MESSAGE&statsCriteria=\(criteria)").succeeds()
      #expect(answer.text.hasSuffix(#","total":\#(expected)}"#), "stable order of members: \(answer.text)")
    }
  }

  @Test func theCausesNameIsThatOfMessageErrors() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for type in [PushType.fcm, .tencent, .adm, .apnsSandbox] { await server.register(.device(type.name, type)) }
      await server.devices(.array(["FCM", "TENCENT", "ADM", "APNS_SANDBOX"].map { ["token": .string($0), "answer": "PROVIDER_ERROR"] }))
      try await ReadFixture(server: server).send()
      let causes = await server.call(.get, "/message-errors?").succeeds().column("messageErrors", "messageErrorCause")
      let totals = await server.total("MESSAGE", "statsCriteria=EXTRA_2")
      #expect(totals == ["ADM_ERROR": 1, "APNS_ERROR": 1, "FCM_ERROR": 1, "TENCENT_ERROR": 1])
      #expect(totals.objectValue?.members.map(\.key) == causes?.sorted())
    }
  }

  @Test(arguments: [
    ("TOKEN_REGISTRATION", "EVENT", #"{"REGISTERED":3,"DELETED":1}"#), ("TOKEN_REGISTRATION", "EXTRA_1", #"{"":4}"#),
    ("TOKEN_REGISTRATION", "EXTRA_2,EVENT", #"{"":{"DELETED":1,"REGISTERED":3}}"#),
    ("TOKEN_LANGUAGE", "EVENT", #"{"en":1,"ko":1}"#),
    ("TOKEN_LANGUAGE", "EVENT,EXTRA_1", #"{"en":{"":1},"ko":{"":1}}"#), ("TOKEN_LANGUAGE", "TEMPLATE_ID", #"{"":2}"#),
    ("TOKEN_AGREEMENT", "EVENT", #"{"ON":1,"NIGHT_AD_OFF":1,"AD_OFF":0,"OFF":0}"#),
    ("TOKEN_AGREEMENT", "EVENT,EXTRA_3", #"{"NIGHT_AD_OFF":{"":1},"ON":{"":1}}"#),
  ])
  func otherCategoriesHaveNoExtras(_ category: String, _ criteria: String, _ expected: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a", language: "ko"))
      await server.register(.device("b", .apns, (true, true, false), language: "en"))
      await server.register(.device("c", language: "ja"))
      await server.call(.delete, "/tokens/c").succeeds()
      let query = "eventCategory=\(category)&statsCriteria=\(criteria)&extra1s=FCM&messageId=x&statsIds=y"
      let answer = await server.call(.get, "/stats/total?\(query)").succeeds()
      #expect(answer.text.hasSuffix(#","total":\#(expected)}"#), "\(answer.text)")
    }
  }

  @Test func nothingIsNestedWhereNothingHappened() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for category in ["MESSAGE", "TOKEN_REGISTRATION", "TOKEN_AGREEMENT", "TOKEN_COUNTRY"] {
        #expect(await server.total(category, "statsCriteria=EVENT,EXTRA_1") == [:])
      }
    }
  }
}
