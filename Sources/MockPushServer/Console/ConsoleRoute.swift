/// The console: a page below `/console` that does everything through the control API. Files only, so it needs no admin token; what it calls does.
struct ConsoleRoute: Sendable {
  let access: ControlGuard

  /// Whether a browser opens the server's bare address: it is led to the console.
  static func isFrontDoor(_ request: Request, _ path: RequestPath) -> Bool {
    path.segments.isEmpty && request.method == .get && request.headers["Accept"]?.contains("text/html") == true
  }

  static let frontDoor: Response = {
    var response = Response(status: 302, headers: [("Location", "/console")])
    response.note.template = "/"
    return response
  }()

  func respond(_ request: Request, _ path: RequestPath) -> Response {
    var response: Response
    do throws(ControlError) {
      response = try file(request, path)
    } catch {
      response = error.response
    }
    response.note.template = "/console"
    return response
  }

  private func file(_ request: Request, _ path: RequestPath) throws(ControlError) -> Response {
    try access.checkHost(request)
    guard request.method == .get || request.method == .head else {
      throw ControlError(status: 405, sentence: "The console is only read: GET /console.", headers: [("Allow", "GET, HEAD")])
    }
    guard path.segments.count <= 2, let file = ConsoleFile.all[path.segments.dropFirst().first ?? ""] else {
      throw ControlError(status: 404, sentence: "The console has no such file; its page is /console.")
    }
    let isKnown = request.headers["If-None-Match"]?.contains(file.entityTag) == true
    var response = Response(status: isKnown ? 304 : 200, contentType: file.contentType, headers: Self.headers, body: isKnown ? [] : file.body)
    response.headers.append(("ETag", file.entityTag))
    return response
  }

  /// Nothing but this server's own files runs, is shown or is called; no other page may frame it.
  private static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-cache"),
  ]
}
