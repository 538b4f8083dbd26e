import PushStore

/// One route of our own, below `/_mock`.
struct ControlEndpoint: Sendable {
  typealias Handler = @Sendable (ControlContext) async throws -> Response

  let method: Request.Method
  /// Below `/_mock`.
  let path: PathTemplate
  /// Bytes of a request body.
  var bodyLimit = 1024 * 1024
  /// Whether it answers without the admin token.
  var isOpen = false
  let handler: Handler

  var template: String { "/_mock" + path.description }
}

/// What a control handler works with.
struct ControlContext: Sendable {
  let request: Request
  let parameters: Parameters
  let query: QueryItems
  let server: ServerState
}

/// What the control routes look at and act on.
struct ServerState: Sendable {
  let store: any StoreAccess
  let clock: TravelClock
  let scheduler: Scheduler
  let purger: AppPurger
  let snapshots: SnapshotShelf
  let signal: DeliverySignal
  let devices: DeviceBook
  let faults: FaultBook
  let apps: AppDirectory
  /// Nil when it is off.
  let journal: Journal?
  let feed: ChangeFeed
  let seeds: SeedLoader
  let webhooks: WebhookBook
  let eventIDs: EventIDs
  /// The clock as the command line asked for it; a whole reset goes back to it.
  let initialClock: StoredClock
  /// The local CA; nil when https is off, or the certificate is the user's own.
  let authority: AuthorityCertificate?
  let proxy: ProxySockets
  /// The hosts that the proxy brings here.
  let proxiedNames: MockNames
  /// Path of the database as given.
  let database: String
  let startedAt: Int64
  let metrics: ServerMetrics
}
