/// From request to response, never throwing: lets fault rules have their way, picks the vendor's, the hub's or our own routes, adds the hint,
/// writes journal and log.
struct Dispatcher: Sendable {
  let vendor: VendorRoute
  let control: ControlRoute
  let console: ConsoleRoute
  let faults: FaultPoint
  /// Nil when it is off.
  let journal: Journal?
  let metrics: RequestMetrics
  let logger: Logger

  /// - Parameter client: nil for a request without a connection.
  func respond(_ request: Request, _ client: (any WaitingClient)? = nil) async -> Response {
    let start = SystemClock.monotonicMicroseconds
    let arrival = journal?.arrival()
    let path = RequestPath(request.path)
    let area = Area(path)
    var response = await route(request, path, area, client)
    if let hint = response.note.hint { response.headers.append(("X-Mock-Hint", HintText.header(hint))) }
    if response.stream != nil {
      let (logger, template) = (logger, response.note.template)
      response.streamFailed = { error in
        logger.log(.error, "a stream broke off", ["path": .string(template), "detail": .string("\(error)")])
      }
    }
    let microseconds = SystemClock.monotonicMicroseconds - start
    switch area {
    case .control: metrics.countControl(status: response.status)
    case .console: break
    case .vendor:
      metrics.count(response.note, microseconds: microseconds)
      if let arrival { journal?.record(request, response, arrival, microseconds: microseconds) }
    }
    if logger.isEnabled(.info) || response.note.detail != nil { log(request, response, microseconds) }
    return response
  }

  /// Whose path it is.
  private enum Area {
    case control, console
    /// The vendor's, the hub's, and what nobody knows.
    case vendor

    init(_ path: RequestPath) {
      switch path.segments.first {
      case "_mock": self = .control
      case "console": self = .console
      default: self = .vendor
      }
    }
  }

  private func route(_ request: Request, _ path: RequestPath, _ area: Area, _ client: (any WaitingClient)?) async -> Response {
    if request.method == .connect { return Self.noTunnel }
    switch area {
    case .control: return await control.respond(request, path)
    case .console: return console.respond(request, path)
    case .vendor: break
    }
    if ConsoleRoute.isFrontDoor(request, path) { return ConsoleRoute.frontDoor }
    guard faults.isNeeded else { return await answer(request, path) }
    var response = await faults.pass(request, path, client) { await answer(request, path) }
    if response.note.template.isEmpty { vendor.endpoints.note(request.method, path, in: &response.note) }
    return response
  }

  private func answer(_ request: Request, _ path: RequestPath) async -> Response {
    if path.segments.first == "push" { return await vendor.respond(request, path) }
    return NotificationHubRoute.matches(path) ? NotificationHubRoute.respond() : vendor.unknown(request, path)
  }

  /// ruling: not 200 as everywhere else (R2), because to CONNECT that means that a tunnel is open.
  private static let noTunnel: Response = {
    var response = ControlError(status: 501, sentence: "This port is no proxy: --proxy-port opens one. Or use its own address, or resolve the vendor's host names to it.").response
    response.note.template = "(connect)"
    return response
  }()

  private func log(_ request: Request, _ response: Response, _ microseconds: Int64) {
    var fields: LogFields = [
      "method": .string(request.method.rawValue), "path": .string(response.note.template), "status": .int(response.status),
    ]
    if let code = response.note.resultCode { fields.append("resultCode", .int(code)) }
    fields.append("us", .int(Int(microseconds)))
    if let fault = response.note.fault { fields.append("fault", .string(fault)) }
    if let broken = response.connectionFault { fields.append("connection", .string(broken.rawValue)) }
    let zone = ServiceZone(host: request.headers["Host"])
    if zone != .local { fields.append("zone", .string(zone.rawValue)) }
    if let via = request.via { fields.append("via", .string(via.rawValue)) }
    if let hint = response.note.hint { fields.append("hint", .string(HintText.header(hint))) }
    if let detail = response.note.detail { fields.append("detail", .string(detail)) }
    logger.log(response.note.detail == nil ? .info : .error, "request", fields)
  }
}

enum HintText {
  /// A hint as a header's value: one line of printable ASCII; other characters as `\u{…}`, the whole cut at 500 bytes.
  static func header(_ text: String) -> String {
    if text.utf8.count <= 500, text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if line.utf8.count > 490 { return line + "..." }
      if scalar == "…" { line += "..." } else if (0x20..<0x7f).contains(scalar.value) { line.unicodeScalars.append(scalar) } else {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return line
  }
}
