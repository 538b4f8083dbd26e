import PushStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes each line with one `write(2)`, so that lines of several threads, and of a parent process on the same terminal, do not mix.
final class StandardErrorSink: LogSink {
  /// A pipe takes only 4 KiB in one piece; the lock keeps longer lines whole among our own threads.
  private let turn = Mutex(())
  private let descriptor: Int32

  init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

  func write(_ line: [UInt8]) {
    turn.withLock { _ in
      line.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
          if count >= 0 {
            rest = rest.dropFirst(count)
          } else if errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, -1)
          } else if errno != EINTR {
            return  // Nobody is left to tell: the log itself is gone.
          }
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// What the machine's clock says.
@Sendable func systemTime() -> Timestamp {
  var moment = timespec()
  clock_gettime(CLOCK_REALTIME, &moment)
  return Timestamp(milliseconds: Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000)
}
