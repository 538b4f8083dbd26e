import CEvent

/// One request that waits for its answer: the only holder of evhttp's pointer.
///
/// evhttp owns the request until `reply` hands it back. When the peer leaves meanwhile, evhttp either frees the request with its connection
/// (`connectionCloses` tells) or leaves it to us without a connection, and sending just frees it.
///
/// `@unchecked Sendable`: it goes through a task that runs on the server's own executor, and is touched on that thread only.
final class Exchange: @unchecked Sendable {
  private var request: OpaquePointer?
  let isHead: Bool
  /// Set while a chunk is on its way; told whether the next one is wanted.
  private var isTaken: CheckedContinuation<Bool, Never>?
  /// What makes the answer. It is cancelled when the client leaves in the middle of a stream, or of a wait on purpose; else it finishes.
  var task: Task<Void, Never>?
  private var isStreaming = false
  /// True while the answer is held back on purpose: then the server watches whether the client is there.
  var isHeld = false
  /// Of a stream without an end of its own: nil for other answers.
  private var live: Live?

  private enum Live { case flowing, ending }

  init(_ request: OpaquePointer, isHead: Bool) {
    self.request = request
    self.isHead = isHead
  }

  /// The connection is about to be freed; evhttp frees the request with it, or has left it to us without one.
  func connectionCloses() {
    if isStreaming || isHeld { task?.cancel() }
    chunkIsTaken(false)
    guard let request, evhttp_request_get_connection(request) != nil else { return }
    self.request = nil
  }

  /// evhttp's connection; nil when the client has left.
  var connection: OpaquePointer? { request.flatMap { evhttp_request_get_connection($0) } }

  /// Sends the answer; evhttp frees the request. Does nothing when the request is gone.
  func reply(_ response: Response) {
    guard let request else { return }
    self.request = nil
    writeHeaders(response, request)
    // evhttp leaves it out for HTTP/1.0, and ends TLS without a goodbye: such a client could not tell that the answer is whole.
    if response.stream == nil {
      evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Length", String(response.body.count))
    }
    let buffer = evbuffer_new()
    defer { evbuffer_free(buffer) }
    // evhttp would send the body after HEAD, too, and the client would lose step.
    if !isHead { evbuffer_add(buffer, response.body, response.body.count) }
    evhttp_send_reply(request, Int32(response.status), nil, buffer)
  }

  private func writeHeaders(_ response: Response, _ request: OpaquePointer) {
    let headers = evhttp_request_get_output_headers(request)
    response.contentType.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { _ = evhttp_add_header(headers, "Content-Type", $0.baseAddress!) }
    }
    for (name, value) in response.headers { evhttp_add_header(headers, name, value) }
    if response.closesConnection { evhttp_add_header(headers, "Connection", "close") }
  }

  // MARK: Streams

  /// Bytes that are handed to evhttp at once. Each time its limit of inactivity begins anew, so this is what a slow client must take in it.
  private static let chunkBytes = 64 * 1024

  /// Sends an answer with the chunks of its stream, each when the client has taken the one before. Returns when all is sent, or the client
  /// has left. When the stream fails, the connection ends without the body's end.
  func reply(_ response: Response, _ stream: BodyStream) async {
    guard !isHead, beginStream(response) else { return reply(response) }
    isStreaming = true
    if response.isLive { live = .flowing }
    defer { isStreaming = false }
    do {
      chunks: for try await chunk in stream {
        if live == .ending { break }
        for start in stride(from: 0, to: chunk.count, by: Self.chunkBytes) {
          guard await send(chunk[start..<min(start + Self.chunkBytes, chunk.count)]) else { break chunks }
        }
      }
      endStream()
    } catch {
      response.streamFailed?(error)
      breakOff()
    }
  }

  /// False when the client is gone already.
  private func beginStream(_ response: Response) -> Bool {
    guard let request, evhttp_request_get_connection(request) != nil else { return false }
    writeHeaders(response, request)
    // A client of HTTP/1.0 knows no chunks: the end of the connection is the end of the body. evhttp would keep it, and say length 0.
    let asked = evhttp_request_get_input_headers(request)
    if let connection = evhttp_find_header(asked, "Connection"), HeaderFields.isSame(String(cString: connection), "keep-alive") {
      evhttp_remove_header(asked, "Connection")
    }
    evhttp_send_reply_start(request, Int32(response.status), nil)
    return true
  }

  /// Returns when the bytes are with the kernel: false when the client has left meanwhile.
  private func send(_ bytes: ArraySlice<UInt8>) async -> Bool {
    guard let request, evhttp_request_get_connection(request) != nil else { return false }
    let buffer = evbuffer_new()
    defer { evbuffer_free(buffer) }
    _ = bytes.withUnsafeBytes { evbuffer_add(buffer, $0.baseAddress, $0.count) }
    return await withCheckedContinuation { continuation in
      isTaken = continuation
      // The exchange outlives the callback: the connection holds it until its end.
      evhttp_send_reply_chunk_with_cb(request, buffer, { _, context in
        Unmanaged<Exchange>.fromOpaque(context!).takeUnretainedValue().chunkIsTaken(true)
      }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private func chunkIsTaken(_ goesOn: Bool) {
    isTaken?.resume(returning: goesOn)
    isTaken = nil
  }

  /// evhttp frees the request, after it has sent the end if anybody is there.
  private func endStream() {
    guard let request else { return }
    self.request = nil
    evhttp_send_reply_end(request)
  }

  /// Ends a stream without an end of its own: properly where it waits for news, at once where the client does not take what it was sent.
  func endLive() {
    guard live == .flowing else { return }
    live = .ending
    if isTaken == nil { task?.cancel() } else { breakOff() }
  }

  private func breakOff() {
    guard let request, let connection = evhttp_request_get_connection(request) else { return endStream() }
    evhttp_connection_free(connection)
  }
}

extension Exchange: WaitingClient {
  func wait(_ duration: Duration) async -> Bool {
    guard connection != nil else { return false }
    isHeld = true
    defer { isHeld = false }
    do { try await Task.sleep(for: duration) } catch { return false }
    return connection != nil
  }
}
