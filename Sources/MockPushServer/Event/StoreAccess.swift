import PushStore

/// How handlers reach the store. Bodies run to their end without suspension.
protocol StoreAccess: Sendable {
  /// Reads what is committed. For bodies that touch few rows: they run on the event loop.
  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T

  /// Reads on a thread of its own: for bodies that can touch more than about 1,000 rows.
  func readAside<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T

  /// Reads as `readAside`, once the sums of statistics hold all that was committed before the call.
  func readStatistics<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T

  /// Writes, and returns when it is committed. For the hot path: without a savepoint, so `body` must throw before its first change or not
  /// at all; a later throw (the disk is full) fails every write of the tick.
  func record<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T

  /// Writes, and returns when it is committed. A body that throws leaves nothing behind.
  func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T

  /// Stores the clock in the same transaction as whatever is written next, so that nothing is stored that the clock has not seen. Costs no
  /// commit of its own; while nothing is written, the stored clock stays behind.
  func setClockWithNextWrite(_ clock: StoredClock) async

  /// Deletes everything. `then` runs in the first transaction of the empty database.
  func reset(then body: @Sendable (WriteTransaction) throws -> Void) async throws
}
