/// The way of every request to our own paths: guard, route, handler; errors become plain status codes with a sentence.
struct ControlRoute: Sendable {
  let endpoints: [ControlEndpoint]
  let access: ControlGuard
  /// Nil when none is asked for.
  let admin: AdminToken?
  let server: ServerState

  func respond(_ request: Request, _ path: RequestPath) async -> Response {
    var template = "/_mock/(unknown)"
    var response: Response
    do {
      try access.check(request)
      let found = try find(request, path.segments.dropFirst())
      template = found.endpoint.template
      if !found.endpoint.isOpen {
        try checkWay(request)
        try admin?.check(request)
      }
      if request.body.count > found.endpoint.bodyLimit {
        throw ControlError(status: 413, sentence: "The body has \(request.body.count) bytes; \(template) takes at most \(found.endpoint.bodyLimit).")
      }
      let context = ControlContext(request: request, parameters: found.parameters, query: QueryItems(request.query), server: server)
      response = try await found.endpoint.handler(context)
    } catch let error as ControlError {
      response = error.response
    } catch {
      response = ControlError(status: 500, sentence: "mock-push-server failed by itself; its log has the details.").response
      response.note.detail = "\(error)"
    }
    response.note.template = template
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    return response
  }

  /// A proxy for other machines is there for the vendor's hosts; it must not open what listens for this machine alone.
  private func checkWay(_ request: Request) throws(ControlError) {
    guard request.via == .proxy, admin == nil, server.proxy.listening?.isOnlyWayForOthers == true else { return }
    throw ControlError(
      status: 403, sentence: "Other machines can reach the proxy, and the control API listens for this one alone: through the proxy it gives the CA, its health "
        + "and the proxy configuration only. Call http://127.0.0.1 without the proxy, or start the server with --admin-token.")
  }

  private func find(_ request: Request, _ segments: ArraySlice<String>) throws(ControlError) -> (endpoint: ControlEndpoint, parameters: Parameters) {
    let method: Request.Method = request.method == .head ? .get : request.method
    let matching = endpoints.compactMap { endpoint in endpoint.path.match(segments).map { (endpoint, $0) } }
    // The table has fixed segments before captures: `/requests/stream` is no `/requests/{number}`.
    let here = matching.filter { $0.0.path.description == matching[0].0.path.description }
    if let found = here.first(where: { $0.0.method == method }) { return found }
    guard here.isEmpty else {
      let allowed = here.map(\.0.method.rawValue).joined(separator: ", ")
      throw ControlError(
        status: 405, sentence: "\(request.method.shown) is not a method of \(here[0].0.template); it has \(allowed).", headers: [("Allow", allowed)])
    }
    let nearest = endpoints.min { $0.path.distance(to: segments) < $1.path.distance(to: segments) }!
    throw ControlError(status: 404, sentence: "There is no such control route; the nearest is \(nearest.method.rawValue) \(nearest.template).")
  }
}
