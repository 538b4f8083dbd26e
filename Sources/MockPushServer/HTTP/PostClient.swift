import CEvent

/// Posts JSON to one address, one request at a time, over a connection that stays open. On the event loop.
actor PostClient {
  /// Why a post failed, completing "it …".
  struct Fault: Error, Equatable {
    let text: String
  }

  /// Bytes of an answer's body; nobody reads it.
  private static let answerLimit = 1024 * 1024

  private let loop: LoopExecutor
  private let address: HTTPAddress
  private var connection: OpaquePointer?
  private var pending: Pending?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ address: HTTPAddress, loop: LoopExecutor) {
    self.address = address
    self.loop = loop
  }

  /// - Parameters:
  ///   - ip: where the address's host is. Used when there is no connection yet.
  ///   - limit: for all of it, from the connection to the end of the answer.
  /// - Returns: the answer's HTTP status.
  func post(_ body: [UInt8], ip: String, within limit: Duration) async throws(Fault) -> Int {
    guard !isClosed, pending == nil else { throw Fault(text: "was given up") }
    let pending = Pending()
    self.pending = pending
    let result = await withCheckedContinuation { continuation in
      pending.begin(continuation, limit, loop.base)
      send(body, ip, pending)
    }
    self.pending = nil
    // Also ends what may still be under way.
    if case .failure = result { drop() }
    return try result.get()
  }

  private func send(_ body: [UInt8], _ ip: String, _ pending: Pending) {
    if connection == nil {
      connection = evhttp_connection_base_new(loop.base, nil, ip, address.port)
      evhttp_connection_set_max_body_size(connection, Self.answerLimit)
      evhttp_connection_set_max_headers_size(connection, 64 * 1024)
    }
    // `pending` lives until `post` ends, which frees the connection first unless the callback has come.
    let request = evhttp_request_new({ request, context in
      Unmanaged<Pending>.fromOpaque(context!).takeUnretainedValue().answered(request.map { Int(evhttp_request_get_response_code($0)) } ?? 0)
    }, Unmanaged.passUnretained(pending).toOpaque())
    let headers = evhttp_request_get_output_headers(request)
    evhttp_add_header(headers, "Host", address.authority)
    evhttp_add_header(headers, "Content-Type", "application/json")
    evhttp_add_header(headers, "User-Agent", "mock-push-server")
    evbuffer_add(evhttp_request_get_output_buffer(request), body, body.count)
    // It owns the request, but not when it fails at once.
    if evhttp_make_request(connection, request, EVHTTP_REQ_POST, address.target) != 0, pending.isOpen {
      evhttp_request_free(request)
      pending.answered(0)
    }
  }

  private func drop() {
    if let connection { evhttp_connection_free(connection) }
    connection = nil
  }

  /// Gives up what is under way; nothing is posted any more.
  func close() {
    isClosed = true
    if let pending { pending.end(.failure(Fault(text: "was given up"))) } else { drop() }
  }

  /// The request under way. It ends once: with its answer, or when its time is over.
  private final class Pending {
    private var continuation: CheckedContinuation<Result<Int, Fault>, Never>?
    private var timer: OpaquePointer?

    var isOpen: Bool { continuation != nil }

    func begin(_ continuation: CheckedContinuation<Result<Int, Fault>, Never>, _ limit: Duration, _ base: OpaquePointer) {
      self.continuation = continuation
      timer = event_new(base, -1, 0, { _, _, context in
        Unmanaged<Pending>.fromOpaque(context!).takeUnretainedValue().end(.failure(Fault(text: "did not answer in time")))
      }, Unmanaged.passUnretained(self).toOpaque())
      var limit = timeval(limit)
      event_add(timer, &limit)
    }

    /// - Parameter status: 0 without an answer.
    func answered(_ status: Int) {
      end(status == 0 ? .failure(Fault(text: "could not be reached, or hung up without an answer")) : .success(status))
    }

    func end(_ result: Result<Int, Fault>) {
      continuation?.resume(returning: result)
      continuation = nil
      if let timer { event_free(timer) }
      timer = nil
    }
  }
}
