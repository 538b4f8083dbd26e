import PushStore
import Testing

@testable import MockPushServer

@Suite struct MessageTargetTests {
  private func target(_ text: String, _ version: APIVersion = .v24) throws -> MessageTarget {
    try MessageTarget(JSONObject(text), version)
  }

  @Test(arguments: [
    #"{"type":"ALL"}"#, #"{"type":"UID","to":["b","a","b"]}"#, #"{"type":"TAG","to":["a,AND,b"],"pushTypes":["FCM","ADM","FCM"],"countries":["KR"]}"#,
  ])
  func isShownAsRequested(text: String) throws {
    #expect(try target(text).asJSON(.v24).text == text)
  }

  @Test func namesFollowTheVersion() throws {
    let target = try target(#"{"type":"ALL","to":["ignored"],"pushTypes":["GCM"]}"#, .v20)
    #expect(target.asJSON(.v22).text == #"{"type":"ALL","pushTypes":["GCM"]}"#)
    #expect(target.asJSON(.v23).text == #"{"type":"ALL","pushTypes":["FCM"]}"#)
  }

  @Test("contract 18.1: reservation messages always show push types")
  func defaultListIsFilledIn() throws {
    #expect(try target(#"{"type":"ALL"}"#).asJSON(.v24, fillsPushTypes: true).text
      == #"{"type":"ALL","pushTypes":["FCM","APNS","APNS_SANDBOX","TENCENT","ADM"]}"#)
    #expect(try target(#"{"type":"ALL","pushTypes":["ADM"]}"#).asJSON(.v24, fillsPushTypes: true).text == #"{"type":"ALL","pushTypes":["ADM"]}"#)
  }

  @Test func effectiveTypesAndUidsAreDistinct() throws {
    #expect(try target(#"{"type":"ALL","pushTypes":["APNS_VOIP","APNS","APNS_VOIP"]}"#).effectivePushTypes == [.apnsVoip, .apns])
    #expect(try target(#"{"type":"ALL","pushTypes":[]}"#).effectivePushTypes == MessageTarget.defaultPushTypes)
    // Uids are compared by their bytes, and case counts.
    #expect(try target(#"{"type":"UID","to":["b","é","B","b","e\u0301"]}"#).uids.map { Array($0.utf8) }
      == ["b", "\u{e9}", "B", "e\u{301}"].map { Array($0.utf8) })
    #expect(try target(#"{"type":"TAG","to":["b"]}"#).uids.isEmpty)
  }

  @Test func tagExpressionIsAtHand() throws {
    #expect(try target(#"{"type":"TAG","to":["(,a,OR,b,)","AND","c"]}"#).tagExpression?.tagIds == ["a", "b", "c"])
    #expect(try target(#"{"type":"UID","to":["a"]}"#).tagExpression == nil)
  }

  @Test func countriesIgnoreCase() throws {
    #expect(try target(#"{"type":"ALL","countries":["kr","US","uS"]}"#).countryFilter == ["kr", "us"])
    #expect(try target(#"{"type":"ALL","countries":[]}"#).countryFilter == nil)
  }
}
