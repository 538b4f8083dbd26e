/// What `mock-push-server ca` shows the certificate of.
struct CAOptions: Invocation, Equatable {
  /// Found as `serve` finds it: flag, environment, configuration file, the platform's folder.
  var dataDir: String

  func run() async -> Int32 { CACommand.run(self) }
}

extension Command {
  static let ca = Command(
    name: "ca", summary: "Show the local CA's certificate and how devices come to trust it.",
    explanation: "Shows where the local CA's certificate is, the certificate (PEM) and how to trust it.",
    sections: [ServeOptions.section("Options", of: "data-dir", "config")]
  ) { given, resolver throws(UsageError) in
    CAOptions(dataDir: try Configuration.dataDir(try resolver.draft(given: given), environment: resolver.environment))
  }
}

/// `ca`: shows the local CA's certificate, and how to trust it.
enum CACommand {
  /// - Returns: the exit code.
  static func run(_ options: CAOptions) -> Int32 {
    do {
      try DataFolder.prepare(options.dataDir)
      let authority = try CertificateAuthority.authority(
        dataDirectory: options.dataDir, hostName: MachineName.current, now: SystemClock().now.milliseconds / 1000)
      printLine(CATrustText.text(authority))
      return 0
    } catch {
      printError("\(error)")
      return 1
    }
  }
}
