/// The vendor's endpoints, found by path and method; and what to say when none fits.
struct EndpointIndex: Sendable {
  let endpoints: [Endpoint]
  /// By the first segment below the appkey, which is fixed in every pattern.
  private let byFirst: [String: [Endpoint]]

  /// Two endpoints of one method and pattern are a programmer's error.
  init(_ endpoints: [Endpoint]) {
    let endpoints = endpoints.enumerated().map { number, endpoint in
      var numbered = endpoint
      numbered.number = number
      return numbered
    }
    self.endpoints = endpoints
    byFirst = Dictionary(grouping: endpoints) { endpoint in
      guard case .fixed(let text) = endpoint.path.parts[0] else { preconditionFailure("\(endpoint.path) begins with a capture") }
      return text
    }
    var seen: Set<String> = []
    for endpoint in endpoints {
      precondition(seen.insert(endpoint.method.rawValue + endpoint.path.description).inserted, "\(endpoint.path) stands twice in the table")
    }
  }

  func find(_ method: Request.Method, _ segments: ArraySlice<String>) -> (endpoint: Endpoint, parameters: Parameters)? {
    for endpoint in byFirst[segments.first!] ?? [] where endpoint.method == method {
      if let parameters = endpoint.path.match(segments) { return (endpoint, parameters) }
    }
    return nil
  }

  /// Notes whose answer it is, in any version, where no handler was asked.
  func note(_ method: Request.Method, _ path: RequestPath, in note: inout Response.Note) {
    guard path.segments.count > 4, let found = find(method == .head ? .get : method, path.segments[4...]) else {
      note.template = "(unknown)"
      return
    }
    note.template = found.endpoint.template
    note.endpoint = found.endpoint.number
    note.version = APIVersion(path.segments[1])
  }

  /// What a request to an unknown path or method probably meant.
  func hint(_ method: Request.Method, _ path: RequestPath) -> String {
    let segments = path.segments
    guard segments.first == "push" else {
      return "mock-push-server answers /push/{version}/appkeys/{appkey}/… as the vendor does, and /_mock/… for itself (GET /_mock/health)"
    }
    guard segments.count > 4, segments[2] == "appkeys" else {
      return "the path must be /push/{version}/appkeys/{appkey}/…, for example /push/v2.4/appkeys/MYAPP/tokens"
    }
    let rest = segments[4...]
    let here = endpoints.filter { $0.path.match(rest) != nil }
    if !here.isEmpty {
      let known = here.map { "\($0.method.rawValue) \($0.summary)" }.joined(separator: ", ")
      return "\(method.shown) is not a method of \(here[0].path): \(known)"
    }
    let nearest = endpoints.min { weight($0, method, rest) < weight($1, method, rest) }!
    return "no such path; the nearest is \(nearest.method.rawValue) \(nearest.template), which \(nearest.summary)"
  }

  private func weight(_ endpoint: Endpoint, _ method: Request.Method, _ segments: ArraySlice<String>) -> Int {
    endpoint.path.distance(to: segments) * 2 + (endpoint.method == method ? 0 : 1)
  }

  /// Where a version's users find what it lacks: the statistics changed their paths in v2.4.
  func replacement(for endpoint: Endpoint, _ version: APIVersion) -> String {
    let path = endpoint.path.description
    if path.hasPrefix("/statistics/"), version == .v24 { return "; v2.4 has GET /stats and GET /stats/total instead" }
    if path.hasPrefix("/stats"), version < .v24 { return "; \(version.name) has GET /statistics/… instead" }
    return ""
  }
}
