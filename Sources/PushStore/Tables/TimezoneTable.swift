extension ReadTransaction {
  /// The zones of an app's registrations, each once.
  public func timezones(app: AppNumber) throws(DatabaseError) -> [String] {
    try connection.all("SELECT DISTINCT timezone FROM registration WHERE app = ?", .integer(app.value)) { $0.text(0) }
  }
}
