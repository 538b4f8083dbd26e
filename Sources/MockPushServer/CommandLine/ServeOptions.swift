import PushStore

/// The options of `serve`. What is not listed here does not exist: parsing, help and the reference in docs/configuration.md read this list.
enum ServeOptions {
  static let groups: [OptionGroup<ServeDraft>] = [
    OptionGroup(
      title: "Listening",
      options: [
        .value(
          "host", "ADDRESS", \.host, default: "127.0.0.1", parse: HostText.address,
          help: "Address to listen on; `0.0.0.0` also lets other machines and containers in."),
        .value(
          "http-port", "PORT", \.httpPort, shape: .number, default: "8080", parse: OptionText.port,
          help: "Port for plain http; 0 picks a free one, `off` means none."),
        .value(
          "https-port", "PORT", \.httpsPort, shape: .number, default: "8443", parse: OptionText.port,
          help: "Port for https; 0 picks a free one, `off` means none."),
        .list(
          "control-host", "NAME", \.controlHosts, parse: HostText.controlName,
          help: "One more host name by which the control API may be called; loopback, IP addresses and the machine's name always may."),
        .value(
          "admin-token", "TOKEN", \.adminToken, default: nil, parse: OptionText.adminToken,
          help: "Bearer token that the control API then asks for, health and the CA's certificate apart. The variable does the same, unseen by the machine's other users."),
      ]),
    OptionGroup(
      title: "Proxy",
      options: [
        .value(
          "proxy-port", "PORT", \.proxy.port, shape: .number, default: "off", parse: OptionText.port,
          help: "Port of a forward proxy that brings the vendor's hosts here and lets everything else pass, such as 8888; 0 picks a free one."),
        .value(
          "proxy-host", "ADDRESS", \.proxy.host, default: "127.0.0.1", parse: HostText.address,
          help: "Address that the proxy listens on; with one that other machines reach, it relays the vendor's hosts only."),
        .toggle(
          "proxy-open", \.proxy.isOpen,
          help: "Relay everything for other machines too: whoever reaches the proxy then reaches what this machine reaches."),
      ]),
    OptionGroup(
      title: "TLS",
      options: [
        .list(
          "tls-host", "NAME-or-IP", \.tlsHosts, parse: HostText.certificateName,
          help: "One more name or address in the server certificate."),
        .value("tls-cert", "FILE", \.tlsCertificate, shape: .path, default: nil, parse: OptionText.path,
          help: "Your own server certificate with its chain (PEM), in place of the one the server makes; needs --tls-key."),
        .value("tls-key", "FILE", \.tlsKey, shape: .path, default: nil, parse: OptionText.path,
          help: "The private key of --tls-cert (PEM)."),
      ]),
    OptionGroup(
      title: "Data",
      options: [
        .value(
          "data-dir", "DIR", \.dataDir, shape: .path, default: StateFolder.description, parse: OptionText.path,
          help: "Folder for the server's state: database, local CA and certificates."),
        .value(
          "database", "FILE", \.database, shape: .path, default: "mock-push.db in the data folder", parse: OptionText.path,
          help: "Database file; `:memory:` keeps nothing after exit."),
        .value(
          "durability", "full|normal", \.durability, default: "full", parse: OptionText.choice,
          help: "`full` answers after the data is on disk, `normal` survives a crash of the server but not of the machine."),
        .value(
          "seed", "FILE", \.seed, shape: .path, default: nil, parse: OptionText.path,
          help: "Seed (JSON) of apps, tokens, tags and reservations, loaded before the server listens; an app that has data already stays as it is."),
      ]),
    OptionGroup(
      title: "Apps",
      options: [
        .list(
          "app", "KEY[:SECRET]", \.apps, shape: .apps, parse: OptionText.app,
          help: "An app that exists from the start; without a secret it accepts any well-formed credential."),
        .toggle(
          "strict", \.strict,
          help: "Refuse every appkey that is not configured, even when none is; any configured app has the same effect."),
      ]),
    OptionGroup(
      title: "Clock and configuration",
      options: [
        .value(
          "clock", "MOMENT", \.clock, default: nil, parse: OptionText.moment,
          help: "Start with the clock frozen at this moment, ISO 8601 with an offset."),
        .value(
          "config", "FILE", \.config, shape: .configFile, default: nil, parse: OptionText.path,
          help: "Configuration file (JSON); flags and variables win over it."),
      ]),
    OptionGroup(
      title: "Background",
      options: [
        .toggle(
          "daemon", \.daemon,
          help: "Go to the background; the command returns when the server is ready. `status` and `stop` find it by its pid file."),
        .value(
          "pid-file", "FILE", \.pidFile, shape: .path, default: "with --daemon mock-push-server.pid in the data folder", parse: OptionText.path,
          help: "File that holds the process number while the server runs."),
      ]),
    OptionGroup(
      title: "Journal and webhooks",
      options: [
        .value(
          "journal", "on|off", \.journal, default: "on", parse: OptionText.choice,
          help: "Keep the newest requests and answers in memory, for `GET /_mock/requests`."),
        .list(
          "webhook-host", "NAME-or-IP", \.webhookHosts, parse: HostText.controlName,
          help: "One more host that webhooks may post to; loopback always is."),
      ]),
    OptionGroup(
      title: "Log",
      options: [
        .value(
          "log-file", "FILE", \.logFile, shape: .path, default: "standard error, with --daemon mock-push-server.log in the data folder",
          parse: OptionText.path, help: "File to append log lines to; SIGHUP opens it anew, as logrotate needs it."),
        .value(
          "log-format", "text|json", \.logFormat, default: "text", parse: OptionText.choice,
          help: "Form of the log lines."),
        .value(
          "log-level", "error|warning|info|debug", \.logLevel, default: "info", parse: OptionText.choice,
          help: "The most detailed level that is logged."),
      ]),
  ]

  static let all: [Option<ServeDraft>] = groups.flatMap(\.options)

  /// Some of them, as another command takes them.
  static func section(_ title: String, of flags: String...) -> OptionSection {
    OptionGroup(title: title, options: all.filter { flags.contains($0.flag) }).section(hasTwins: true)
  }
}

enum OnOff: String, CaseIterable, Sendable {
  case on, off
}

/// The values of `serve` as given so far, before the checks that concern several of them. Initial values are the defaults.
struct ServeDraft: Sendable, Equatable {
  var host = "127.0.0.1"
  var httpPort = PortChoice.port(8080)
  var httpsPort = PortChoice.port(8443)
  var proxy = ProxyConfiguration()
  var controlHosts: [String] = []
  var adminToken: String?
  var tlsHosts: [String] = []
  var tlsCertificate: String?
  var tlsKey: String?
  var dataDir: String?
  var database: String?
  var durability = DatabaseFile.Durability.full
  var seed: String?
  var apps: [AppArgument] = []
  /// The object `apps` of the configuration file.
  var configuredApps: [ConfiguredApp] = []
  /// The list `faults` of the configuration file.
  var faults: [FaultRule] = []
  var strict = false
  var clock: Timestamp?
  var config: String?
  var daemon = false
  var pidFile: String?
  var logFile: String?
  var journal = OnOff.on
  var webhookHosts: [String] = []
  var logFormat = LogFormat.text
  var logLevel = LogLevel.info
  var warnings: [String] = []
}
