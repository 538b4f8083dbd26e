import CEvent

/// One request that waits for its answer: the only holder of evhttp's pointer.
///
/// evhttp owns the request until `reply` hands it back. When the peer leaves meanwhile, evhttp either frees the request with its connection
/// (`connectionCloses` tells) or leaves it to us without a connection, and sending just frees it.
///
/// `@unchecked Sendable`: it goes through a task that runs on the server's own executor, and is touched on that thread only.
final class Exchange: @unchecked Sendable {
  private var request: OpaquePointer?
  private let isHead: Bool

  init(_ request: OpaquePointer, isHead: Bool) {
    self.request = request
    self.isHead = isHead
  }

  /// The connection is about to be freed. True when evhttp frees the request with it.
  func connectionCloses() {
    guard let request, evhttp_request_get_connection(request) != nil else { return }
    self.request = nil
  }

  /// Sends the answer; evhttp frees the request. Does nothing when the request is gone.
  func reply(_ response: Response) {
    guard let request else { return }
    self.request = nil
    let headers = evhttp_request_get_output_headers(request)
    response.contentType.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { _ = evhttp_add_header(headers, "Content-Type", $0.baseAddress!) }
    }
    for (name, value) in response.headers { evhttp_add_header(headers, name, value) }
    if response.closesConnection { evhttp_add_header(headers, "Connection", "close") }
    // evhttp leaves it out for HTTP/1.0, and ends TLS without a goodbye: such a client could not tell that the answer is whole.
    evhttp_add_header(headers, "Content-Length", String(response.body.count))
    let buffer = evbuffer_new()
    defer { evbuffer_free(buffer) }
    // evhttp would send the body after HEAD, too, and the client would lose step.
    if !isHead { evbuffer_add(buffer, response.body, response.body.count) }
    evhttp_send_reply(request, Int32(response.status), nil, buffer)
  }
}
