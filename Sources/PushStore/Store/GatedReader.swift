import Synchronization

/// A read-only connection for threads other than the event loop's. Bodies run one at a time, each in a snapshot of its own; a reset waits for the
/// one that runs, so that none sees the moment without tables.
///
/// `@unchecked Sendable`: the connection is touched only while the lock is held.
public final class GatedReader: @unchecked Sendable {
  private let reader: Reader
  private let gate = Mutex(())

  public init(_ file: DatabaseFile) throws(DatabaseError) { reader = try Reader(file, cacheKiB: 1_000) }

  public func read<T: Sendable>(_ body: (ReadTransaction) throws -> T) throws -> T {
    try gate.withLock { _ in
      defer { reader.endSnapshot() }
      return try reader.read(body)
    }
  }

  /// Runs `work` while no body reads.
  public func pausing<E>(_ work: () throws(E) -> Void) throws(E) {
    try gate.withLock { _ throws(E) in try work() }
  }

  /// In the work of `pausing` only. The next read opens the file that is there then.
  public func close() { reader.close() }
}
