/// An endpoint of the vendor as a route of our own: the same handler with its rules and limits, by the newest version; without credential and
/// envelope.
struct VendorCall: Sendable {
  private let endpoint: Endpoint
  private let query: [String]
  private let keys: [String]?

  /// - Parameters:
  ///   - path: below the appkey, as the vendor has it.
  ///   - query: the parameters that the handler reads. Our own routes refuse others.
  ///   - keys: of the body that the handler reads; nil where it reads none.
  init(_ method: Request.Method, _ path: String, query: [String] = [], keys: [String]? = nil, _ handler: @escaping Endpoint.Handler) {
    endpoint = Endpoint(method: method, path: PathTemplate(stringLiteral: path), versions: .v24 ... .v24, summary: "", handler: handler)
    self.query = query
    self.keys = keys
  }

  /// - Throws: `ControlError` for what only our own routes refuse; the handler's own failure.
  func respond(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(query)
    if let keys { _ = try context.body(known: keys) }
    let (appkey, settings) = try context.app()
    let server = context.server
    let call = VendorContext(
      request: context.request, endpoint: endpoint, version: .v24, appkey: appkey, settings: settings, parameters: context.parameters,
      query: context.query, store: server.store, signal: server.signal, now: server.clock.now, isConsole: true)
    do throws(APIError) {
      return try await endpoint.handler(call)
    } catch {
      guard let status = error.code.controlStatus else { throw error }
      let part = keys == nil ? "request" : "body"
      return context.refused(error, by: "\(endpoint.method.rawValue) \(endpoint.path) refuses this \(part)", status: status)
    }
  }
}

extension ResultCode {
  /// The HTTP status that says it on our own paths; nil for a failure of the server.
  fileprivate var controlStatus: Int? {
    switch self {
    case .notFound: 404
    case .alreadyCompleted: 409
    case .internalError, .tagInternalError: nil
    default: 422
    }
  }
}
