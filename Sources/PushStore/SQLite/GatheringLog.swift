import CSQLite

/// An SQLite VFS whose write-ahead log is written in large pieces. SQLite writes each frame in two calls, so a commit of a busy tick made some
/// 150 system calls; here consecutive writes are gathered and leave as one before anything could miss them: before the sync, a read, a truncation.
///
/// Only for connections with `synchronous=FULL`, whose every commit syncs the log before it tells readers of the new frames.
enum GatheringLog {
  /// Name of the VFS, once it is registered; nil when that failed, and SQLite's own serves as well.
  static let vfs: String? = register() ? name : nil

  private static let name = "mock-push-gathering-log"
  /// Bytes gathered at most: what SQLite's Unix VFS writes in one call (os_unix.c, seekAndWriteFd).
  fileprivate static let capacity = 0x1ffff

  private static func register() -> Bool {
    guard let real = sqlite3_vfs_find(nil) else { return false }
    // Lives as long as the process, as SQLite asks of a registered VFS.
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: real.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.szOsFile += Int32(LogFile.size)
    let text = name.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    copy.initialize(from: Array(text), count: text.count)
    vfs.pointee.zName = UnsafePointer(copy)
    vfs.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let real = sqlite3_vfs_find(nil), let file else { return SQLITE_CANTOPEN }
      guard flags & SQLITE_OPEN_WAL != 0 else { return real.pointee.xOpen(real, path, file, flags, outFlags) }
      let log = LogFile.at(file)
      log.initialize(to: LogFile(base: sqlite3_file(pMethods: nil), buffer: nil, start: 0, count: 0))
      let code = real.pointee.xOpen(real, path, log.real, flags, outFlags)
      if log.real.pointee.pMethods != nil { log.pointee.base.pMethods = GatheringLog.methods }
      return code
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }

  /// Never changed after it is made.
  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    // Version 1: no shared memory and no mapping, which a log file does not have.
    methods.pointee.iVersion = 1
    methods.pointee.xClose = { file in
      let log = LogFile.at(file!)
      let flushed = log.flush()
      log.pointee.buffer?.deallocate()
      let closed = log.methods.xClose(log.real)
      return flushed == SQLITE_OK ? closed : flushed
    }
    methods.pointee.xWrite = { file, bytes, count, offset in LogFile.at(file!).write(bytes!, Int(count), at: offset) }
    methods.pointee.xRead = { file, bytes, count, offset in LogFile.at(file!).flushed { $0.xRead($1, bytes, count, offset) } }
    methods.pointee.xTruncate = { file, size in LogFile.at(file!).flushed { $0.xTruncate($1, size) } }
    methods.pointee.xSync = { file, flags in LogFile.at(file!).flushed { $0.xSync($1, flags) } }
    methods.pointee.xFileSize = { file, size in LogFile.at(file!).flushed { $0.xFileSize($1, size) } }
    methods.pointee.xFileControl = { file, operation, argument in LogFile.at(file!).flushed { $0.xFileControl($1, operation, argument) } }
    methods.pointee.xLock = { file, level in LogFile.at(file!).flushed { $0.xLock($1, level) } }
    methods.pointee.xUnlock = { file, level in LogFile.at(file!).flushed { $0.xUnlock($1, level) } }
    methods.pointee.xCheckReservedLock = { file, result in LogFile.at(file!).flushed { $0.xCheckReservedLock($1, result) } }
    methods.pointee.xSectorSize = { file in LogFile.at(file!).methods.xSectorSize(LogFile.at(file!).real) }
    methods.pointee.xDeviceCharacteristics = { file in LogFile.at(file!).methods.xDeviceCharacteristics(LogFile.at(file!).real) }
    return UnsafePointer(methods)
  }()
}

/// What stands where SQLite expects its file; SQLite's own file follows it in the same memory.
private struct LogFile {
  var base: sqlite3_file
  var buffer: UnsafeMutableRawPointer?
  /// Where in the log the gathered bytes belong.
  var start: Int64
  var count: Int

  /// A multiple of what any C type needs.
  static let size = (MemoryLayout<LogFile>.size + 15) & ~15

  static func at(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<LogFile> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: LogFile.self)
  }
}

extension UnsafeMutablePointer where Pointee == LogFile {
  var real: UnsafeMutablePointer<sqlite3_file> {
    UnsafeMutableRawPointer(self).advanced(by: LogFile.size).assumingMemoryBound(to: sqlite3_file.self)
  }

  var methods: sqlite3_io_methods { real.pointee.pMethods.pointee }

  func write(_ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64) -> Int32 {
    if pointee.count > 0, offset != pointee.start + Int64(pointee.count) || pointee.count + size > GatheringLog.capacity {
      let code = flush()
      guard code == SQLITE_OK else { return code }
    }
    guard size <= GatheringLog.capacity else { return methods.xWrite(real, bytes, Int32(size), offset) }
    if pointee.count == 0 { pointee.start = offset }
    if pointee.buffer == nil { pointee.buffer = .allocate(byteCount: GatheringLog.capacity, alignment: 16) }
    (pointee.buffer! + pointee.count).copyMemory(from: bytes, byteCount: size)
    pointee.count += size
    return SQLITE_OK
  }

  /// Hands over what is gathered. On a failure it is forgotten: SQLite gives the transaction up then.
  func flush() -> Int32 {
    let count = pointee.count
    guard count > 0 else { return SQLITE_OK }
    pointee.count = 0
    return methods.xWrite(real, pointee.buffer, Int32(count), pointee.start)
  }

  func flushed(_ work: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
    let code = flush()
    return code == SQLITE_OK ? work(methods, real) : code
  }
}
