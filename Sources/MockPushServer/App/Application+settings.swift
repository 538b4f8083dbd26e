import PushStore

extension Application {
  /// The apps of the configuration, with the settings that were changed at run time.
  static func apps(_ configuration: Configuration, _ database: DatabaseFile) throws(StartFailure) -> AppDirectory {
    let apps = AppDirectory(configuration.apps, strict: configuration.strict)
    let stored = try explained { () throws -> [(appkey: String, settings: String)] in
      try Reader(database).read { try $0.changedSettings() }
    }
    for (appkey, text) in stored {
      do {
        guard let changes = try JSONParser.parse(text.utf8).objectValue else { throw StartFailure("they are no JSON object") }
        try apps.setChanges(changes, of: appkey)
      } catch {
        let reason = (error as? SettingsError)?.message ?? "\(error)"
        throw StartFailure("The database holds settings of app \(appkey) that cannot be read: \(reason) Give another --database.")
      }
    }
    return apps
  }
}
