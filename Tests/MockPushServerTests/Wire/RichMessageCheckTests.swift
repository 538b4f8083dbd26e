import Testing

@testable import MockPushServer

@Suite struct RichMessageCheckTests {
  /// The faults of contract 15, paths from `richMessage` on.
  @Test(arguments: [
    ("{}", "0"), ("null", "0"), ("[]", "40002 <[]>"), (#""x""#, "40002 <x>"),
    (#"{"buttons":null,"media":null,"largeIcon":null,"group":null}"#, "0"), (#"{"buttons":[]}"#, "0"), (#"{"buttons":{}}"#, "40002 .buttons<{}>"),
    (#"{"buttons":[1]}"#, "40002 .buttons[0]<1>"), (#"{"buttons":[null]}"#, "40002 .buttons[0]<null>"),
    (#"{"buttons":[1,1,1,1]}"#, "40008 .buttons<4>"), (#"{"buttons":[{}]}"#, "40003 .buttons[0].name<null>"),
    (#"{"buttons":[{"name":""}]}"#, "40003 .buttons[0].name<>"), (#"{"buttons":[{"name":1}]}"#, "40002 .buttons[0].name<1>"),
    (#"{"buttons":[{"name":"n"}]}"#, "40003 .buttons[0].buttonType<null>"),
    (#"{"buttons":[{"name":"n","buttonType":"reply"}]}"#, "40001 .buttons[0].buttonType<reply>"),
    (#"{"buttons":[{"name":"n","buttonType":7}]}"#, "40002 .buttons[0].buttonType<7>"),
    (#"{"buttons":[{"name":"n","buttonType":"REPLY"},{"name":"n","buttonType":"OPEN_URL"}]}"#, "40003 .buttons[1].link<null>"),
    (#"{"buttons":[{"name":"n","buttonType":"DEEP_LINK","link":""}]}"#, "40003 .buttons[0].link<>"),
    (#"{"buttons":[{"name":"n","buttonType":"OPEN_URL","link":1}]}"#, "40002 .buttons[0].link<1>"),
    (#"{"buttons":[{"name":"n","buttonType":"OPEN_APP","link":1,"hint":2,"submitName":3}]}"#, "0"),
    (#"{"buttons":[{"name":"n","buttonType":"DISMISS"},{"name":"n","buttonType":"REPLY"},{"name":"n","buttonType":"OPEN_URL","link":"l"}]}"#, "0"),
    (#"{"media":"m"}"#, "40002 .media<m>"), (#"{"media":{}}"#, "40003 .media.source<null>"), (#"{"androidMedia":{"source":1}}"#, "40002 .androidMedia.source<1>"),
    (#"{"iosMedia":{"source":""}}"#, "40003 .iosMedia.source<>"), (#"{"media":{"source":"s","sourceType":"remote"}}"#, "40001 .media.sourceType<remote>"),
    (#"{"media":{"source":"s","sourceType":1}}"#, "40002 .media.sourceType<1>"), (#"{"media":{"source":"s","sourceType":"LOCAL","mediaType":"PDF"}}"#, "40001 .media.mediaType<PDF>"),
    (#"{"media":{"source":"s","sourceType":null,"mediaType":"","extension":1,"expandable":"x"}}"#, "0"),
    (#"{"media":{"source":"s","mediaType":"IMAGE"},"androidMedia":{"source":"s","mediaType":"GIF"},"iosMedia":{"source":"s","mediaType":"VEDIO"}}"#, "0"),
    (#"{"media":{"source":"s","mediaType":"VIDEO"},"iosMedia":{"source":"s","mediaType":"AUDIO"}}"#, "0"),
    (#"{"largeIcon":1}"#, "40002 .largeIcon<1>"), (#"{"largeIcon":{}}"#, "40003 .largeIcon.source<null>"),
    (#"{"largeIcon":{"source":"s","sourceType":"X"}}"#, "40001 .largeIcon.sourceType<X>"), (#"{"largeIcon":{"source":"s","mediaType":"X"}}"#, "0"),
    (#"{"group":[]}"#, "40002 .group<[]>"), (#"{"group":{}}"#, "40003 .group.key<null>"), (#"{"group":{"key":"k","description":1}}"#, "0"),
    // Order: buttons, media, androidMedia, iosMedia, largeIcon, group (F22).
    (#"{"group":1,"largeIcon":1,"iosMedia":1,"androidMedia":1,"media":1,"buttons":1}"#, "40002 .buttons<1>"),
    (#"{"group":1,"largeIcon":1,"iosMedia":1,"androidMedia":1,"media":1}"#, "40002 .media<1>"),
    (#"{"group":1,"largeIcon":1,"iosMedia":1,"androidMedia":1}"#, "40002 .androidMedia<1>"),
    (#"{"group":1,"largeIcon":1,"iosMedia":1}"#, "40002 .iosMedia<1>"), (#"{"group":1,"largeIcon":1}"#, "40002 .largeIcon<1>"),
  ])
  func everyFault(rich: String, answer: String) throws {
    for language in ["default", "ko"] {
      let expected = answer.split(separator: " ", maxSplits: 1).joined(separator: " content.\(language).richMessage")
      #expect(MessageBodyFixture.answer(try MessageBodyFixture.changed("content.\(language).richMessage", rich)) == expected)
    }
  }

  @Test("DEEP_LINK came with v2.2", arguments: APIVersion.allCases)
  func buttonTypesOfVersions(version: APIVersion) throws {
    let body = try MessageBodyFixture.changed(
      "content.default.richMessage", #"{"buttons":[{"name":"n","buttonType":"DEEP_LINK","link":"l"}]}"#)
    let refusal = "40001 content.default.richMessage.buttons[0].buttonType<DEEP_LINK>"
    #expect(MessageBodyFixture.answer(body, MessageRules(version: version)) == (version >= .v22 ? "0" : refusal))
  }
}
