import PushStore
import Testing

@testable import MockPushServer

@Suite struct DuplicateKeyTests {
  private static let base = #"{"default":{"title":"t","n":[1,2],"o":{"a":1,"b":2}},"ko":{"title":"티"}}"#

  private func key(
    _ content: String, _ type: MessageType = .ad, contact: String? = "1", removeGuide: String? = "g", position: AdWordPosition = .title
  ) throws -> DuplicateKey {
    DuplicateKey(type, content: try JSONObject(content), contact: contact, removeGuide: removeGuide, position: position)
  }

  @Test(arguments: [
    #"{"ko":{"title":"티"},"default":{"o":{"b":2,"a":1},"n":[1,2],"title":"t"}}"#,
    #"{"default":{"title":"\u0074","n":[1,2],"o":{"a":1,"b":2},"x":null},"ko":{"title":"\ud2f0"},"ja":null}"#,
  ])
  func orderSpellingAndNullsDoNotCount(content: String) throws {
    #expect(try key(content) == key(Self.base))
  }

  @Test(arguments: [
    #"{"default":{"title":"t","n":[2,1],"o":{"a":1,"b":2}},"ko":{"title":"티"}}"#,
    #"{"default":{"title":"t","n":[1.0,2],"o":{"a":1,"b":2}},"ko":{"title":"티"}}"#,
    #"{"default":{"title":"t","n":["1",2],"o":{"a":1,"b":2}},"ko":{"title":"티"}}"#,
    #"{"default":{"title":"t","n":[1,2],"o":{"a":1,"b":2,"c":null}},"ko":{"title":"티"}}"#,
    #"{"default":{"title":"t","n":[1,2],"o":{"a":1,"b":2}},"ko":{"title":"\u1110\u1175"}}"#,
    #"{"default":{"title":"t","n":[1,2],"o":{"a":1,"b":2}},"ja":{"title":"티"}}"#,
    #"{"default":{"title":"t","n":[1,2],"o":{"a":1,"b":2}},"ko":{}}"#,
  ])
  func anyOtherDifferenceCounts(content: String) throws {
    #expect(try key(content) != key(Self.base))
  }

  @Test func fieldsOfAdsCount() throws {
    let ad = try key(Self.base)
    #expect(try key(Self.base, contact: "2") != ad)
    #expect(try key(Self.base, removeGuide: "h") != ad)
    #expect(try key(Self.base, position: .body) != ad)
    #expect(try key(Self.base, .notification) != ad)
  }

  @Test func contactAndGuideOfANotificationDoNot() throws {
    let plain = try key(Self.base, .notification, contact: nil, removeGuide: nil)
    #expect(try key(Self.base, .notification, contact: "2", removeGuide: "h") == plain)
    #expect(try key(Self.base, .notification, contact: nil, removeGuide: nil, position: .body) != plain)
  }

  @Test func textIsStable() throws {
    #expect(String(decoding: try key(#"{"default":{"b":1.50,"a":"é"}}"#).bytes, as: UTF8.self) == #"["AD",{"default":{"a":"é","b":1.50}},"1","g","TITLE"]"#)
  }
}
