import PushStore

/// Health, the CA's certificate, and the whole reset.
enum ServerRoutes {
  static func health(_ context: ControlContext) async throws -> Response {
    context.json { writer in
      writer.member("status", "ok")
      writer.member("version", Version.text)
      writer.member("uptimeSeconds", Int((SystemClock.monotonicMicroseconds - context.server.startedAt) / 1_000_000))
      writer.member("database", context.server.database)
    }
  }

  static func authorityPEM(_ context: ControlContext) async throws -> Response {
    Response(contentType: "application/x-pem-file", body: Array(try authority(context).pem.utf8))
  }

  static func authorityDER(_ context: ControlContext) async throws -> Response {
    Response(contentType: "application/x-x509-ca-cert", body: try authority(context).der)
  }

  static func mobileConfig(_ context: ControlContext) async throws -> Response {
    let authority = try authority(context)
    return Response(contentType: "application/x-apple-aspen-config", body: Array(MobileConfig.profile(caDER: authority.der, name: authority.name).utf8))
  }

  private static func authority(_ context: ControlContext) throws(ControlError) -> AuthorityCertificate {
    guard let authority = context.server.authority else {
      throw ControlError(status: 404, sentence: "This server made no CA: https is off, or it uses the certificate given by --tls-cert.")
    }
    return authority
  }

  /// Deletes all data and puts the clock back to what the command line said.
  static func reset(_ context: ControlContext) async throws -> Response {
    if !context.request.body.isEmpty { _ = try context.body(known: []) }
    let clock = context.server.initialClock
    try await context.server.store.reset { store in try store.setClock(clock) }
    context.server.clock.set(clock)
    return context.json { $0.member("reset", "everything") }
  }
}
