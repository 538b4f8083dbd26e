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
