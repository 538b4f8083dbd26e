import Foundation
import Testing

@testable import MockPushServer
@testable import PushStore

/// What the server says of deliveries, and the console shows in Korean by templates.
@Suite struct KoreanSentenceTests {
  private struct Template {
    let english: String
    let korean: String

    private static func placeholders(_ text: String) -> Set<String> { Set(text.matches(of: /\{(\w+)\}/).map { String($0.output.1) }) }
    var isWhole: Bool { Self.placeholders(korean).isSubset(of: Self.placeholders(english)) }

    func fits(_ sentence: String) -> Bool {
      let pattern = NSRegularExpression.escapedPattern(for: english).replacing(/\\\{\w+\\\}/, with: ".+?")
      return sentence.range(of: "^\(pattern)$", options: .regularExpression) != nil
    }
  }

  private static func templates() throws -> [Template] {
    let text = String(decoding: try Data(contentsOf: ConsoleRouteTests.pages.appending(path: "korean-sentences.js")), as: UTF8.self)
    return text.matches(of: /\['((?:[^'\\]|\\.)*)',\s+'((?:[^'\\]|\\.)*)'\],\n/).map {
      Template(english: String($0.output.1).replacing("\\'", with: "'"), korean: String($0.output.2).replacing("\\'", with: "'"))
    }
  }

  /// Every reason for every push type, of messages and settings that word it differently.
  private static func reasons() throws -> Set<String> {
    var found: Set<String> = []
    let targets = [#"{"type":"ALL","countries":["KR"]}"#, #"{"type":"ALL","pushTypes":["FCM","APNS"],"countries":["KR","JP"]}"#]
    let local = LocalTarget(
      Schedule(
        number: ScheduleNumber(1), reservation: ReservationNumber(1), deliverAt: DateText.parse("2026-03-02T09:00:00+09:00")!, offsetMinutes: 540, isLocal: true,
        status: .ready))
    for target in targets {
      let body = try MessageBody(
        try JSONObject(#"{"target":\#(target),"content":{"default":{"title":"T"}},"messageType":"NOTIFICATION"}"#), .console(provisionedResourceIds: nil))
      for local in [nil, local] {
        let sentence = DeliverySentence(body: body, settings: AppSettings(), appkey: "APP", local: local)
        for reason in DeliveryReason.allCases {
          for type in PushType.allCases { found.insert(sentence.text(reason, type, byteCount: 5_000)) }
        }
      }
    }
    return found
  }

  private static func warnings() throws -> Set<String> {
    let large = "{\"title\":\"\(String(repeating: "a", count: 5_000))\"}"
    let near = "{\"title\":\"\(String(repeating: "a", count: 3_900))\"}"
    let maps = [
      large, near, #"{"title":"T","badge":"three"}"#, #"{"title":"T","richMessage":{"media":{"source":"s","mediaType":"GIF"}}}"#,
      #"{"title":"T","richMessage":{"buttons":[{"name":"n","buttonType":"DEEP_LINK","link":"l"}]}}"#,
      #"{"title":"T","mutable-content":0,"richMessage":{"group":{"key":"k"}}}"#, #"{"richMessage":{"group":{"key":"k"}}}"#, #"{"k":1}"#,
      #"{"title":"T","loc-key":"l","loc-args":["a"]}"#, #"{"title":"(광고) T"}"#,
    ]
    var found: Set<String> = []
    for map in maps {
      for type in PushType.allCases {
        for isAd in [false, true] { found.formUnion(try DeliveryWarningTests.warnings(map, type, language: "ko", isAd: isAd).map(\.sentence)) }
      }
    }
    return found
  }

  /// Those that the message has nothing to do with.
  private static func others(_ server: TestServer) async throws -> Set<String> {
    await server.register(.device("t1", uid: "u1"))
    var found: Set<String> = []
    for token in [#""t1""#, #""none""#, #""none","pushType":"FCM""#] {
      let body = #"{"target":{"type":"UID","to":["other"]},"content":{"default":{"title":"T"}},"messageType":"NOTIFICATION","token":\#(token)}"#
      let answer = await server.control(.post, "/explain", json: .object(try JSONObject(body)))
      #expect(answer.status == 200, "\(answer.text)")
      found.formUnion((answer.json["deliveries"]?.arrayValue ?? []).compactMap { $0["explanation"]?.stringValue })
    }
    return found
  }

  @Test func everySentenceHasItsKoreanAndEveryTemplateItsSentence() async throws {
    let templates = try Self.templates()
    try await withTestServer { server in
      let sentences = try await Self.reasons().union(Self.warnings()).union(Self.others(server))
      for sentence in sentences { #expect(templates.contains { $0.fits(sentence) }, "\(sentence)") }
      for template in templates {
        #expect(sentences.contains { template.fits($0) }, "\(template.english)")
        #expect(template.isWhole, "\(template.korean)")
      }
    }
  }
}
