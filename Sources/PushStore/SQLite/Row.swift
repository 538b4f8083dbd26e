import CSQLite

/// The current row of a running statement. Valid only inside the closure that received it.
public struct Row {
  let statement: OpaquePointer

  func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
  func bool(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }
  func moment(_ column: Int32) -> Timestamp { Timestamp(milliseconds: int64(column)) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A blob's bytes, valid inside `body`.
  func withBlob<T>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let start = sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
    return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  func optionalMoment(_ column: Int32) -> Timestamp? { isNull(column) ? nil : moment(column) }
}
