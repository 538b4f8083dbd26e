import PushStore

/// Health, the CA's certificate, settling, and the whole reset.
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

  /// Deletes all data, puts settings back to the configuration and the clock to what the command line said, and forgets devices, journal
  /// and webhooks.
  static func reset(_ context: ControlContext) async throws -> Response {
    try context.expectNoMembers()
    try await context.server.reset(context.server.initialClock)
    return context.json { $0.member("reset", "everything") }
  }

  /// Answers when no message is pending.
  static func settle(_ context: ControlContext) async throws -> Response {
    try context.expectNoMembers()
    do {
      try await context.server.signal.settle()
    } catch is CancellationError {
      throw ControlError(status: 503, sentence: "The server is stopping; messages that are pending go on at its next start.")
    }
    return context.json { $0.member("settled", true) }
  }
}

extension ServerState {
  /// Deletes everything that was stored or set at run time, in one step with setting the clock.
  func reset(_ state: StoredClock) async throws {
    try await store.reset { store in try store.setClock(state) }
    clock.set(state)
    apps.reset()
    devices.clear()
    journal?.entries.reset()
    feed.reset(to: try await store.write { $0.generation })
    await webhooks.clear()
  }
}
