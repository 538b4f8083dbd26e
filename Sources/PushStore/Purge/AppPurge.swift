/// Deletes all that is left of a removed app, a slice at a time, so that no slice holds up the event loop for long.
///
/// Rows that refer to others go before these, and which rows are left tells what is to do: after a crash a new purge goes on where the old one was.
public struct AppPurge: Sendable {
  private let app: AppNumber
  /// Of the database whose app it is.
  private let generation: Int
  private var step = 0
  /// How far a step has come that walks through a table of all apps.
  private var walk = PurgeWalk()

  /// Nothing of the app is left, or everything was reset.
  public private(set) var isDone = false

  /// - Parameter generation: as it was before `removedApp` was read.
  public init(_ app: AppNumber, generation: Int) {
    self.app = app
    self.generation = generation
  }

  /// Deletes the next rows: about `limit`, fewer at the end. In a transaction of its own or among others.
  public mutating func slice(_ limit: Int, _ store: WriteTransaction) throws(DatabaseError) {
    guard store.generation == generation else {
      isDone = true
      return
    }
    // Found again: what was done in a transaction that failed must not count.
    var next = self
    try store.connection.withoutForeignKeys { () throws(DatabaseError) in
      var left = limit
      while left > 0, next.step < PurgeStep.all.count {
        let work = try PurgeStep.all[next.step].delete(next.app, left, &next.walk, store.connection)
        left -= max(1, work.rows)
        if work.isOver { (next.step, next.walk) = (next.step + 1, PurgeWalk()) }
      }
      next.isDone = next.step == PurgeStep.all.count
    }
    self = next
  }
}

extension ReadTransaction {
  /// A removed app of which something is left. One that is still being loaded (`removed_at` is 0) is none.
  public func removedApp() throws(DatabaseError) -> AppNumber? {
    try connection.first(
      "SELECT app FROM app WHERE removed_at <> 0 AND appkey <> ? ORDER BY app LIMIT 1", .text(NumberKeeper.appkey)
    ) { AppNumber($0.int64(0)) }
  }
}
