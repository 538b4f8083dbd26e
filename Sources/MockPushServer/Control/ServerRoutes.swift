import PushStore

/// Health, the CA's certificate, and settling.
enum ServerRoutes {
  static func health(_ context: ControlContext) async throws -> Response {
    context.json { writer in
      writer.member("status", "ok")
      writer.member("version", Version.text)
      writer.member("uptimeSeconds", context.server.uptimeSeconds)
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

  /// Answers when nothing is due and no message is pending.
  static func settle(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    do {
      try await context.server.signal.settle()
    } catch is CancellationError {
      throw ControlError.stopping
    }
    return context.json { $0.member("settled", true) }
  }
}
