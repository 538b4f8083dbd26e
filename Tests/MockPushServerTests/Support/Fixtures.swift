import PushStore
import Testing
@testable import MockPushServer

enum Fixture {
  /// A complete body of POST /tokens that every version takes: APNS, all agreements but night, device `device-1`.
  static func registration(_ changes: JSONObject = [:], without absent: [String] = []) -> JSON {
    var body: JSONObject = [
      "token": "a1b2", "pushType": "APNS", "isNotificationAgreement": true, "isAdAgreement": true, "isNightAdAgreement": false,
      "timezoneId": "Asia/Seoul", "country": "KR", "language": "ko", "uid": "user-7", "deviceId": "device-1",
    ]
    for (key, value) in changes.members { body[key] = value }
    for key in absent { body[key] = nil }
    return .object(body)
  }

  /// The 29 characters of the wire for a moment so many seconds after the test clock's start.
  static func wireTime(_ seconds: Int64) -> String { DateText.iso(TestServer.start.advanced(byMilliseconds: seconds * 1_000)) }
}

extension TestServer {
  /// Registers with the given changes to the fixture, and expects success.
  func register(_ changes: JSONObject = [:], _ version: APIVersion = .v24, without absent: [String] = [], app: String = "APP") async {
    await call(.post, "/tokens", version, json: Fixture.registration(changes, without: absent), app: app).succeeds()
  }

  /// The token object, nil when there is no record (which must then be told as 40401).
  func token(_ token: String, _ pushType: String = "APNS", _ version: APIVersion = .v24, app: String = "APP") async -> JSON? {
    let answer = await call(.get, "/tokens/\(Wire.escaped(token))?pushType=\(pushType)", version, app: app)
    if answer.code == 40401 { return nil }
    answer.succeeds()
    return answer.json["token"]
  }

  /// The token texts of a uid, in the order listed.
  func tokens(of uid: String, _ version: APIVersion = .v24) async -> [String]? {
    await call(.get, "/tokens?uid=\(Wire.escaped(uid))", version).succeeds().column("tokens", "token")
  }

  /// Makes a tag.
  func tag(_ name: String, _ version: APIVersion = .v24) async -> String {
    await call(.post, "/tags", version, json: ["tagName": .string(name)]).succeeds().json["tag"]?["tagId"]?.stringValue ?? ""
  }
}

enum Wire {
  /// Everything but letters, digits and `_-!.~'()*` escaped, as Android SDK 0.19.3 does.
  static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "_-!.~'()*".unicodeScalars.contains(scalar))
      result += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return result
  }
}

extension RegistrationRequest {
  func with(token: String) -> RegistrationRequest {
    var copy = self
    copy.token = token
    return copy
  }
}
