/// The OpenAPI document, made at its first reading.
enum OpenAPIRoutes {
  private static let document = OpenAPIDocument(vendor: RouteTable.vendor, control: RouteTable.control).json.compactBytes

  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return Response(contentType: "application/json", body: document)
  }
}
