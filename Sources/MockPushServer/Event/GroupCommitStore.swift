import PushStore
import Synchronization

/// The store on the event loop: writes of one tick share one commit, and each writer goes on when that commit is done.
actor GroupCommitStore: StoreAccess {
  private let loop: LoopExecutor
  private let writer: Writer
  private let reader: Reader
  private let aside: BackgroundReader
  private var waiting: [UnsafeContinuation<Void, any Error>] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ file: DatabaseFile, loop: LoopExecutor) throws(DatabaseError) {
    self.loop = loop
    writer = try Writer(file)
    reader = try Reader(file)
    aside = BackgroundReader(try Reader(file))
  }

  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) throws -> T {
    try reader.read(body)
  }

  func readAside<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
    // Requests' tasks prefer the loop's thread, and would take this actor with them.
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await aside.read(body) }
  }

  func record<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    let result = try writer.performUnguarded(body)
    try await withUnsafeThrowingContinuation { waiting.append($0) }
    return result
  }

  func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    let result = try writer.perform(body)
    try await withUnsafeThrowingContinuation { waiting.append($0) }
    return result
  }

  func reset(then body: @Sendable (WriteTransaction) throws -> Void) async throws {
    endTick()
    try aside.pausing { () throws(DatabaseError) in try writer.reset() }
    try await write(body)
  }

  /// Commits the tick's writes and resumes their writers; ends the tick's read snapshot.
  func endTick() {
    reader.endSnapshot()
    guard writer.hasOpenGroup else { return }
    let resumed = waiting
    waiting.removeAll(keepingCapacity: true)
    do throws(DatabaseError) {
      try writer.commit()
      for continuation in resumed { continuation.resume() }
    } catch {
      for continuation in resumed { continuation.resume(throwing: error) }
    }
  }

  /// Commits what is open and empties the write-ahead log.
  func close() throws(DatabaseError) {
    endTick()
    try writer.checkpoint()
  }
}

/// Reads off the event loop, one at a time.
actor BackgroundReader {
  private let reader: Reader

  init(_ reader: sending Reader) { self.reader = reader }

  /// Held while a body reads: a reset waits for it, and no body sees the moment without tables.
  private let gate = Mutex(())

  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) throws -> T {
    try gate.withLock { _ in
      defer { reader.endSnapshot() }
      return try reader.read(body)
    }
  }

  /// Runs `work` while no body reads.
  nonisolated func pausing(_ work: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try gate.withLock { _ throws(DatabaseError) in try work() }
  }
}
