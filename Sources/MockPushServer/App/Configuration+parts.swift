extension Configuration {
  /// True when the data folder is used: for files that lie in it, or for certificates of our own making.
  var needsDataFolder: Bool {
    if httpsPort != .off, tls.files == nil { return true }
    let folder = dataDir.hasSuffix("/") ? dataDir : dataDir + "/"
    return [database, pidFile, logFile].contains { $0?.hasPrefix(folder) ?? false }
  }
}
