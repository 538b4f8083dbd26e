#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the first bytes of a file tell, without SQLite, which might change it.
struct DatabaseHeader {
  /// Nil for a file that is no database of ours.
  let version: Int?
  /// How long the file must be. The newest header may still be in the write-ahead log of one that is in use.
  let size: Int64
  let isEmpty: Bool

  /// - Returns: nil when the file cannot be read; `errno` tells why.
  ///
  /// Closing this descriptor would drop SQLite's locks on the file: only for files that this process has not open.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(file, &bytes, 100)
    close(file)
    isEmpty = count == 0
    let isSQLite = count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
    func number(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    version = isSQLite && number(68) == UInt32(bitPattern: DatabaseFile.applicationId) ? Int(number(60)) : nil
    let pageSize = Int64(bytes[16]) << 8 | Int64(bytes[17])
    size = (pageSize == 1 ? 65_536 : pageSize) * Int64(number(28))
  }
}
