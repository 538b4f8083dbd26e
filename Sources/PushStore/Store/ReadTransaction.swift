/// What a reading body may do. Valid only inside the closure that received it.
public struct ReadTransaction {
  let connection: Connection
}

/// What a writing body may do: everything a reading one may, and change rows. Valid only inside the closure that received it.
public struct WriteTransaction {
  let connection: Connection

  /// Changes with every reset: work that began before one must not write after it.
  public var generation: Int { connection.generation }

  /// The same transaction, for reading.
  public var reading: ReadTransaction { ReadTransaction(connection: connection) }
}
