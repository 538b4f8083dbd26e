import PushStore
import Testing

@testable import MockPushServer

@Suite struct MessageBodyFaultTests {
  typealias Fixture = MessageBodyFixture

  /// Path, value (nil: left out), answer (contract 10.1, 4.4, F7, F8).
  @Test(arguments: [
    ("target", nil, "40003 target<null>"), ("target", "null", "40003 target<null>"), ("target", "[]", "40002 target<[]>"),
    ("target", #""ALL""#, "40002 target<ALL>"), ("target", "{}", "40003 target.type<null>"),
    ("target.type", "null", "40003 target.type<null>"), ("target.type", #""""#, "40003 target.type<>"), ("target.type", "1", "40002 target.type<1>"),
    ("target.type", #""X""#, "40001 target.type<X>"), ("target.type", #""all""#, "40001 target.type<all>"),
    ("target.to", #"{"ignored":"for ALL"}"#, "0"),
    ("target", #"{"type":"UID"}"#, "40003 target.to<null>"), ("target", #"{"type":"UID","to":null}"#, "40003 target.to<null>"),
    ("target", #"{"type":"UID","to":[]}"#, "40003 target.to<[]>"), ("target", #"{"type":"UID","to":"u"}"#, "40002 target.to<u>"),
    ("target", #"{"type":"UID","to":["u",null]}"#, "40002 target.to<null>"), ("target", #"{"type":"UID","to":[1]}"#, "40002 target.to<1>"),
    ("target", #"{"type":"UID","to":["","u","u"]}"#, "0"),
    ("target", #"{"type":"TAG"}"#, "40003 target.to<null>"), ("target", #"{"type":"TAG","to":[]}"#, "40003 target.to<[]>"),
    ("target", #"{"type":"TAG","to":[""," ,"]}"#, "40003 target.to<, ,>"), ("target", #"{"type":"TAG","to":[7]}"#, "40002 target.to<7>"),
    ("target", #"{"type":"TAG","to":["a","b"]}"#, "40001 target.to<a,b>"), ("target", #"{"type":"TAG","to":["a","AND"]}"#, "40001 target.to<a,AND>"),
    ("target", #"{"type":"TAG","to":["(","a"]}"#, "40001 target.to<(,a>"),
    ("target", #"{"type":"TAG","to":["a,OR,b,OR,c,OR,d,OR,e"]}"#, "40008 target.to<a,OR,b,OR,c,OR,d,OR,e>"),
    ("target", #"{"type":"TAG","to":["(,a,),OR,(,b,)"]}"#, "40008 target.to<(,a,),OR,(,b,)>"),
    ("target", #"{"type":"TAG","to":["(,a,AND,b,),OR,c"]}"#, "0"),
    ("target.pushTypes", "[]", "0"), ("target.pushTypes", "null", "0"), ("target.pushTypes", #""FCM""#, "40002 target.pushTypes<FCM>"),
    ("target.pushTypes", #"["FCM","X"]"#, "40001 target.pushTypes<X>"), ("target.pushTypes", #"["GCM"]"#, "40001 target.pushTypes<GCM>"),
    ("target.pushTypes", #"[null]"#, "40002 target.pushTypes<null>"), ("target.pushTypes", #"[""]"#, "40001 target.pushTypes<>"),
    ("target.pushTypes", #"["apns"]"#, "40001 target.pushTypes<apns>"),
    ("target.countries", "[]", "0"), ("target.countries", #"["KR","usa"]"#, "0"), ("target.countries", #"["KORE"]"#, "40008 target.countries<KORE>"),
    ("target.countries", #""KR""#, "40002 target.countries<KR>"), ("target.countries", "[82]", "40002 target.countries<82>"),
    ("content", nil, "40003 content<null>"), ("content", "null", "40003 content<null>"), ("content", #""T""#, "40002 content<T>"),
    ("content", "[]", "40002 content<[]>"), ("content", "{}", "40003 content.default<null>"), ("content", #"{"ko":{}}"#, "40003 content.default<null>"),
    ("content.default", "null", "40003 content.default<null>"), ("content.default", "{}", "0"), ("content.default", #""T""#, "40002 content.default<T>"),
    ("content.ko", #""T""#, "40002 content.ko<T>"), ("content.ko", "[]", "40002 content.ko<[]>"), ("content.ko", "null", "0"),
    ("content.user 7", "5", "40002 content.<language><5>"),
    ("messageType", nil, "40003 messageType<null>"), ("messageType", #""""#, "40003 messageType<>"), ("messageType", #""AD ""#, "40001 messageType<AD >"),
    ("messageType", "true", "40002 messageType<true>"),
    ("timeToLiveMinute", "null", "0"), ("timeToLiveMinute", "1", "0"), ("timeToLiveMinute", "60", "0"),
    ("timeToLiveMinute", "0", "40001 timeToLiveMinute<0>"), ("timeToLiveMinute", "-1", "40001 timeToLiveMinute<-1>"),
    ("timeToLiveMinute", "61", "40008 timeToLiveMinute<61>"), ("timeToLiveMinute", "99999999999999999999", "40008 timeToLiveMinute<99999999999999999999>"),
    ("timeToLiveMinute", "-99999999999999999999", "40001 timeToLiveMinute<-99999999999999999999>"),
    ("timeToLiveMinute", "10.0", "40002 timeToLiveMinute<10.0>"), ("timeToLiveMinute", "1e1", "40002 timeToLiveMinute<1e1>"),
    ("timeToLiveMinute", #""10""#, "40002 timeToLiveMinute<10>"),
    ("provisionedResourceId", #""""#, "0"), ("provisionedResourceId", "7", "40002 provisionedResourceId<7>"), ("provisionedResourceId", #""any""#, "0"),
    ("adWordPosition", #""BODY""#, "0"), ("adWordPosition", #""""#, "0"), ("adWordPosition", #""FOOT""#, "40001 adWordPosition<FOOT>"),
    ("adWordPosition", "1", "40002 adWordPosition<1>"),
    ("statsId", #""any text""#, "0"), ("statsId", #""""#, "0"), ("statsId", "1", "40002 statsId<1>"),
    // A NOTIFICATION's are ignored unchecked.
    ("removeGuide", "1", "0"), ("contact", #""call me""#, "0"), ("unknown", "1", "0"),
  ] as [(String, String?, String)])
  func everyFault(path: String, value: String?, answer: String) throws {
    #expect(Fixture.answer(try Fixture.changed(path, value)) == answer)
  }

  @Test("contract 10.1, R48", arguments: [
    ("removeGuide", nil, 40012), ("removeGuide", "null", 40012), ("removeGuide", #""""#, 40012), ("removeGuide", #"" \n\u3000""#, 40012),
    ("removeGuide", "1", 40002), ("contact", nil, 40013), ("contact", "null", 40013), ("contact", #""""#, 40013), ("contact", "1588", 40002),
    ("contact", #"" ""#, 40014), ("contact", #""1588 1234""#, 40014), ("contact", #""+82-2""#, 40014), ("contact", #""１５８８""#, 40014),
    ("contact", #""02-1588-1234""#, 0), ("contact", #""-""#, 0), ("removeGuide", #"" x""#, 0),
  ] as [(String, String?, Int)])
  func adsNeedAGuideAndAContact(path: String, value: String?, code: Int) throws {
    let answer = Fixture.answer(try Fixture.changed(path, value, in: Fixture.goodAd))
    #expect(answer.split(separator: " ").first.map(String.init) == String(code))
  }

  @Test(arguments: [
    ("removeGuide", nil, "Client Error. Remove guide is empty."), ("contact", nil, "Client Error. Contact is empty."),
    ("contact", #""a""#, "Client Error. Contact is invalid format([0-9-]+)'. contact<a>"),
  ] as [(String, String?, String)])
  func textsOfAdFaults(path: String, value: String?, message: String) throws {
    let body = try Fixture.changed(path, value, in: Fixture.goodAd)
    let error = #expect(throws: APIError.self) { try MessageBody(body, MessageRules(version: .v24)) }
    #expect(error?.message == message)
  }

  /// Everything is wrong; mending the first fault shows the next (contract 4.1, 10.1, F13, F22).
  @Test func firstFaultInTheContractsOrder() throws {
    var body = try JSONObject(
      #"{"statsId":1,"adWordPosition":"X","provisionedResourceId":"X","timeToLiveMinute":0,"contact":"x","removeGuide":" ","messageType":"X","content":1}"#)
    let steps: [(path: String, mended: String, fault: String)] = [
      ("target", #"{"type":"X","to":[],"pushTypes":["X"],"countries":["LONG"]}"#, "40003 target<null>"), ("target.type", #""UID""#, "40001 target.type<X>"),
      ("target.to", #"["u"]"#, "40003 target.to<[]>"), ("target.pushTypes", #"["APNS"]"#, "40001 target.pushTypes<X>"),
      ("target.countries", #"["KR"]"#, "40008 target.countries<LONG>"),
      ("content", #"{"ko":1,"ja":{"richMessage":[]}}"#, "40002 content<1>"), ("content.default", #"{"richMessage":1}"#, "40003 content.default<null>"),
      ("content.ko", #"{"richMessage":{"group":{}}}"#, "40002 content.ko<1>"), ("content.default", "{}", "40002 content.default.richMessage<1>"),
      ("content.ko", "{}", "40003 content.ko.richMessage.group.key<null>"), ("content.ja", "{}", "40002 content.ja.richMessage<[]>"),
      ("messageType", #""AD""#, "40001 messageType<X>"), ("removeGuide", #""g""#, "40012 "), ("contact", #""1""#, "40014 contact<x>"),
      ("timeToLiveMinute", "1", "40001 timeToLiveMinute<0>"), ("provisionedResourceId", #""known""#, "40405 provisionedResourceId<X>"),
      ("adWordPosition", #""TITLE""#, "40001 adWordPosition<X>"), ("statsId", #""s""#, "40002 statsId<1>"),
    ]
    let rules = MessageRules(version: .v24, provisionedResourceIds: ["known"])
    for step in steps {
      #expect(Fixture.answer(body, rules) == step.fault)
      body = try Fixture.changed(step.path, step.mended, in: body.text)
    }
    #expect(Fixture.answer(body, rules) == "0")
  }

  @Test(arguments: [
    (["a"], #""a""#, "0"), (["a"], #""b""#, "40405 provisionedResourceId<b>"), ([], #""a""#, "40405 provisionedResourceId<a>"), (["a"], "null", "0"),
    (nil, #""b""#, "0"),
  ] as [([String]?, String, String)])
  func provisionedResources(known: [String]?, id: String, answer: String) throws {
    let body = try Fixture.changed("provisionedResourceId", id)
    #expect(Fixture.answer(body, MessageRules(version: .v24, provisionedResourceIds: known)) == answer)
  }

  @Test func tenThousandUidsAndOneMore() throws {
    func body(_ count: Int) throws -> JSONObject {
      try Fixture.changed("target", #"{"type":"UID","to":["# + repeatElement(#""same""#, count: count).joined(separator: ",") + "]}")
    }
    #expect(Fixture.answer(try body(10_000)) == "0")
    #expect(Fixture.answer(try body(10_001)) == "40008 target.to<10001>")
    #expect(try MessageBody(try body(10_000), MessageRules(version: .v24)).target.uids == ["same"])
  }

  @Test("hints reach the log and must not hold a uid or token")
  func hintsDoNotRepeatUids() throws {
    for target in [#"{"type":"TAG","to":["secret-uid","b"]}"#, #"{"type":"UID","to":[["secret-uid"]]}"#, #"{"type":"UID","to":"secret-uid"}"#] {
      let body = try Fixture.changed("target", target)
      let error = #expect(throws: APIError.self) { try MessageBody(body, MessageRules(version: .v24)) }
      #expect(error?.hint.contains("secret") == false)
    }
  }
}
