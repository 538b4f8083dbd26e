extension Configuration {
  /// True when the data folder is used: for a database that lies in it, or for certificates of our own making.
  var needsDataFolder: Bool {
    if httpsPort != .off, tls.files == nil { return true }
    return database.hasPrefix(dataDir.hasSuffix("/") ? dataDir : dataDir + "/")
  }
}
