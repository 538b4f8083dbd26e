import PushStore

/// A name that a snapshot may have, which is its file's name too.
struct SnapshotName: Sendable {
  let text: String

  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || [0x2d, 0x2e, 0x5f].contains($0)
    }
    guard (1...64).contains(text.utf8.count), isPlain, !text.hasPrefix(".") else { return nil }
    self.text = text
  }
}

/// Snapshots of the whole database, a file each. One is made or restored at a time.
actor SnapshotShelf {
  struct Entry: Sendable {
    let name: String
    let bytes: Int
    /// By the machine's clock.
    let created: Timestamp
    /// Nil when the file cannot be read.
    let clock: StoredClock?

    /// What the mock's clock showed.
    var now: Timestamp? {
      clock.map { clock in
        switch clock {
        case .frozen(let moment): moment
        case .running(let ahead): created.advanced(byMilliseconds: ahead)
        }
      }
    }
  }

  private static let suffix = ".db"

  nonisolated let folder: String
  nonisolated let store: GroupCommitStore
  private let database: DatabaseFile
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(folder: String, _ database: DatabaseFile, _ store: GroupCommitStore) {
    (self.folder, self.database, self.store) = (folder, database, store)
  }

  private nonisolated func path(_ name: SnapshotName) -> String { folder + "/" + name.text + Self.suffix }

  /// Runs `work` after everything that asked for its turn before.
  private func turn<T>(_ work: () async throws -> T) async rethrows -> T {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
    defer { if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() } }
    return try await work()
  }

  /// Returns when nothing is being made or restored.
  func finished() async { await turn {} }

  // MARK: Making

  /// Makes or replaces a snapshot.
  ///
  /// - Parameter begin: runs the look at the database at a moment at which its clock is stored.
  func make(_ name: SnapshotName, begin: (_ look: @Sendable () async throws -> (SnapshotSource, Timestamp)) async throws -> (SnapshotSource, Timestamp)) async throws -> Entry {
    try await turn {
      if mkdir(folder, 0o700) != 0, errno != EEXIST { try DataFolder.prepare(folder) }
      let (database, path, part) = (database, path(name), "\(folder)/.\(name.text).\(getpid()).part")
      let (source, created) = try await begin { try await ownThread { (try SnapshotSource(database), SystemClock().now) } }
      return try await ownThread { [self] in
        removeParts()
        defer { unlink(part) }
        try source.copy(to: part)
        Self.stamp(part, created)
        if !database.isTemporary { try WholeFile.sync(part) }
        try WholeFile.replace(path, with: part, isLasting: !database.isTemporary)
        guard let entry = entry(name) else { throw DatabaseRefusal(description: "\(path) is gone: somebody else removed it.") }
        return entry
      }
    }
  }

  /// The time of a snapshot's file is when it was begun.
  private static func stamp(_ path: String, _ moment: Timestamp) {
    let time = timeval(tv_sec: .init(moment.milliseconds / 1_000), tv_usec: .init(moment.milliseconds % 1_000 * 1_000))
    utimes(path, [time, time])
  }

  /// Deletes what servers that ended in the middle left behind: theirs run no more, or had this process's number.
  private nonisolated func removeParts() {
    for file in files where file.hasPrefix(".") && file.hasSuffix(".part") {
      guard let process = file.split(separator: ".").dropLast().last.flatMap({ pid_t($0) }), process > 0 else { continue }
      if process == getpid() || kill(process, 0) != 0 && errno == ESRCH { unlink(folder + "/" + file) }
    }
  }

  // MARK: Restoring

  /// Makes the private copy of a snapshot that `swap` puts in the database's place.
  func restore(_ name: SnapshotName, _ swap: (Replacement) async throws -> Void) async throws {
    try await turn {
      let (database, path) = (database, path(name))
      let new = try await ownThread { try Replacement(of: path, for: database) }
      defer { database.forgetReplacement() }
      try await swap(new)
    }
  }

  // MARK: The shelf

  private nonisolated var files: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let item = readdir(directory) {
      files.append(withUnsafePointer(to: &item.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } })
    }
    return files
  }

  /// All snapshots by name. Not for the event loop.
  nonisolated func list() -> [Entry] {
    files.compactMap { file in
      guard file.hasSuffix(Self.suffix), let name = SnapshotName(String(file.dropLast(Self.suffix.count))) else { return nil }
      return entry(name)
    }.sorted { $0.name < $1.name }
  }

  private nonisolated func entry(_ name: SnapshotName) -> Entry? {
    var info = stat()
    guard stat(path(name), &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
    let time = info.st_mtimespec
    #else
    let time = info.st_mtim
    #endif
    let created = Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    var clock: StoredClock?
    // Never set, it shows the machine's time.
    do { clock = try DatabaseFile.clock(of: path(name)) ?? .running(aheadBy: 0) } catch {}
    return Entry(name: name.text, bytes: Int(info.st_size), created: created, clock: clock)
  }

  nonisolated func has(_ name: SnapshotName) -> Bool { entry(name) != nil }

  /// - Returns: false when there is none.
  nonisolated func remove(_ name: SnapshotName) -> Bool { unlink(path(name)) == 0 }

  /// Of a temporary database; nothing may be under way.
  nonisolated func removeAll() {
    for file in files { unlink(folder + "/" + file) }
    rmdir(folder)
  }
}
