import PushStore
import Testing

@testable import MockPushServer

extension Live {
  /// One conversation, whole answers, at a frozen clock: plain and behind TLS it is the same.
  @Suite struct ContractTests {
    struct Step: Sendable {
      let call: String
      var headers: [String] = []
      var body: String?
      /// The whole answer as JSON; `{tag}` stands for the tag made on the way.
      let answer: String

      static func refused(_ call: String, _ headers: [String] = [], _ body: String? = nil, _ code: Int, _ message: String) -> Step {
        Step(call: call, headers: headers, body: body, answer: header(code, message))
      }

      static func done(_ call: String, _ headers: [String] = [], _ body: String? = nil, _ message: String, _ payload: String = "") -> Step {
        Step(call: call, headers: headers, body: body, answer: header(0, message, payload))
      }

      private static func header(_ code: Int, _ message: String, _ payload: String = "") -> String {
        "{\"header\":{\"isSuccessful\":\(code == 0),\"resultCode\":\(code),\"resultMessage\":\"\(message)\"}\(payload)}"
      }
    }

    private static let moment = "2026-03-02T09:15:00.000+09:00"
    private static let key = ["X-Secret-Key: abcdefgh"]
    private static let pair = ["X-User-Access-Key-ID: abcdefghij0123456789", "X-Secret-Access-Key: abcdefgh01234567"]
    private static let common = """
      "isNotificationAgreement":true,"isAdAgreement":true,"isNightAdAgreement":false,"timezoneId":"Asia/Seoul","country":"KR","language":"ko",\
      "uid":"user","token":"a/b"
      """
    private static let shown23 = """
      {"pushType":"FCM",\(common),"updatedDateTime":"\(moment)","adAgreementDateTime":"\(moment)","deviceId":"d","activatedDateTime":"\(moment)"}
      """
    private static let shown22 = """
      {"pushType":"GCM",\(common),"adAgreementDateTime":"\(moment)","deviceId":"d","activatedDateTime":"\(moment)"}
      """
    private static let shown20 = "{\"pushType\":\"GCM\",\(common),\"updateDateTime\":\"\(moment)\",\"adAgreementDateTime\":\"\(moment)\"}"
    private static let (v20, v22) = ("/push/v2.0/appkeys/APP", "/push/v2.2/appkeys/APP")
    private static let (v23, v24) = ("/push/v2.3/appkeys/APP", "/push/v2.4/appkeys/APP")
    private static let receipt = "{\"event\":\"OPENED\",\"eventDateTime\":\"2026-03-02T09:15:00.123+0900\",\"messageDeliveryReceiptData\":{\"messageId\":1}}"

