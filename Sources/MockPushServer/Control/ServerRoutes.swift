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

  /// For clients that are set up by a proxy auto-configuration's address. The proxy is named as the client names this server.
  static func proxyConfiguration(_ context: ControlContext) async throws -> Response {
    guard let port = context.server.proxy.port else {
      throw ControlError(status: 404, sentence: "There is no proxy: start the server with --proxy-port, for example --proxy-port 8888.")
    }
    let host = ControlGuard.name(of: context.request.headers["Host"] ?? "127.0.0.1")
    let script = ProxyScript.text(names: context.server.proxiedNames, proxy: (host.contains(":") ? "[\(host)]" : host) + ":\(port)")
    return Response(contentType: "application/x-ns-proxy-autoconfig", body: Array(script.utf8))
  }

  private static func authority(_ context: ControlContext) throws(ControlError) -> AuthorityCertificate {
    guard let authority = context.server.authority else {
      throw ControlError(status: 404, sentence: "This server made no CA: https is off, or it uses the certificate given by --tls-cert.")
    }
    return authority
  }

  /// Deletes all data, puts settings, devices and faults back to the configuration and the clock to what the command line said, and forgets
  /// journal and webhooks.
  static func reset(_ context: ControlContext) async throws -> Response {
    try context.expectNoMembers()
    let server = context.server
    try await server.scheduler.change { try await server.reset(server.initialClock) }
    return context.json { $0.member("reset", "everything") }
  }

  /// Answers when nothing is due and no message is pending.
  static func settle(_ context: ControlContext) async throws -> Response {
    try context.expectNoMembers()
    do {
      try await context.server.signal.settle()
    } catch is CancellationError {
      throw ControlError.stopping
    }
    return context.json { $0.member("settled", true) }
  }
}

extension ServerState {
  /// Deletes everything that was stored or set at run time, in one step with setting the clock. In the scheduler's turn only.
  func reset(_ state: StoredClock) async throws {
    let (apps, now) = (apps, clock.moment(of: state))
    try await store.reset { store in
      try store.setClock(state)
      try AdOptInGuideSeries.follow(apps.configuredGuides, store, now: now)
    }
    clock.set(state)
    apps.reset()
    devices.reset()
    faults.reset()
    journal?.entries.reset()
    feed.reset(to: try await store.write { $0.generation })
    await webhooks.clear()
  }
}
