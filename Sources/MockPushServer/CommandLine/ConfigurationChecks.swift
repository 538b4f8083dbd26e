extension Configuration {
  /// Fills in what depends on the environment and checks the values against each other.
  init(_ draft: ServeDraft, environment: [String: String]) throws(UsageError) {
    if draft.httpPort == .off, draft.httpsPort == .off {
      throw UsageError("`--http-port` and `--https-port` are both `off`: leave at least one on, or nobody can reach the server.")
    }
    let ports = [("http", draft.httpPort), ("https", draft.httpsPort), ("proxy", draft.proxy.port)]
    for (index, (name, choice)) in ports.enumerated() {
      guard case .port(let port) = choice, port != 0, let (other, _) = ports[..<index].first(where: { $0.1 == choice }) else { continue }
      throw UsageError("`--\(other)-port` and `--\(name)-port` are both \(port): give each a port of its own, or turn one `off`.")
    }
    let folder = try Self.dataDir(draft, environment: environment)
    self.init(
      host: draft.host, httpPort: draft.httpPort, httpsPort: draft.httpsPort,
      tls: TLSConfiguration(hosts: draft.tlsHosts, files: try Self.certificateFiles(draft)), proxy: draft.proxy,
      controlHosts: draft.controlHosts, adminToken: draft.adminToken, dataDir: folder, database: draft.database ?? StateFolder.join(folder, "mock-push.db"),
      durability: draft.durability, seed: draft.seed, apps: Self.apps(draft), strict: draft.strict, faults: draft.faults, clock: draft.clock,
      journal: draft.journal == .on, webhookHosts: draft.webhookHosts, logFormat: draft.logFormat, logLevel: draft.logLevel, isDaemon: draft.daemon,
      pidFile: draft.daemon ? try Self.pidFile(draft, environment: environment) : draft.pidFile,
      logFile: draft.logFile ?? (draft.daemon ? StateFolder.join(folder, "mock-push-server.log") : nil), warnings: draft.warnings)
  }

  /// The pid file as given, else the one of a daemon.
  static func pidFile(_ draft: ServeDraft, environment: [String: String]) throws(UsageError) -> String {
    if let file = draft.pidFile { return file }
    return StateFolder.join(try dataDir(draft, environment: environment), "mock-push-server.pid")
  }

  /// The data folder as given, else the platform's.
  static func dataDir(_ draft: ServeDraft, environment: [String: String]) throws(UsageError) -> String {
    if let folder = draft.dataDir ?? StateFolder.path(environment: environment) { return folder }
    throw UsageError("There is no place for the server's state, because `HOME` is not set: name a folder with `--data-dir DIR`.")
  }

  private static func certificateFiles(_ draft: ServeDraft) throws(UsageError) -> CertificateFiles? {
    switch (draft.tlsCertificate, draft.tlsKey) {
    case (let certificate?, let key?): return CertificateFiles(certificate: certificate, key: key)
    case (_?, nil): throw UsageError("`--tls-cert` needs `--tls-key FILE`, the private key of that certificate.")
    case (nil, _?): throw UsageError("`--tls-key` needs `--tls-cert FILE`, the certificate of that key.")
    case (nil, nil): return nil
    }
  }

  /// ruling: `--app` adds to the apps of the configuration file. Of an app that is in both, it replaces the secret keys when it names a
  /// secret and changes nothing when it does not. Repeated with several secrets, all of them are let in.
  private static func apps(_ draft: ServeDraft) -> [ConfiguredApp] {
    var apps = draft.configuredApps
    var replaced: Set<String> = []
    for argument in draft.apps {
      let index = apps.firstIndex { $0.key == argument.key } ?? apps.endIndex
      if index == apps.endIndex { apps.append(ConfiguredApp(key: argument.key, settings: AppSettings())) }
      guard let secret = argument.secret else { continue }
      if replaced.insert(argument.key).inserted { apps[index].settings.secretKeys = [] }
      apps[index].settings.secretKeys.append(secret)
    }
    return apps
  }
}