    static let steps: [Step] = [
      .done("POST \(v23)/tokens", [], SampleBody.registration("a/b", uid: "user", device: "d"), "success"),
      .done("GET \(v23)/tokens/a%2Fb?pushType=FCM", [], nil, "success", ",\"token\":\(shown23)"),
      .done("GET \(v20)/tokens/a%2Fb?pushType=GCM", [], nil, "SUCCESS", ",\"token\":\(shown20)"),
      .refused("GET \(v23)/tokens/a%2Fb?pushType=GCM", [], nil, 40001, "Client Error. Parameter is invalid. pushType<GCM>"),
      .refused("GET \(v23)/tokens/a%2Fb?pushType=", [], nil, 40003, "Client Error. Parameter is empty or null. pushType<>"),
      .refused("GET \(v23)/tokens/nope?pushType=FCM", [], nil, 40401, "Client Error. Not found. token<nope>"),
      .refused("POST \(v23)/tokens", [], "{\"token\":1}", 40002, "Client Error. Parameter is invalid format. token<1>"),
      .refused("POST \(v23)/tokens", [], "[]", 40002, "Client Error. Parameter is invalid format. body<[]>"),
      .refused("POST \(v23)/tokens", [], "{\"token\":null}", 40003, "Client Error. Parameter is empty or null. token<null>"),
      .refused("GET \(v23)/tokens?uid=user", [], nil, 40101, "Client Error. Access is not allowed."),
      .done("GET \(v23)/tokens?uid=user", key, nil, "success", ",\"tokens\":[\(shown23)]"),
      .refused("GET \(v22)/tokens?uid=user", key, nil, 40101, "Client Error. Access is not allowed."),
      .done("GET \(v22)/tokens?uid=user", pair, nil, "SUCCESS", ",\"tokens\":[\(shown22)]"),
      .done("GET \(v24)/tokens-by-cursor?limit=1", key, nil, "success", ",\"tokens\":[\(shown23)]"),
      .refused("GET \(v23)/tokens-by-cursor", key, nil, 40011, "Client Error. Unsupported API version. version<v2.3>"),
      .refused("GET \(v24)/tokens-by-cursor?limit=1001", key, nil, 40008, "Client Error. Maximum limit exceeded. limit<1001>"),
      .done("POST \(v24)/tags", key, "{\"tagName\":\"news\"}", "success", ",\"tag\":{\"tagId\":\"{tag}\"}"),
      .refused("POST \(v24)/tags", key, "{\"tagName\":\"news\"}", 400, "Client Error. Occurred at a tagged API. tagName<news>"),
      .done("POST \(v23)/uids/user/tag-ids", [], "{\"tagIds\":[\"{tag}\"]}", "success"),
      .done("GET \(v23)/uids/user/tag-ids", [], nil, "success", ",\"tagIds\":[\"{tag}\"]"),
      .refused("PUT \(v23)/uids/user/tag-ids", [], "{\"tagIds\":[\"ABCDEFG_\"]}", 40001, "Client Error. Parameter is invalid. tagIds<ABCDEFG_>"),
      .done("DELETE \(v23)/uids/user/tag-ids?tagIds={tag}", [], nil, "success"),
      .done("GET \(v23)/uids/user/tag-ids", [], nil, "success", ",\"tagIds\":[]"),
      .refused("GET \(v23)/uids/nobody/tag-ids", [], nil, 40401, "Client Error. Not found. uid<nobody>"),
      .done("POST \(v20)/message-delivery-receipts", [], receipt, "SUCCESS"),
      .done("POST \(v20)/message-delivery-receipts", [], receipt, "SUCCESS"),
      .refused("POST \(v20)/message-delivery-receipts", [], "{\"event\":\"SEEN\"}", 40001, "Client Error. Parameter is invalid. event<SEEN>"),
      .refused("GET /push/v2.3/appkeys/a%20b/tokens/t?pushType=FCM", [], nil, 40102, "Client Error. Unavailable key. appkey<a b>"),
      .refused("GET /push/v2.5/appkeys/APP/tokens/t", [], nil, 40011, "Client Error. Unsupported API version. version<v2.5>"),
      .refused("GET /push/v1.3/appkey/APP/tokens", [], nil, 40011, "Client Error. Unsupported API version. version<v1.3>"),
      .refused(
        "GET /address-book-sdk/v1.0/recipients/u/contacts/tokens/t", [], nil, 40011,
        "Client Error. Unsupported API version. Notification Hub is not emulated by mock-push-server"),
      .refused("GET /push/v2.3/appkeys/APP/nothing", [], nil, 40401, "Client Error. Not found. uri</push/v2.3/appkeys/APP/nothing>"),
      .refused("DELETE \(v20)/tokens/a%2Fb", [], nil, 40011, "Client Error. Unsupported API version. version<v2.0>"),
      .done("DELETE \(v23)/tokens/a%2Fb?pushType=FCM", [], nil, "Success."),
      .done("DELETE \(v23)/tokens/a%2Fb?pushType=FCM", [], nil, "Success."),
      .refused("GET \(v23)/tokens/a%2Fb?pushType=FCM", [], nil, 40401, "Client Error. Not found. token<a/b>"),
    ]

    @Test(arguments: [Request.Scheme.http, .https]) func everyStepIsAnsweredInFull(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true, clock: DateText.parse(Self.moment))) { server in
        let client = try server.connect(scheme)
        var tag = "{tag}"
        for step in Self.steps {
          let call = step.call.replacing("{tag}", with: tag).split(separator: " ").map { String($0) }
          let answer = try client.ask(call[0], call[1], step.headers, body: step.body?.replacing("{tag}", with: tag))
          if let made = answer.json["tag"]?["tagId"]?.stringValue { tag = made }
          #expect(answer.status == 200, "\(step.call)")
          #expect(answer.headers["Content-Type"] == "application/json;charset=UTF-8")
          #expect((answer.resultCode == 0) == (answer.hint == nil) || step.call.contains("receipts"), "\(step.call)")
          #expect(.object(answer.json) == (try JSONParser.parse(Array(step.answer.replacing("{tag}", with: tag).utf8))), "\(step.call): \(answer.text)")
        }
      }
    }
  }
}
