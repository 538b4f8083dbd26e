import CEvent

/// A body of many megabytes, which is copied off the event loop: there the copy would hold up every request.
///
/// `@unchecked Sendable`: the buffer is this object's alone, and one thread at a time has it.
final class LargeBody: @unchecked Sendable {
  /// What is copied on the loop at once.
  private static let least = 4 * 1024 * 1024 + 1

  private let buffer: OpaquePointer

  /// Takes the body away from a request; nil, and the request as it was, when it is not large.
  init?(of request: OpaquePointer) {
    let input = evhttp_request_get_input_buffer(request)
    guard evbuffer_get_length(input) >= Self.least, let buffer = evbuffer_new() else { return nil }
    // Moves the pieces, and copies none.
    evbuffer_add_buffer(buffer, input)
    self.buffer = buffer
  }

  deinit { evbuffer_free(buffer) }

  func bytes() -> [UInt8] {
    let count = evbuffer_get_length(buffer)
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in filled = max(0, Int(evbuffer_remove(buffer, bytes.baseAddress, count))) }
  }
}
