import PushStore
import Testing

@testable import MockPushServer

@Suite struct RichMessageTests {
  @Test("contract 15, F22", arguments: [
    (#"{"media":{"source":"m"}}"#, #"{"media":{"source":"m"}}"#, #"{"media":{"source":"m"}}"#),
    (#"{"media":{"source":"m"},"iosMedia":{"source":"i"},"androidMedia":{"source":"a"}}"#, #"{"media":{"source":"i"}}"#, #"{"media":{"source":"a"}}"#),
    (#"{"iosMedia":{"source":"i"}}"#, #"{"media":{"source":"i"}}"#, "{}"), (#"{"androidMedia":{"source":"a"}}"#, "{}", #"{"media":{"source":"a"}}"#),
    (#"{"media":{"source":"m"},"iosMedia":null,"androidMedia":null}"#, #"{"media":{"source":"m"}}"#, #"{"media":{"source":"m"}}"#),
    (#"{"largeIcon":{"source":"l"},"group":{"key":"g"}}"#, "{}", #"{"largeIcon":{"source":"l"},"group":{"key":"g"}}"#),
    (#"{"media":{"source":"m","mediaType":"VEDIO","x":[1]},"other":null}"#, #"{"media":{"source":"m","mediaType":"VEDIO","x":[1]},"other":null}"#,
      #"{"media":{"source":"m","mediaType":"VEDIO","x":[1]},"other":null}"#),
    (#"{"buttons":[{"name":"a"},{"name":"b","id":"own"},{"name":"c","id":null,"submitName":"s"}]}"#,
      #"{"buttons":[{"name":"a","id":"1"},{"name":"b","id":"own"},{"name":"c","id":"3","submitName":"s"}]}"#,
      #"{"buttons":[{"name":"a"},{"name":"b","id":"own"},{"name":"c","id":null,"submitName":"s"}]}"#),
    ("{}", "{}", "{}"),
  ])
  func eachPlatformGetsItsOwn(given: String, apple: String, android: String) throws {
    for pushType in PushType.allCases {
      let payload = try PayloadRendererTests.payload("{\"richMessage\":\(given)}", pushType)
      let isApple = pushType.provider == .apns
      let sent = switch pushType.provider {
      case .apns: payload["richMessage"]
      case .fcm, .adm: payload["data"]?["richMessage"]
      case .tencent: payload["custom_content"]?["richMessage"]
      }
      #expect(try sent == .object(JSONObject(isApple ? apple : android)), "\(pushType.name)")
    }
  }
}
