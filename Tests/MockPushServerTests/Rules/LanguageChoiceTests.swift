import Testing

@testable import MockPushServer

@Suite struct LanguageChoiceTests {
  @Test("contract 12", arguments: [
    (["ko", "ja"], "ko", "ko"), (["ko", "ja"], "ko-KR", "ko"), (["ko"], "kor", "ko"), (["zh"], "zh-Hans-CN", "zh"),
    (["zh", "zh-Hant"], "zh-Hant", "zh-Hant"), (["zh", "zh-Hant"], "zh-Hant-TW", "zh-Hant"), (["zh-Hans", "zh-Hant"], "zh", "zh-Hans"),
    (["en-US"], "en-GB", "en-US"), (["ko", "ja"], "en", "default"),
  ] as [([String], String, String)])
  func theContractsTable(codes: [String], language: String, chosen: String) {
    #expect(LanguageChoice(["default"] + codes).key(for: language) == chosen)
    #expect(LanguageChoice(codes.reversed() + ["default"]).key(for: language) == chosen)
  }

  @Test(arguments: [
    // Case, underscores and three-letter names do not count, on either side.
    (["KO"], "ko", "KO"), (["pt_BR"], "PT-br", "pt_BR"), (["jpn"], "ja-JP", "jpn"), (["de"], "ger-AT", "de"), (["chi-Hant"], "zho_hant", "chi-Hant"),
    // Other three-letter names stand for themselves, and are no prefix of anything.
    (["kok"], "ko", "default"), (["ko"], "kok", "default"), (["fil"], "fil-PH", "fil"), (["ko"], "k", "default"),
    // Only the first subtag is mapped.
    (["zh-chi"], "zh-zh", "zh-chi"),
    // A longer prefix beats a shorter one; an exact match beats both.
    (["zh", "zh-Hant", "zh-Hant-TW"], "zh-Hant-TW", "zh-Hant-TW"), (["zh", "zh-Hant", "zh-Hant-TW"], "zh-Hant-HK", "zh-Hant"),
    // Step 3 takes the shortest, then the smallest.
    (["en-Latn-US", "en-GB"], "en", "en-GB"), (["en-US", "en-GB"], "en", "en-GB"),
    // Step 2 comes before step 4.
    (["zh", "zh-Hant-HK"], "zh-Hant-TW", "zh"),
    // Step 4: most equal leading subtags, then shortest, then smallest.
    (["zh-Hans", "zh-Hant-HK"], "zh-Hant-TW", "zh-Hant-HK"), (["en-Latn-US", "en-AU"], "en-GB", "en-AU"), (["en-US", "en-AU"], "en-GB", "en-AU"),
    // Ties by normalized code, then by code as sent.
    (["kor", "ko"], "ko", "ko"), (["ko", "KO"], "ko", "KO"), (["en_US", "en-US"], "en-US", "en-US"),
    // Shortest counts characters of the normalized code.
    (["eng-US", "en-CAN"], "en", "eng-US"),
    ([], "ko", "default"), ([""], "ko", "default"), (["DEFAULT"], "ko", "default"),
  ] as [([String], String, String)])
  func closestCodeWins(codes: [String], language: String, chosen: String) {
    #expect(LanguageChoice(["default"] + codes).key(for: language) == chosen)
    #expect(LanguageChoice(codes.reversed() + ["default"]).key(for: language) == chosen)
  }

  @Test("contract 12, F16", arguments: [
    (#"{"default":{"title":"t","body":"b","k":1},"ja":{"title":"題","body":"文"}}"#, "ja", #"{"title":"題","body":"文","k":1}"#),
    (#"{"default":{"title":"t"},"ja":{"body":"文"}}"#, "default", #"{"title":"t"}"#),
    (#"{"default":{"a":{"x":1,"y":2}},"ja":{"a":{"x":3}}}"#, "ja", #"{"a":{"x":3}}"#),
    (#"{"default":{"a":1,"b":null},"ja":{"a":null,"c":{"d":null}}}"#, "ja", #"{"a":1,"c":{"d":null}}"#),
    (#"{"default":{},"ja":{"a":""}}"#, "ja", #"{"a":""}"#), (#"{"default":{"a":1},"ja":null}"#, "ja", #"{"a":1}"#),
  ])
  func missingKeysComeFromDefault(content: String, key: String, merged: String) throws {
    #expect(try ContentMerge.merged(JSONObject(content), key: key) == JSONObject(merged))
  }
}
