import PushStore

/// The way of every vendor request: finds the endpoint, checks in the contract's order (4.1), calls the handler, and turns errors into the
/// vendor's envelope. Typed throws end here.
struct VendorRoute: Sendable {
  let endpoints: EndpointIndex
  let apps: AppDirectory
  let store: any StoreAccess
  let signal: DeliverySignal
  let clock: any WallClock

  func respond(_ request: Request, _ path: RequestPath) async -> Response {
    let segments = path.segments
    // `/push/v1.3/…` has another shape below (`appkey`), so its version is told apart first (R92 comes later).
    if segments.count > 1, segments[1] == "v1.3" {
      return refused(APIError(.unsupportedVersion, "version", "v1.3", hint: "v1.3 is not emulated by this mock-push-server; v2.0 to v2.4 are"), "/push/v1.3")
    }
    guard segments.count > 4, segments[2] == "appkeys" else { return unknown(request, path) }
    // 1. Path and method known?
    let method: Request.Method = request.method == .head ? .get : request.method
    guard let found = endpoints.find(method, segments[4...]) else { return unknown(request, path) }
    let endpoint = found.endpoint
    let version = APIVersion(segments[1])
    var response: Response
    do throws(APIError) {
      response = try await answer(request, segments, version, endpoint, found.parameters)
    } catch {
      response = Envelope.failure(endpoint.faults == .tagChapter ? error.inTagChapter : error)
    }
    response.note.template = endpoint.template
    response.note.endpoint = endpoint.number
    response.note.version = version
    return response
  }

  private func answer(
    _ request: Request, _ segments: [String], _ asked: APIVersion?, _ endpoint: Endpoint, _ parameters: Parameters
  ) async throws(APIError) -> Response {
    // 2. Version exists and has this endpoint?
    let version = try checked(asked, segments[1], endpoint)
    // 3. Appkey.
    let appkey = segments[3]
    let settings: AppSettings
    do throws(APIError) {
      settings = try apps.settings(of: appkey)
    } catch {
      if endpoint.faults == .collector { return try unknownApp(request, endpoint, version, error) }
      throw error
    }
    // 4. Credential.
    try CredentialCheck.check(endpoint, version, request.headers, settings)
    if request.body.count > endpoint.bodyLimit {
      throw APIError(.limitExceeded, "body", "\(request.body.count)", hint: "the body has \(request.body.count) bytes; at most \(endpoint.bodyLimit) are taken")
    }
    // 5, 6. Body and fields.
    let context = VendorContext(
      request: request, endpoint: endpoint, version: version, appkey: appkey, settings: settings, parameters: parameters,
      query: QueryItems(request.query), store: store, signal: signal, now: clock.now)
    return try await endpoint.handler(context)
  }

  /// - Parameter version: what `segment` names.
  private func checked(_ version: APIVersion?, _ segment: String, _ endpoint: Endpoint) throws(APIError) -> APIVersion {
    guard let version else {
      throw APIError(.unsupportedVersion, "version", segment, hint: "versions are v2.0 to v2.4; this endpoint is in \(endpoint.versionText)")
    }
    guard endpoint.versions.contains(version) else {
      throw APIError(
        .unsupportedVersion, "version", segment,
        hint: "\(endpoint.method.rawValue) \(endpoint.path) is not in \(version.name); it is in \(endpoint.versionText)\(endpoints.replacement(for: endpoint, version))")
    }
    return version
  }

  /// Contract 28, F38: an unknown app's receipts succeed without effect, because an SDK repeats a refused event for ever; body and fields
  /// are still checked.
  private func unknownApp(_ request: Request, _ endpoint: Endpoint, _ version: APIVersion, _ error: APIError) throws(APIError) -> Response {
    let context = VendorContext(
      request: request, endpoint: endpoint, version: version, appkey: "", settings: AppSettings(), parameters: Parameters(),
      query: QueryItems(""), store: store, signal: signal, now: clock.now)
    _ = try ReceiptRoutes.decode(FieldReader(object: try context.body()))
    var response = context.success()
    response.note.hint = "not counted: " + error.hint
    return response
  }

  /// A path or method that no version has (R2).
  func unknown(_ request: Request, _ path: RequestPath) -> Response {
    let error = APIError(.notFound, "uri", String(request.path), hint: endpoints.hint(request.method, path))
    return refused(error, "(unknown)")
  }

  private func refused(_ error: APIError, _ template: String) -> Response {
    var response = Envelope.failure(error)
    response.note.template = template
    return response
  }
}
