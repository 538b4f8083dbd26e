import Testing
@testable import MockPushServer

/// The OpenAPI document and the routes that exist are the same.
@Suite struct OpenAPITests {
  private static let document = OpenAPIDocument(vendor: RouteTable.vendor, control: RouteTable.control).json

  /// Each operation of the document as `METHOD path`.
  private static let operations: [(key: String, operation: JSONObject)] = document["paths"]!.objectValue!.members.flatMap { path, item in
    item.objectValue!.members.map { ("\($0.key.uppercased()) \(path)", $0.value.objectValue!) }
  }

  @Test func everyRouteIsThereAndNothingElse() {
    let routes = RouteTable.vendor.map { "\($0.method.rawValue) \($0.template)" } + RouteTable.control.map { "\($0.method.rawValue) \($0.template)" }
    #expect(Self.operations.map(\.key).sorted() == routes.sorted())
  }

  @Test func everyTextBelongsToARouteAndTheOtherWayRound() {
    #expect(OpenAPIDocument.vendorTexts.keys.sorted() == RouteTable.vendor.map { OpenAPIDocument.key($0.method, $0.path) }.sorted())
    #expect(OpenAPIDocument.controlTexts.keys.sorted() == RouteTable.control.map { OpenAPIDocument.key($0.method, $0.path) }.sorted())
  }

  @Test func operationsAreToldApartAndSaid() {
    let ids = Self.operations.compactMap { $0.operation["operationId"]?.stringValue }
    #expect(Set(ids).count == Self.operations.count)
    for (key, operation) in Self.operations { #expect(operation["summary"]?.stringValue?.isEmpty == false, "\(key)") }
  }

  @Test func everyReferenceLeadsSomewhere() {
    func check(_ json: JSON) {
      if let reference = json["$ref"]?.stringValue {
        #expect(OpenAPIDocument.schemas[reference.replacing("#/components/schemas/", with: "")] != nil, "\(reference)")
      }
      for (_, value) in json.objectValue?.members ?? [] { check(value) }
      for value in json.arrayValue ?? [] { check(value) }
    }
    check(Self.document)
  }

  @Test func versionsAreThoseOfTheRoute() {
    for endpoint in RouteTable.vendor {
      let operation = Self.operations.first { $0.key == "\(endpoint.method.rawValue) \(endpoint.template)" }!.operation
      let versions = operation["parameters"]?.arrayValue?.first?["schema"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
      #expect(versions == APIVersion.allCases.filter { endpoint.versions.contains($0) }.map(\.name))
    }
  }

  /// Control routes refuse unknown parameters and say which they have.
  @Test func parametersOfControlRoutesAreThoseTheyTake() async throws {
    try await withTestServer { server in
      for endpoint in RouteTable.control where endpoint.method == .get {
        var path = endpoint.template
        for part in endpoint.path.parts { if case .capture(let name) = part { path = path.replacing("{\(name)}", with: "APP") } }
        let answer = await server.send(.get, path + "?zzz=1")
        guard answer.status == 400, let sentence = answer.json["error"]?.stringValue, sentence.contains("`zzz`") else { continue }
        let documented = OpenAPIDocument.controlTexts[OpenAPIDocument.key(endpoint.method, endpoint.path)]?.operation.query.map(\.name) ?? []
        let wanted = documented.isEmpty ? "this route has none" : "known are \(documented.joined(separator: ", "))."
        #expect(sentence.contains(wanted), "\(path): \(sentence)")
      }
    }
  }

  @Test(arguments: [
    ("POST /_mock/faults", ["201", "default"]), ("POST /_mock/seed", ["200", "202", "default"]), ("PUT /_mock/snapshots/{name}", ["200", "201", "default"]),
    ("GET /_mock/health", ["200", "default"]),
  ]) func successesAreThoseOfTheRoute(key: String, statuses: [String]) {
    let operation = Self.operations.first { $0.key == key }?.operation
    #expect(operation?["responses"]?.objectValue?.members.map(\.key) == statuses)
  }

  @Test func itIsServed() async throws {
    try await withTestServer { server in
      let answer = await server.send(.get, "/_mock/openapi.json")
      #expect(answer.status == 200)
      #expect(answer.json == Self.document)
    }
  }
}
