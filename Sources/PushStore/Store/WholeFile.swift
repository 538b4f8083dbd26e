#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files as a whole, by the system's calls.
public enum WholeFile {
  /// Makes or replaces `target`. Not a database that is open: see `FileLock`.
  public static func copy(_ source: String, to target: String) throws(DatabaseRefusal) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure(source, "read") }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure(target, "written") }
    defer { close(output) }
    let size = 1 << 20
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4_096)
    defer { piece.deallocate() }
    while true {
      let count = read(input, piece.baseAddress!, size)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(source, "read")
      }
      var done = 0
      while done < count {
        let written = write(output, piece.baseAddress! + done, count - done)
        if written < 0 {
          if errno == EINTR { continue }
          throw failure(target, "written")
        }
        done += written
      }
    }
  }

  /// Waits until a file, or a folder's list of names, is on the disk.
  public static func sync(_ path: String) throws(DatabaseRefusal) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path, "opened") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure(path, "written to disk") }
  }

  /// Puts a file in the place of another, on the disk as well: whatever happens, one of the two is there.
  ///
  /// - Parameter isLasting: false where nothing needs to survive a power cut.
  public static func replace(_ path: String, with new: String, isLasting: Bool) throws(DatabaseRefusal) {
    // What goes is freed when this is closed, elsewhere: of a large file that takes a while.
    let old = open(path, O_RDONLY | O_CLOEXEC)
    defer { if old >= 0 { freeAside(old) } }
    guard rename(new, path) == 0 else { throw failure(path, "replaced") }
    if isLasting { try sync(folder(of: path)) }
  }

  private static func freeAside(_ file: Int32) {
    Task.detached { close(file) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func failure(_ path: String, _ deed: String) -> DatabaseRefusal {
    DatabaseRefusal(description: "\(path) cannot be \(deed): \(errorText()).")
  }
}
