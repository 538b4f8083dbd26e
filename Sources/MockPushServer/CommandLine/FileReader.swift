#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file cannot be read, in the system's words.
struct FileFault: Error, Equatable {
  let reason: String
}

/// Reads a whole file; replaced in tests.
typealias ReadFile = (String) throws(FileFault) -> [UInt8]

enum FileReader {
  /// Generous for a configuration; keeps a device file or a mistaken path from filling the memory.
  static let maximumBytes = 16 << 20

  static func read(_ path: String) throws(FileFault) -> [UInt8] { try read(path, maximumBytes: maximumBytes) }

  static func read(_ path: String, maximumBytes: Int) throws(FileFault) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileFault(reason: systemReason()) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = systemRead(file, &piece)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFault(reason: systemReason())
      }
      bytes += piece[..<count]
      if bytes.count > maximumBytes { throw FileFault(reason: "it is larger than \(maximumBytes >> 20) MiB") }
    }
  }
}

private func systemRead(_ file: Int32, _ piece: inout [UInt8]) -> Int {
  read(file, &piece, piece.count)
}
