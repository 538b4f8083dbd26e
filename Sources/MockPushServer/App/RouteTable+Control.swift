/// Our own routes on one screen; those behind the console's pages are in `console`. Paths are below `/_mock`.
///
/// ruling: the proxy configuration needs no admin token either, because what fetches it (an operating system) cannot send one.
extension RouteTable {
  private typealias C = ControlEndpoint

  static let control = server + console

  /// Bytes of a body with a message in it, as the vendor's routes take.
  static let messageLimit = 4 * 1024 * 1024

  private static let server: [ControlEndpoint] = [
    C(method: .get, path: "/health", isOpen: true, handler: ServerRoutes.health),
    C(method: .get, path: "/ca.pem", isOpen: true, handler: ServerRoutes.authorityPEM),
    C(method: .get, path: "/ca.der", isOpen: true, handler: ServerRoutes.authorityDER),
    C(method: .get, path: "/ca.mobileconfig", isOpen: true, handler: ServerRoutes.mobileConfig),
    C(method: .get, path: "/openapi.json", handler: OpenAPIRoutes.get),
    C(method: .get, path: "/metrics", handler: MetricsRoute.get),
    C(method: .get, path: "/proxy.pac", isOpen: true, handler: ServerRoutes.proxyConfiguration),
    C(method: .get, path: "/clock", handler: ClockRoutes.get),
    C(method: .put, path: "/clock", handler: ClockRoutes.put),
    C(method: .post, path: "/clock/advance", handler: ClockAdvance.advance),
    C(method: .post, path: "/reset", handler: ResetRoutes.everything),
    C(method: .get, path: "/snapshots", handler: SnapshotRoutes.list),
    C(method: .put, path: "/snapshots/{name}", handler: SnapshotRoutes.put),
    C(method: .delete, path: "/snapshots/{name}", handler: SnapshotRoutes.delete),
    C(method: .post, path: "/snapshots/{name}/restore", handler: SnapshotRoutes.restore),
    C(method: .post, path: "/settle", handler: ServerRoutes.settle),
    C(method: .post, path: "/seed", bodyLimit: SeedRoutes.bodyLimit, handler: SeedRoutes.post),
    C(method: .get, path: "/seed/{id}", handler: SeedRoutes.get),

    C(method: .get, path: "/faults", handler: FaultRoutes.list),
    C(method: .post, path: "/faults", handler: FaultRoutes.add),
    C(method: .delete, path: "/faults", handler: FaultRoutes.clear),
    C(method: .get, path: "/faults/presets", handler: FaultRoutes.presets),
    C(method: .get, path: "/faults/{id}", handler: FaultRoutes.get),
    C(method: .delete, path: "/faults/{id}", handler: FaultRoutes.remove),

    C(method: .get, path: "/requests", handler: JournalRoutes.list),
    C(method: .delete, path: "/requests", handler: JournalRoutes.clear),
    C(method: .get, path: "/requests/stream", handler: LiveRoutes.requests),
    C(method: .post, path: "/requests/verify", handler: VerifyRoute.verify),
    C(method: .get, path: "/requests/{number}", handler: JournalRoutes.get),
    C(method: .get, path: "/deliveries/stream", handler: LiveRoutes.deliveries),
    C(method: .get, path: "/webhooks", handler: WebhookRoutes.list),
    C(method: .put, path: "/webhooks", handler: WebhookRoutes.put),
    C(method: .delete, path: "/webhooks", handler: WebhookRoutes.delete),

    C(method: .get, path: "/apps", handler: AppRoutes.list),
    C(method: .get, path: "/apps/{appkey}", handler: AppRoutes.get),
    C(method: .patch, path: "/apps/{appkey}", handler: AppRoutes.patch),
    C(method: .post, path: "/apps/{appkey}/reset", handler: ResetRoutes.app),
    C(method: .get, path: "/apps/{appkey}/devices", handler: DeviceRoutes.list),
    C(method: .put, path: "/apps/{appkey}/devices", handler: DeviceRoutes.put),
    C(method: .delete, path: "/apps/{appkey}/devices", handler: DeviceRoutes.delete),
    C(method: .get, path: "/apps/{appkey}/messages", handler: MessageReadRoutes.list),
    C(method: .post, path: "/apps/{appkey}/messages", bodyLimit: messageLimit, handler: MessageSendRoutes.send),
    C(method: .post, path: "/apps/{appkey}/reservations", bodyLimit: messageLimit, handler: ReservationSendRoutes.reserve),
    C(method: .get, path: "/apps/{appkey}/messages/{messageId}", handler: MessageReadRoutes.get),
    C(method: .get, path: "/apps/{appkey}/messages/{messageId}/deliveries", handler: MessageReadRoutes.deliveries),
    C(method: .patch, path: "/apps/{appkey}/tokens/{token}", handler: TokenEditRoutes.patch),
    C(method: .get, path: "/apps/{appkey}/tokens/{token}/deliveries", handler: TokenDeliveryRoutes.list),
    C(method: .post, path: "/apps/{appkey}/explain", bodyLimit: messageLimit, handler: ExplainRoutes.explain),
  ]
}
