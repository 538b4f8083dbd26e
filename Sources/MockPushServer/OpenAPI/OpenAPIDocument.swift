/// The OpenAPI 3.1 document of both APIs, made from the routes that exist.
struct OpenAPIDocument: Sendable {
  let vendor: [Endpoint]
  let control: [ControlEndpoint]

  var json: JSON {
    var paths = JSONObject()
    for endpoint in vendor {
      add(operation(endpoint), endpoint.method, endpoint.template, to: &paths)
    }
    for endpoint in control {
      add(operation(endpoint), endpoint.method, endpoint.template, to: &paths)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "mock-push-server", "version": .string(Version.text),
        "description": "Stands in for NHN Cloud Push. Vendor paths answer HTTP 200 with a resultCode; every refusal carries a sentence in X-Mock-Hint.",
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(Self.schemas),
        "securitySchemes": [
          "secretKey": ["type": "apiKey", "in": "header", "name": "X-Secret-Key", "description": "v2.0, v2.1, v2.3, v2.4"],
          "accessKeyId": ["type": "apiKey", "in": "header", "name": "X-User-Access-Key-ID", "description": "v2.2; bulk logs of v2.3"],
          "secretAccessKey": ["type": "apiKey", "in": "header", "name": "X-Secret-Access-Key", "description": "v2.2; bulk logs of v2.3"],
          "adminToken": ["type": "http", "scheme": "bearer", "description": "Where the server has an --admin-token."],
        ],
      ],
    ]
  }

  private func add(_ operation: JSONObject, _ method: Request.Method, _ template: String, to paths: inout JSONObject) {
    var path = paths[template]?.objectValue ?? JSONObject()
    path[method.rawValue.lowercased()] = .object(operation)
    paths[template] = .object(path)
  }

  static func key(_ method: Request.Method, _ path: PathTemplate) -> String { "\(method.rawValue) \(path)" }

  private func operation(_ endpoint: Endpoint) -> JSONObject {
    let text = Self.vendorTexts[Self.key(endpoint.method, endpoint.path)] ?? OperationText()
    let versions = APIVersion.allCases.filter { endpoint.versions.contains($0) }
    var members: JSONObject = ["header": SchemaText.named("Header")]
    for (key, value) in text.answer.members { members[key] = value }
    var operation = base(endpoint.method, endpoint.template, summary: endpoint.summary, tag: "vendor \(endpoint.path.description.split(separator: "/")[0])")
    operation["parameters"] = .array(
      [
        ["name": "version", "in": "path", "required": true, "schema": SchemaText.choice(versions.map(\.name))],
        ["name": "appkey", "in": "path", "required": true, "schema": SchemaText.string(max: 64)],
      ] + captures(endpoint.path) + text.query.map(parameter))
    operation["requestBody"] = text.body.map { body($0, isRequired: text.isBodyRequired) }
    operation["responses"] = [
      "200": answer(SchemaText.object(members, required: ["header"]), "Success or failure: see header.resultCode.", text.contentType)
    ]
    operation["security"] = security(endpoint, versions)
    return operation
  }

  private func operation(_ endpoint: ControlEndpoint) -> JSONObject {
    let text = Self.controlTexts[Self.key(endpoint.method, endpoint.path)]
    let details = text?.operation ?? OperationText()
    var operation = base(
      endpoint.method, endpoint.template, summary: text?.summary ?? "",
      tag: "control \(endpoint.path.description.split(separator: "/")[0])")
    let parameters = captures(endpoint.path) + details.query.map(parameter)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    operation["requestBody"] = details.body.map { body($0, isRequired: details.isBodyRequired) }
    var responses = JSONObject()
    for status in details.success { responses[String(status)] = answer(SchemaText.object(details.answer), "Done.", details.contentType) }
    responses["default"] = answer(SchemaText.named("Failure"), "What was wrong, in one sentence.")
    operation["responses"] = .object(responses)
    operation["security"] = endpoint.isOpen ? [] : [[:], ["adminToken": []]]
    return operation
  }

  private func base(_ method: Request.Method, _ template: String, summary: String, tag: String) -> JSONObject {
    let words = template.split { !$0.isLetter && !$0.isNumber }.filter { !["push", "version", "appkeys", "mock"].contains($0) }
    return [
      "operationId": .string(([method.rawValue.lowercased()] + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()),
      "summary": .string(summary), "tags": [.string(tag)],
    ]
  }

  private func captures(_ path: PathTemplate) -> [JSON] {
    path.parts.compactMap { part in
      guard case .capture(let name) = part else { return nil }
      return ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
    }
  }

  private func parameter(_ query: OperationText.Query) -> JSON {
    var parameter: JSONObject = ["name": .string(query.name), "in": "query", "required": .bool(query.isRequired), "schema": query.schema]
    parameter["description"] = query.description.map(JSON.string)
    return .object(parameter)
  }

  private func body(_ schema: JSON, isRequired: Bool) -> JSON {
    ["required": .bool(isRequired), "content": ["application/json": ["schema": schema]]]
  }

  private func answer(_ schema: JSON, _ description: String, _ contentType: String? = nil) -> JSON {
    if let contentType { return ["description": .string(description), "content": .object([contentType: ["schema": ["type": "string"]]])] }
    return ["description": .string(description), "content": ["application/json": ["schema": schema]]]
  }

  private func security(_ endpoint: Endpoint, _ versions: [APIVersion]) -> JSON {
    let pair: JSON = ["accessKeyId": [], "secretAccessKey": []]
    switch endpoint.credential {
    case .none: return []
    case .accessKeyPair: return [pair]
    case .server: return versions.contains(.v22) ? [["secretKey": []], pair] : [["secretKey": []]]
    }
  }
}
