import PushStore

/// What a vendor handler works with: one request, its app, and the one `now`. Lives as long as the request.
struct VendorContext: Sendable {
  let request: Request
  let endpoint: Endpoint
  let version: APIVersion
  let appkey: String
  let settings: AppSettings
  let parameters: Parameters
  let query: QueryItems
  let store: any StoreAccess
  let signal: DeliverySignal
  let now: Timestamp
  /// Called by a route of our own: answers have no envelope, and what the real console may do is allowed (R49).
  var isConsole = false

  var zone: ServiceZone { ServiceZone(host: request.headers["Host"]) }

  /// The request's body, which must be a JSON object (contract 4.1, step 5).
  func body() throws(APIError) -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONParser.parse(request.body).objectValue { return object }
    } catch {
      throw APIError(.invalidFormat, "body", bodyText, hint: "the body is not JSON: \(error.reason), at byte \(error.offset)")
    }
    throw APIError(.invalidFormat, "body", bodyText, hint: "the body must be a JSON object, such as {\"token\": …}")
  }

  private var bodyText: String { String(decoding: request.body.prefix(400), as: UTF8.self) }

  /// Reads the app's data. `body` gets nil for the app when nothing was ever stored for it.
  func look<T: Sendable>(_ body: @Sendable (ReadTransaction, AppNumber?) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.read { transaction in try body(transaction, transaction.appNumber(appkey)) }
    }
  }

  /// As `look`, for what can touch more than about 1,000 rows.
  func lookAside<T: Sendable>(_ body: @Sendable (ReadTransaction, AppNumber?) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.readAside { transaction in try body(transaction, transaction.appNumber(appkey)) }
    }
  }

  /// Reads the app's data; nil when nothing was ever stored for it.
  func read<T: Sendable>(_ body: @Sendable (ReadTransaction, AppNumber) throws -> T) async throws(APIError) -> T? {
    try await look { store, app in try app.map { try body(store, $0) } }
  }

  /// As `read`, for what can touch more than about 1,000 rows.
  func readAside<T: Sendable>(_ body: @Sendable (ReadTransaction, AppNumber) throws -> T) async throws(APIError) -> T? {
    try await lookAside { store, app in try app.map { try body(store, $0) } }
  }

  /// Reads the app's statistics, which hold all that was stored before this request. `body` gets a number that no app has when nothing was ever
  /// stored for it: then nothing was counted.
  func readStatistics<T: Sendable>(_ body: @Sendable (ReadTransaction, AppNumber) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.readStatistics { transaction in try body(transaction, transaction.appNumber(appkey) ?? AppNumber(0)) }
    }
  }

  /// Stores something for the app, whose row is made if needed, and returns when that is committed. `body` throws before its first change
  /// or not at all.
  func record<T: Sendable>(_ body: @Sendable (WriteTransaction, AppNumber) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.record { transaction in try body(transaction, transaction.ensureApp(appkey, now: now)) }
    }
  }

  /// As `record`, for a body that may throw after a change: a throw leaves nothing behind, not even the app's row.
  func write<T: Sendable>(_ body: @Sendable (WriteTransaction, AppNumber) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.write { transaction in try body(transaction, transaction.ensureApp(appkey, now: now)) }
    }
  }

  /// Changes data that is there: as `write`, but makes no app. `body` gets nil when nothing was ever stored for it. What it looks up cannot
  /// change before it writes.
  @discardableResult
  func change<T: Sendable>(_ body: @Sendable (WriteTransaction, AppNumber?) throws -> T) async throws(APIError) -> T {
    try await mapped {
      try await store.write { transaction in try body(transaction, transaction.reading.appNumber(appkey)) }
    }
  }

  private func mapped<T>(_ work: () async throws -> T) async throws(APIError) -> T {
    do {
      return try await work()
    } catch {
      throw error as? APIError ?? .internalError("\(error)")
    }
  }

  /// Success without payload.
  func success() -> Response { isConsole ? .object { _ in } : Envelope.success(endpoint.successText, version) }

  func success(_ payload: (inout JSONWriter) -> Void) -> Response {
    isConsole ? .object(payload) : Envelope.success(endpoint.successText.text(version), payload: payload)
  }

  /// A push type named in the query.
  func pushType(_ name: String) throws(APIError) -> PushType {
    guard let type = version.pushType(named: name) else {
      throw APIError(.invalidParameter, "pushType", name, hint: version.pushTypeHint("pushType", name))
    }
    return type
  }
}
