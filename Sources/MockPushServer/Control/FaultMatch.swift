/// Which vendor requests a fault rule is about. What is left out matches every one.
struct FaultMatch: Sendable, Equatable {
  var method: Request.Method?
  /// Of the whole path, or of what is below `/push/{version}/appkeys/{appkey}`; percent-decoded, without a trailing `/`.
  var path: GlobPattern?
  var version: GlobPattern?
  var appkey: GlobPattern?
  /// Of any uid that the request names: in the path, the query, or the body.
  var uid: GlobPattern?
  /// Of the token that the request names: in the path, or the body.
  var token: GlobPattern?
  /// Fields that must all be there; names without case.
  var headers: [Header] = []

  struct Header: Sendable, Equatable {
    let name: String
    let value: GlobPattern
  }

  func fits(_ request: inout FaultSubject) -> Bool {
    if let method, request.method != method { return false }
    if let version, !version.matches(request.version) { return false }
    if let appkey, !appkey.matches(request.appkey) { return false }
    if let path, !path.matches(request.path), !path.matches(request.endpointPath) { return false }
    for header in headers {
      let isThere = request.headers.contains { HeaderFields.isSame($0.name, header.name) && header.value.matches($0.value) }
      if !isThere { return false }
    }
    if let uid, !request.uids.contains(where: { uid.matches($0) }) { return false }
    if let token, !request.tokens.contains(where: { token.matches($0) }) { return false }
    return true
  }
}

/// A vendor request as fault rules look at it. Each part is taken out when the first rule asks for it; the body is parsed only when a rule
/// asks for a uid or a token, and once.
struct FaultSubject {
  let method: Request.Method
  private let segments: [String]
  private let request: Request

  init(_ request: Request, _ path: RequestPath) {
    method = request.method
    segments = path.segments
    self.request = request
  }

  var headers: [(name: String, value: String)] { request.headers.fields }
  var version: String { segments.count > 1 ? segments[1] : "" }
  var appkey: String { segments.count > 3 ? segments[3] : "" }

  private(set) lazy var path = "/" + segments.joined(separator: "/")
  /// Below the appkey.
  private(set) lazy var endpointPath = "/" + segments.dropFirst(4).joined(separator: "/")

  private(set) lazy var uids: [String] = {
    let query = QueryItems(request.query)
    var found = captured("uids") + [query["uid"]].compactMap { $0 } + query.list("uids")
    guard let body else { return found }
    if let uid = body["uid"]?.stringValue { found.append(uid) }
    found += body["uids"]?.texts ?? []
    return found + body.targetUids
  }()

  private(set) lazy var tokens: [String] = captured("tokens") + [body?["token"]?.stringValue].compactMap { $0 }

  private lazy var body: JSONObject? = request.body.isEmpty ? nil : (try? JSONParser.parse(request.body))?.objectValue

  /// What a capture behind the first word below the appkey took.
  private func captured(_ word: String) -> [String] { segments.count > 5 && segments[4] == word ? [segments[5]] : [] }
}

extension JSONObject {
  /// Whom a message's body is for; empty unless its target is of the type UID.
  var targetUids: [String] { self["target"]?["type"]?.stringValue == "UID" ? self["target"]?["to"]?.texts ?? [] : [] }
}
