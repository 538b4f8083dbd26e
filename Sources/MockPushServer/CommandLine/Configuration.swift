import PushStore

/// What `serve` runs with: every value checked, every default filled in.
struct Configuration: Sendable, Equatable {
  /// An IP address or a host name to listen on.
  var host: String
  var httpPort: PortChoice
  var httpsPort: PortChoice
  var tls: TLSConfiguration
  var proxy = ProxyConfiguration()
  /// Names beyond loopback, addresses and the machine's own that the control API and console answer to, in lower case.
  var controlHosts: [String]
  /// What the control API asks for as a bearer token; nil when nothing.
  var adminToken: String?
  /// The folder of the server's own state, as given or the platform's default; it need not exist yet.
  var dataDir: String
  /// A path, or `:memory:`.
  var database: String
  var durability: DatabaseFile.Durability
  /// The seed file, loaded before the server listens; nil for none.
  var seed: String?
  /// In the order they were declared; keys are unique.
  var apps: [ConfiguredApp]
  var strict: Bool
  /// Fault rules in force from the start, and after a reset.
  var faults: [FaultRule] = []
  /// The moment at which the clock starts frozen; nil when it runs, or goes on as the database says.
  var clock: Timestamp?
  /// Whether requests and their answers are kept in memory.
  var journal = true
  /// Names and addresses besides loopback that webhooks may post to, in lower case.
  var webhookHosts: [String] = []
  var logFormat: LogFormat
  var logLevel: LogLevel
  /// Whether the server goes to the background.
  var isDaemon = false
  /// Where the process number is kept while the server runs; nil when nowhere.
  var pidFile: String?
  /// Where log lines go; nil is standard error.
  var logFile: String?
  /// Sentences to log at start, about variables that look like a mistyped option.
  var warnings: [String]

  /// Whether an unknown appkey is an empty app instead of an error (issue 3: "Apps and settings").
  var isOpen: Bool { apps.isEmpty && !strict }
}

enum PortChoice: Sendable, Equatable {
  case off
  /// 0 picks a free port.
  case port(UInt16)
}

struct TLSConfiguration: Sendable, Equatable {
  /// Names and addresses that the server certificate carries beyond the built-in ones, in lower case.
  var hosts: [String]
  /// The user's own certificate; nil when the server makes one.
  var files: CertificateFiles?
}

/// The forward proxy.
struct ProxyConfiguration: Sendable, Equatable {
  var port = PortChoice.off
  /// An IP address or a host name to listen on.
  var host = "127.0.0.1"
  /// Whether other machines may reach more through it than the vendor's hosts.
  var isOpen = false
}

/// Paths of PEM files.
struct CertificateFiles: Sendable, Equatable {
  var certificate: String
  var key: String
}

/// An app that exists from the start.
struct ConfiguredApp: Sendable, Equatable {
  var key: String
  var settings: AppSettings
  /// Rules about its devices in force from the start, and after a reset.
  var devices: [DeviceRule] = []
}

/// The value of `--app`.
struct AppArgument: Sendable, Equatable {
  var key: String
  var secret: String?
}
