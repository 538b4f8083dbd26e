import PushStore

/// The store on the event loop: writes of one tick share one commit, and each writer goes on when that commit is done.
actor GroupCommitStore: StoreAccess {
  private let loop: LoopExecutor
  private let writer: Writer
  private let reader: Reader
  private let aside: BackgroundReader
  private let gates: [GatedReader]
  private let checkpointer: BackgroundCheckpointer
  private var isCheckpointing = false
  private var isBeingReplaced = false
  /// Pages of the log that the last pass left in the database.
  private var movedPages = 0
  private var waiting: [UnsafeContinuation<Void, any Error>] = []
  private let statistics: StatisticsFold
  /// Waits for a write that it can go along with.
  private var clock: StoredClock?
  private var isClockInGroup = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ file: DatabaseFile, loop: LoopExecutor) throws(DatabaseError) {
    self.loop = loop
    writer = try Writer(file)
    reader = try Reader(file)
    let aside = try GatedReader(file)
    engineReader = try GatedReader(file)
    let counted = try GatedReader(file)
    gates = [aside, engineReader, counted]
    statistics = StatisticsFold(counted)
    self.aside = BackgroundReader(aside)
    checkpointer = BackgroundCheckpointer(try Checkpointer(file))
  }

  /// For the delivery engine, which reads at its own pace.
  nonisolated let engineReader: GatedReader

  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) throws -> T {
    try reader.read(body)
  }

  func readAside<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
    // Requests' tasks prefer the loop's thread, and would take this actor with them.
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await aside.read(body) }
  }

  func readStatistics<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
    try await withTaskExecutorPreference(globalConcurrentExecutor) {
      try await statistics.catchUp(self)
      return try await aside.read(body)
    }
  }

  /// Changes with every reset.
  var generation: Int { writer.generation }

  func record<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    try writeClock()
    let result = try writer.performUnguarded(body)
    try await withUnsafeThrowingContinuation { waiting.append($0) }
    return result
  }

  func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    try writeClock()
    let result = try writer.perform(body)
    try await withUnsafeThrowingContinuation { waiting.append($0) }
    return result
  }

  func setClockWithNextWrite(_ clock: StoredClock) {
    self.clock = clock
    isClockInGroup = false
  }

  private func writeClock() throws {
    guard let clock, !isClockInGroup else { return }
    try writer.perform { try $0.setClock(clock) }
    isClockInGroup = true
  }

  func reset(then body: @Sendable (WriteTransaction) throws -> Void) async throws {
    endTick()
    clock = nil
    try pausing(gates[...]) { () throws(DatabaseError) in try writer.reset() }
    try await write(body)
  }

  /// Puts another database in the place of this one. `then` runs in its first transaction, and on the loop before anybody else sees it.
  func restore(_ new: Replacement, then body: @Sendable (WriteTransaction) throws -> Void) async throws {
    isBeingReplaced = true
    defer { isBeingReplaced = false }
    // Most of the log is moved off the loop.
    await checkpointer.close()
    endTick()
    clock = nil
    try pausing(gates[...]) {
      try writer.replace(with: new) {
        reader.close()
        for gate in gates { gate.close() }
      }
    }
    movedPages = 0
    try await write(body)
  }

  private func pausing<E>(_ readers: ArraySlice<GatedReader>, _ work: () throws(E) -> Void) throws(E) {
    guard let first = readers.first else { return try work() }
    try first.pausing { () throws(E) in try pausing(readers.dropFirst(), work) }
  }

  /// Commits the tick's writes and resumes their writers; ends the tick's read snapshot.
  func endTick() {
    reader.endSnapshot()
    guard writer.hasOpenGroup else { return }
    let resumed = waiting
    waiting.removeAll(keepingCapacity: true)
    do throws(DatabaseError) {
      try writer.commit()
      if isClockInGroup { (clock, isClockInGroup) = (nil, false) }
      for continuation in resumed { continuation.resume() }
      checkpoint()
      foldStatistics()
    } catch {
      // It goes along with the next one that succeeds.
      isClockInGroup = false
      for continuation in resumed { continuation.resume(throwing: error) }
    }
  }

  /// Pages of the write-ahead log from which on it is moved into the database, as in SQLite's automatic checkpoint.
  private static let checkpointPages = 1_000
  /// So few are moved on the loop: only when all are does the log begin anew.
  private static let restPages = 250
  /// So many are moved on the loop in any case: a log without bound costs more than a pause.
  private static let mostPages = 50_000

  /// After each commit. Most of the log is moved on another thread: done here, as SQLite would, it held up every request for some milliseconds.
  /// One pass per commit at most: where a reader of another program holds the log back, passing again at once would only turn in circles.
  private func checkpoint() {
    guard !isCheckpointing, !isBeingReplaced, writer.logPages >= Self.checkpointPages else { return }
    if movedPages > 0, writer.logPages - movedPages <= Self.restPages || writer.logPages >= Self.mostPages {
      movedPages = 0
      // A failure is met again by the next pass.
      try? writer.checkpointRest()
      return
    }
    isCheckpointing = true
    Task { await self.endCheckpoint((try? self.checkpointer.run()) ?? 0) }
  }

  private func endCheckpoint(_ moved: Int) {
    isCheckpointing = false
    movedPages = moved
  }

  /// So many rows may wait before they are folded into the sums of statistics without anybody asking.
  private static let unfoldedRows = 5_000

  private func foldStatistics() {
    guard writer.unfoldedRows >= Self.unfoldedRows else { return }
    writer.unfoldedRows = 0
    Task { await statistics.start(self) }
  }

  /// Commits what is open and empties the write-ahead log.
  func close() async throws {
    await statistics.stop()
    endTick()
    try writer.checkpoint()
  }
}

/// Reads off the event loop, one at a time.
private actor BackgroundReader {
  private let reader: GatedReader

  init(_ reader: GatedReader) { self.reader = reader }

  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) throws -> T { try reader.read(body) }
}

/// Moves the write-ahead log off the event loop.
private actor BackgroundCheckpointer {
  private let checkpointer: Checkpointer

  init(_ checkpointer: sending Checkpointer) { self.checkpointer = checkpointer }

  func run() throws -> Int { try checkpointer.passive() }

  /// Moves what it can, and lets go of the file.
  func close() {
    // What is left, the writer moves.
    _ = try? checkpointer.passive()
    checkpointer.close()
  }
}
