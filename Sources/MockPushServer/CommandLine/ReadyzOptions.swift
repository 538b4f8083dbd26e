/// What `mock-push-server readyz` asks, and for how long.
struct ReadyzOptions: Invocation, Equatable {
  var address: HealthAddress
  /// Whether to ask again until the server is ready.
  var wait: Bool
  /// Bound of the whole command.
  var timeoutMilliseconds: Int

  static let group = OptionGroup<ReadyzDraft>(
    title: "Options",
    options: [
      .toggle("wait", \.wait, help: "Ask again until the server is ready or the time is up."),
      .value(
        "timeout", "SECONDS", \.timeoutMilliseconds, default: "30", parse: OptionText.seconds,
        help: "Give up after so many seconds."),
      .value(
        "url", "URL", \.address, default: nil, parse: HealthAddress.parse,
        help: "Address of the server, plain http; without it, where `serve` would listen with the same environment."),
    ])

  func run() async -> Int32 {
    let outcome = ReadyzCommand.run(self)
    if outcome.exitCode == 0 { printLine(outcome.sentence) } else { printError(outcome.sentence) }
    return outcome.exitCode
  }
}

extension Command {
  static let readyz = Command(
    name: "readyz", summary: "Ask a running server whether it is ready.",
    explanation: "Asks a running server, over plain http, whether it is ready.",
    sections: [ReadyzOptions.group.section()],
    exitCodes: [ExitCode(code: 0, meaning: "It is ready."), ExitCode(code: 1, meaning: "It is not, or nobody answers.")]
  ) { given, resolver throws(UsageError) in try ReadyzOptions(given: given, resolver) }
}

extension ReadyzOptions {
  /// The environment, and a configuration file that it names, only count when no address is given.
  init(given: OptionScanner.Given, _ resolver: ServeResolver) throws(UsageError) {
    var draft = ReadyzDraft()
    try Self.group.apply(given, to: &draft)
    let address: HealthAddress
    if let named = draft.address { address = named } else { address = try HealthAddress(try resolver.draft(given: OptionScanner.Given()), of: "readyz") }
    self.init(address: address, wait: draft.wait, timeoutMilliseconds: draft.timeoutMilliseconds)
  }
}

struct ReadyzDraft: Sendable {
  var wait = false
  var timeoutMilliseconds = 30_000
  var address: HealthAddress?
}

/// Where a server answers plain http.
struct HealthAddress: Sendable, Equatable {
  /// A name or an IP address, without brackets.
  var host: String
  var port: UInt16

  /// Where `serve` would listen.
  ///
  /// - Parameter command: who asks.
  init(_ serve: ServeDraft, of command: String) throws(UsageError) {
    guard case .port(let port) = serve.httpPort, port != 0 else {
      let isOff = serve.httpPort == .off
      let problem = isOff ? "the http port is `off`, and \(command) asks over plain http" : "the http port is 0, so the server chose it"
      throw UsageError("\(command) does not know where to ask, because \(problem): name the address with `--url http://HOST:PORT`.")
    }
    self.init(host: Self.reachable(serve.host), port: port)
  }

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// As in a URL and in the `Host` header.
  var authority: String { (HostText.isIPv6(host) ? "[\(host)]" : host) + ":\(port)" }

  /// A server that listens on every address is asked on loopback.
  static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }

  /// `http://HOST[:PORT]` with nothing behind it but perhaps a slash; the port is 80 when left out, as in any URL.
  static func parse(_ text: String) throws(ValueFault) -> HealthAddress {
    let fault = ValueFault(rule: "it is the server's address over plain http and nothing more, such as `http://127.0.0.1:8080`")
    guard text.lowercased().hasPrefix("http://") else { throw fault }
    var authority = text.dropFirst("http://".count)
    if authority.hasSuffix("/") { authority = authority.dropLast() }
    // A colon behind the closing bracket of an IPv6 address, or any colon where there are no brackets.
    let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[afterBracket...].lastIndex(of: ":") else { return try HealthAddress(host: hostOf(authority), port: 80) }
    guard case .port(let port)? = try? OptionText.port(String(authority[authority.index(after: colon)...])), port != 0 else { throw fault }
    return HealthAddress(host: try hostOf(authority[..<colon]), port: port)

    func hostOf(_ text: Substring) throws(ValueFault) -> String {
      guard let host = try? HostText.address(String(text)), text.hasPrefix("[") || !host.contains(":") else { throw fault }
      return reachable(host)
    }
  }
}
