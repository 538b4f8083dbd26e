import Foundation
import MockPush
import XCTest
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// In a UI test `signIn` is `XCUIApplication().launch()` and taps, and the app's SDK makes the call that is made by hand here.
final class ShopTests: XCTestCase {
  // An app for each test, so that nothing has to be reset and tests may run side by side.
  private let push = MockPush(app: "SWIFT-\(UUID().uuidString)")
  private let order = #"{"target":{"type":"UID","to":["mina"]},"messageType":"NOTIFICATION","content":{"default":{"title":"Order shipped"}}}"#

  func testSigningInRegistersThePhoneOnce() async throws {
    try await signIn("mina")
    try await push.verify(#"{"match":{"appkey":"\#(push.app)","method":"POST","path":"*/tokens","uid":"mina"},"count":1}"#)
  }

  func testTheOrderArrives() async throws {
    try await signIn("mina")
    try await push.send(order)
    let deliveries = try await push.deliveries(to: "phone")
    XCTAssertEqual(deliveries.map(\.outcome), ["SENT"])
  }

  func testWithoutConsentAnAdDoesNotArriveAndTheMockSaysWhy() async throws {
    try await signIn("mina")
    let ad = order.replacingOccurrences(of: #""NOTIFICATION""#, with: #""AD","contact":"1588-0000","removeGuide":"Menu > Settings""#)
    let explained = try await push.explain(ad)
    XCTAssertEqual(explained.map(\.reason), ["AD_OFF"])
    XCTAssertTrue(explained[0].explanation.contains("isAdAgreement is false"))
  }

  func testARequestThatNeverCameFailsWithTheNearestOne() async throws {
    try await signIn("mina")
    do {
      try await push.verify(#"{"match":{"appkey":"\#(push.app)","uid":"minna"}}"#, within: 0)
      XCTFail("it was verified")
    } catch let refusal as MockPush.Refusal {
      XCTAssertTrue(refusal.description.contains("differs in uid"), refusal.description)
    }
  }

  func testTheServerFailsOnceAndTheNextTryRegisters() async throws {
    try await push.fault(#"{"match":{"appkey":"\#(push.app)","path":"/tokens"},"times":1,"then":{"resultCode":50001}}"#)
    let first = try await signIn("mina")
    XCTAssertTrue(first.contains("50001"))
    try await signIn("mina")
    try await push.verify(#"{"match":{"appkey":"\#(push.app)","path":"*/tokens","resultCode":0},"count":1}"#)
  }

  @discardableResult
  private func signIn(_ uid: String) async throws -> String {
    let address = ProcessInfo.processInfo.environment["MOCK_PUSH_HTTP_URL"] ?? "http://127.0.0.1:8080"
    var request = URLRequest(url: URL(string: "\(address)/push/v2.3/appkeys/\(push.app)/tokens")!)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      #"{"token":"phone","pushType":"APNS_SANDBOX","uid":"\#(uid)","deviceId":"device","isNotificationAgreement":true,"isAdAgreement":false,"isNightAdAgreement":false,"timezoneId":"Asia/Seoul","country":"KR","language":"ko"}"#
        .utf8)
    return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
  }
}
