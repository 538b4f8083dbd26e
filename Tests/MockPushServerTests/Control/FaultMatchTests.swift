import Testing

@testable import MockPushServer

@Suite struct FaultMatchTests {
  private static func fits(_ match: JSON, _ method: Request.Method, _ target: String, _ body: String = "", _ headers: HeaderFields = [:]) throws -> Bool {
    let request = Request(method: method, target: target, headers: headers, body: Array(body.utf8))
    var subject = FaultSubject(request, RequestPath(request.path))
    return try FaultMatch(match.objectValue!).fits(&subject)
  }

  private static let app = "/push/v2.4/appkeys/APP"

  @Test(arguments: [
    ([:], true), (["method": "POST"], true), (["method": "GET"], false), (["version": "v2.4"], true), (["version": "v2.*"], true), (["version": "v2.3"], false),
    (["appkey": "APP"], true), (["appkey": "A*"], true), (["appkey": "app"], false), (["path": "/tokens"], true), (["path": "/tok*"], true), (["path": "*"], true),
    (["path": "/push/v2.4/appkeys/APP/tokens"], true), (["path": "/push/*/tokens"], true), (["path": "*/tokens"], true), (["path": "/token"], false),
    (["path": "/push/v2.3/*"], false), (["method": "POST", "version": "v2.3"], false), (["path": "tokens*", "method": nil], false),
  ] as [(JSON, Bool)]) func methodVersionAppkeyAndPath(match: JSON, fits: Bool) throws {
    guard match["path"]?.stringValue?.hasPrefix("tokens") != true else {
      #expect(throws: ControlError.self) { try FaultMatch(match.objectValue!) }
      return
    }
    #expect(try Self.fits(match, .post, Self.app + "/tokens") == fits)
    #expect(try Self.fits(match, .post, "//push/v2.4/appkeys/APP//tokens/?x=/stats") == fits, "as the vendor reads a path")
  }

  static let places: [(Request.Method, String, String)] = [
    (.get, "/uids/u%2D7", ""), (.post, "/uids/u-7/tag-ids", #"{"tagIds":[]}"#), (.get, "/tokens?uid=u-7", ""), (.delete, "/uids?uids=x,u-7", ""),
    (.delete, "/tags/aaaaaaaa/uids?uids=u-7", ""), (.post, "/tokens", #"{"uid":"u-7"}"#), (.post, "/uids", #"{"uid":"u-7"}"#),
    (.post, "/tags/aaaaaaaa/uids", #"{"uids":["x","u-7"]}"#), (.post, "/messages", #"{"target":{"type":"UID","to":["x","u-7"]}}"#),
  ]
  static let elsewhere: [(Request.Method, String, String)] = [
    (.get, "/uids/x", ""), (.get, "/uids", ""), (.get, "/tags/u-7/uids", ""), (.get, "/tags/uids/u-7", ""), (.get, "/tokens?uid=x&pushType=u-7", ""),
    (.post, "/tokens", #"{"uid":"x","token":"u-7"}"#), (.post, "/tokens", #"{"uid":7}"#), (.post, "/messages", #"{"target":{"type":"TAG","to":["u-7"]}}"#),
    (.post, "/tokens", #"{"uid":"u-7""#), (.post, "/tokens", #"["u-7"]"#), (.post, "/messages", #"{"target":"u-7"}"#), (.post, "/tokens", ""),
  ]

  @Test(arguments: places) func aUidIsFoundInPathQueryAndBody(method: Request.Method, path: String, body: String) throws {
    for pattern in ["u-7", "u-*", "*-7", "*"] { #expect(try Self.fits(["uid": .string(pattern)], method, Self.app + path, body), "\(pattern)") }
    #expect(try !Self.fits(["uid": "u-70"], method, Self.app + path, body))
  }

  @Test(arguments: elsewhere) func elsewhereAUidIsNoUid(method: Request.Method, path: String, body: String) throws {
    #expect(try !Self.fits(["uid": "u-7"], method, Self.app + path, body))
  }

  @Test(arguments: [
    (.get, "/tokens/a%3Ab%2F1?pushType=FCM", "", true), (.delete, "/tokens/a:b%2F1", "", true), (.post, "/tokens", #"{"token":"a:b/1"}"#, true),
    (.get, "/tokens?uid=a:b%2F1", "", false), (.get, "/tokens", "", false), (.post, "/tokens", #"{"oldToken":"a:b/1"}"#, false), (.get, "/uids/a:b%2F1", "", false),
  ] as [(Request.Method, String, String, Bool)]) func aTokenIsFoundInPathAndBody(method: Request.Method, path: String, body: String, fits: Bool) throws {
    for pattern in ["a:b/1", "a:*", "*/1"] { #expect(try Self.fits(["token": .string(pattern)], method, Self.app + path, body) == fits) }
  }

  @Test(arguments: [
    (["User-Agent": "*iPhone*"], true), (["user-agent": "App*"], true), (["User-Agent": "iPhone"], false), (["X-Twice": "two"], true), (["X-Twice": "one", "User-Agent": "*"], true),
    (["X-Other": "*"], false), (["User-Agent": "*", "X-Other": "*"], false),
  ] as [(JSON, Bool)]) func headers(header: JSON, fits: Bool) throws {
    let headers: HeaderFields = ["User-Agent": "App/1 (iPhone)", "X-Twice": "one", "x-twice": "two"]
    #expect(try Self.fits(["header": header], .get, Self.app + "/tokens", "", headers) == fits)
  }

  @Test func allOfThemMustFit() throws {
    let match: JSON = ["uid": "u", "token": "t", "method": "POST"]
    #expect(try Self.fits(match, .post, Self.app + "/tokens", #"{"uid":"u","token":"t"}"#))
    #expect(try !Self.fits(match, .post, Self.app + "/tokens", #"{"uid":"u","token":"x"}"#))
    #expect(try !Self.fits(match, .put, Self.app + "/tokens", #"{"uid":"u","token":"t"}"#))
  }
}
