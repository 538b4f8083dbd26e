/// Where vendor requests meet the fault rules, before their handler.
struct FaultPoint: Sendable {
  let book: FaultBook

  /// False while there are no rules.
  var isNeeded: Bool { book.hasRules }

  /// - Parameters:
  ///   - client: nil for a request without a connection, which does not wait.
  ///   - handle: answers the request as ever.
  func pass(
    _ request: Request, _ path: RequestPath, _ client: (any WaitingClient)?, _ handle: () async -> Response
  ) async -> Response {
    var subject = FaultSubject(request, path)
    guard let fault = book.take(&subject) else { return await handle() }
    let era = book.resetCount
    var handled = fault.action.isAfter ? await handle() : nil
    if let delay = fault.delay, let client {
      let isThere = await client.wait(delay)
      guard isThere, book.resetCount == era else { return abandoned(fault, handled) }
    }
    if handled == nil, fault.action.keepsAnswer { handled = await handle() }
    return answer(fault, handled)
  }

  /// - Parameter handled: what the handler answered; nil where it did not run.
  private func answer(_ fault: AppliedFault, _ handled: Response?) -> Response {
    var response: Response
    if let handled, fault.action.keepsAnswer {
      response = handled
    } else {
      response = fault.action.response
      takeRoute(of: handled, &response)
      let deed = fault.action.connection.map { "broke this connection (\($0.rawValue))" } ?? "made this answer"
      response.note.hint = "fault rule \(fault.name) of /_mock/faults \(deed); \(handled == nil ? "no" : "the") handler saw the request"
    }
    response.connectionFault = fault.action.connection
    mark(&response, fault)
    return response
  }

  /// ruling: a request whose client gives up before a delay is over never reached its handler, unless the rule says `after`; so is one that
  /// is held back when the server is reset or stops.
  private func abandoned(_ fault: AppliedFault, _ handled: Response?) -> Response {
    var response = Response(connectionFault: .empty)
    takeRoute(of: handled, &response)
    response.note.hint = "nobody waited for the end of the delay of fault rule \(fault.name); \(handled == nil ? "no" : "the") handler saw the request"
    mark(&response, fault)
    return response
  }

  private func takeRoute(of handled: Response?, _ response: inout Response) {
    guard let note = handled?.note else { return }
    (response.note.template, response.note.endpoint, response.note.version) = (note.template, note.endpoint, note.version)
  }

  private func mark(_ response: inout Response, _ fault: AppliedFault) {
    response.headers.append(("X-Mock-Fault", HintText.header(fault.name)))
    response.note.fault = fault.name
  }
}
