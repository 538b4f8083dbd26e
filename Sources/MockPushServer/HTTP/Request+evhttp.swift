import CEvent

extension Request {
  /// Copies a request out of evhttp; afterwards no C pointer is needed.
  init(_ pointer: OpaquePointer, scheme: Scheme) {
    var headers = HeaderFields(capacity: 8)
    var next = evhttp_request_get_input_headers(pointer)?.pointee.tqh_first
    while let field = next {
      headers.append(String(cString: field.pointee.key), String(cString: field.pointee.value))
      next = field.pointee.next.tqe_next
    }
    let input = evhttp_request_get_input_buffer(pointer)
    let count = evbuffer_get_length(input)
    let body = count == 0 ? [] : [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, evbuffer_copyout(input, buffer.baseAddress, count))
    }
    self.init(
      method: Method(evhttp_request_get_command(pointer)),
      target: evhttp_request_get_uri(pointer).map { String(cString: $0) } ?? "",
      headers: headers, body: body, scheme: scheme)
  }

  /// Two lengths that differ, or a length beside chunks: nobody can say where the body ends (RFC 9112, 6.3). evhttp takes one of them.
  var hasUnclearEnd: Bool {
    var length: String?
    for (name, value) in headers.fields where HeaderFields.isSame(name, "Content-Length") {
      if let length, length != value { return true }
      length = value
    }
    return length != nil && headers["Transfer-Encoding"] != nil
  }

  /// evhttp reads no body after HEAD, TRACE and unknown methods, nor behind a transfer encoding other than `chunked`.
  var leavesBodyUnread: Bool {
    if method == .unknown || method == .connect { return true }
    let encoding = headers["Transfer-Encoding"]
    if let encoding, encoding.lowercased() != "chunked" { return true }
    guard method == .head || method == .trace else { return false }
    return encoding != nil || (headers["Content-Length"] ?? "0") != "0"
  }
}

extension Request.Method {
  init(_ command: evhttp_cmd_type) {
    self = switch command {
    case EVHTTP_REQ_GET: .get
    case EVHTTP_REQ_POST: .post
    case EVHTTP_REQ_HEAD: .head
    case EVHTTP_REQ_PUT: .put
    case EVHTTP_REQ_DELETE: .delete
    case EVHTTP_REQ_OPTIONS: .options
    case EVHTTP_REQ_PATCH: .patch
    case EVHTTP_REQ_TRACE: .trace
    case EVHTTP_REQ_CONNECT: .connect
    default: .unknown
    }
  }
}
