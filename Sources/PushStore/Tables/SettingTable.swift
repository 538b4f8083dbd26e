extension ReadTransaction {
  /// Appkeys for which anything was ever stored, ascending.
  public func appkeys() throws(DatabaseError) -> [String] {
    try connection.all("SELECT appkey FROM app WHERE removed_at IS NULL ORDER BY appkey") { $0.text(0) }
  }

  /// The settings of an app that were changed at run time, as JSON; nil when none was.
  public func changedSettings(app: AppNumber) throws(DatabaseError) -> String? {
    try connection.first("SELECT settings FROM app_setting WHERE app = ?", .integer(app.value)) { $0.text(0) }
  }

  /// As `changedSettings(app:)`, of every app.
  public func changedSettings() throws(DatabaseError) -> [(appkey: String, settings: String)] {
    try connection.all("SELECT a.appkey, s.settings FROM app_setting s JOIN app a ON a.app = s.app WHERE a.removed_at IS NULL ORDER BY a.appkey") {
      ($0.text(0), $0.text(1))
    }
  }
}

extension WriteTransaction {
  public func setChangedSettings(_ settings: String, app: AppNumber) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO app_setting (app, settings) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET settings = ?2",
      .integer(app.value), .text(settings))
  }
}
