import PushStore
import Testing

@testable import MockPushServer

@Suite struct GeneratedTokensTests {
  private static let now = DateText.parse("2026-03-02T09:15:00+09:00")!

  private static func tokens(_ text: String, isSingle: Bool = false) throws -> [SeedRegistration] {
    let generator = try SeedGenerator(try JSONParser.parse(text.utf8), isSingle: isSingle, place: "generate")
    var iterator = GeneratedTokens(generator, now: now)
    var all: [SeedRegistration] = []
    while let token = iterator.next() { all.append(token) }
    return all
  }

  @Test func theSameSeedMakesTheSameTokensAndAnotherOneOthers() throws {
    let first = try Self.tokens(#"{"tokens":500,"seed":7}"#).map(\.request.token)
    #expect(try Self.tokens(#"{"tokens":500,"seed":7}"#).map(\.request.token) == first)
    #expect(Set(try Self.tokens(#"{"tokens":500,"seed":8}"#).map(\.request.token)).isDisjoint(with: first))
    // A change here changes everybody's generated data.
    #expect(first[0] == "000ca4608a710c5bea15a4865e4e3b094b5540a4f343f6ffba02b168252c8e66")
  }

  @Test(arguments: [(10_000, 7_500), (10_000, 3_334), (10_000, 10_000), (1, 1), (3, 1), (4, 2)]) func usersHaveOneToThreeTokens(tokens: Int, uids: Int) throws {
    let made = try Self.tokens(#"{"tokens":\#(tokens),"uids":\#(uids)}"#)
    let perUser = Dictionary(grouping: made, by: \.request.uid)
    #expect(made.count == tokens)
    #expect(perUser.count == uids)
    #expect(perUser.values.allSatisfy { (1...3).contains($0.count) })
    #expect(perUser.keys.min() == "user-000001")
    if uids == 7_500 { #expect(Set(perUser.values.map(\.count)) == [1, 2, 3]) }
  }

  @Test func everyTokenIsOneThatTheVendorTakesAndNoTwoCollide() throws {
    let types = PushType.allCases.map { #""\#($0.name)":1"# }.joined(separator: ",")
    let made = try Self.tokens(#"{"tokens":3000,"pushTypes":{\#(types)}}"#)
    var unique = SeedUniqueness(isSingle: false, path: "")
    for (number, row) in made.enumerated() {
      let request = row.request
      let body = Fixture.registration([
        "token": .string(request.token), "pushType": .string(request.pushType.name), "uid": .string(request.uid), "deviceId": .string(request.deviceId ?? ""),
        "country": .string(request.country), "language": .string(request.language), "timezoneId": .string(request.timezoneId),
      ])
      #expect(throws: Never.self) { try RegistrationBody.decode(body.objectValue!, .v24) }
      try unique.add(request, number: number)
      #expect(row.createdAt <= row.activatedAt && row.activatedAt <= Self.now)
      #expect(Self.now.milliseconds - row.createdAt.milliseconds <= 90 * 86_400_000)
    }
    #expect(Set(made.map(\.request.pushType)).count == PushType.allCases.count)
  }

  @Test func sharesAndWeightsComeOutAboutAsTold() throws {
    let made = try Self.tokens(
      #"{"tokens":20000,"pushTypes":{"FCM":3,"APNS":1},"countries":{"KR":1,"JP":1},"agreements":{"notification":0.8,"ad":0.5,"nightAd":0},"timezones":{"UTC":1}}"#)
    func share(_ isCounted: (RegistrationRequest) -> Bool) -> Double { Double(made.count { isCounted($0.request) }) / 20_000 }
    #expect(abs(share { $0.pushType == .fcm } - 0.75) < 0.02)
    #expect(abs(share { $0.country == "JP" } - 0.5) < 0.02)
    #expect(share { ($0.country == "JP") == ($0.language == "ja") } == 1)
    #expect(share { $0.timezoneId == "UTC" } == 1)
    #expect(abs(share { $0.agreement.notification } - 0.8) < 0.02)
    #expect(abs(share { $0.agreement.ad } - 0.4) < 0.02)
    #expect(share { $0.agreement.nightAd } == 0)
  }

  @Test func aSingleAppHasAUserPerToken() throws {
    let made = try Self.tokens(#"{"tokens":500}"#, isSingle: true)
    #expect(Set(made.map(\.request.uid)).count == 500)
  }

  @Test func withoutDaysAllWereRegisteredNow() throws {
    #expect(try Self.tokens(#"{"tokens":50,"days":0}"#).allSatisfy { $0.createdAt == Self.now && $0.activatedAt == Self.now })
  }
}
