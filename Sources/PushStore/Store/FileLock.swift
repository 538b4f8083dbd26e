#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Synchronization

/// One server per database: an advisory lock on a file beside it that holds the owner's process number.
///
/// The database file itself must not be locked by us: closing any descriptor of it would drop SQLite's own locks.
final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  init(path: String, guarding database: String) throws(DatabaseRefusal) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw DatabaseRefusal(description: "The database \(database) cannot be opened: \(path): \(errorText()). Make its folder, or give another --database.")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      var text = [UInt8](repeating: 0, count: 32)
      let count = max(0, pread(file, &text, 32, 0))
      let owner = String(decoding: text[..<count].prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
      close(file)
      let who = owner.isEmpty ? "another server" : "the server with process number \(owner)"
      throw DatabaseRefusal(description: "The database \(database) is in use by \(who). Stop that one, or give another --database.")
    }
    ftruncate(file, 0)
    let text = Array("\(getpid())\n".utf8)
    _ = pwrite(file, text, text.count, 0)
    descriptor = Mutex(file)
  }

  /// The file stays: deleting it would let two servers lock two different files of that name.
  func release() {
    descriptor.withLock { file in
      guard file >= 0 else { return }
      ftruncate(file, 0)
      close(file)
      file = -1
    }
  }

  deinit { release() }
}
