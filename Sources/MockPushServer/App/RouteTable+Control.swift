/// Every route of our own on one screen. Paths are below `/_mock`.
extension RouteTable {
  private typealias C = ControlEndpoint

  static let control: [ControlEndpoint] = [
    C(method: .get, path: "/health", handler: ServerRoutes.health),
    C(method: .get, path: "/ca.pem", handler: ServerRoutes.authorityPEM),
    C(method: .get, path: "/ca.der", handler: ServerRoutes.authorityDER),
    C(method: .get, path: "/ca.mobileconfig", handler: ServerRoutes.mobileConfig),
    C(method: .get, path: "/clock", handler: ClockRoutes.get),
    C(method: .put, path: "/clock", handler: ClockRoutes.put),
    C(method: .post, path: "/reset", handler: ServerRoutes.reset),
  ]
}
