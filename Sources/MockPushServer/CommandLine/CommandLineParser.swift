/// What the command line asks for, ready to run.
enum Command: Sendable, Equatable {
  case serve(Configuration)
  case readyz(ReadyzOptions)
  case ca(CAOptions)
  case version
  /// The text to print.
  case help(String)
}

/// What `mock-push-server ca` shows the certificate of.
struct CAOptions: Sendable, Equatable {
  /// Found as `serve` finds it: flag, environment, configuration file, the platform's folder.
  var dataDir: String
}

enum CommandLineParser {
  /// - Parameter arguments: without the program's own name.
  ///
  /// ruling: no command, or an option first, means `serve`: starting the server is what the program is for, and needs no configuration.
  static func parse(
    arguments: [String], environment: [String: String], readFile: @escaping ReadFile = FileReader.read
  ) throws(UsageError) -> Command {
    let resolver = ServeResolver(environment: environment, readFile: readFile)
    guard let first = arguments.first else { return try serve([], resolver) }
    let rest = arguments.dropFirst()
    switch first {
    case "--help", "-h", "help": return try help(rest)
    case "--version", "version": return try version(first, rest)
    case _ where first.hasPrefix("-"): return try serve(arguments[...], resolver)
    case "serve": return try serve(rest, resolver)
    case "readyz": return try readyz(rest, resolver)
    case "ca": return try ca(rest, resolver)
    default:
      let question = NearestName.question(first, among: HelpText.commands.map(\.name))
      throw UsageError("There is no command `\(ShownValue.oneLine(first))`.\(question) `mock-push-server help` lists the commands.")
    }
  }

  private static func serve(_ arguments: ArraySlice<String>, _ resolver: ServeResolver) throws(UsageError) -> Command {
    guard case .given(let given) = try OptionScanner.scan(arguments, command: "serve", groups: ServeOptions.groups) else {
      return .help(HelpText.serve)
    }
    return .serve(try Configuration(try resolver.draft(given: given), environment: resolver.environment))
  }

  private static func readyz(_ arguments: ArraySlice<String>, _ resolver: ServeResolver) throws(UsageError) -> Command {
    guard case .given(let given) = try OptionScanner.scan(arguments, command: "readyz", groups: ReadyzOptions.groups) else {
      return .help(HelpText.readyz)
    }
    return .readyz(try ReadyzOptions(given: given, resolver))
  }

  private static func ca(_ arguments: ArraySlice<String>, _ resolver: ServeResolver) throws(UsageError) -> Command {
    guard case .given(let given) = try OptionScanner.scan(arguments, command: "ca", groups: CAOptions.groups) else { return .help(HelpText.ca) }
    return .ca(CAOptions(dataDir: try Configuration.dataDir(try resolver.draft(given: given), environment: resolver.environment)))
  }

  private static func version(_ typed: String, _ rest: ArraySlice<String>) throws(UsageError) -> Command {
    guard let extra = rest.first else { return .version }
    if extra == "--help" || extra == "-h" { return .help(HelpText.overview) }
    throw UsageError("`\(typed)` stands alone; take `\(ShownValue.oneLine(extra))` away.")
  }

  private static func help(_ rest: ArraySlice<String>) throws(UsageError) -> Command {
    guard let topic = rest.first else { return .help(HelpText.overview) }
    if let command = HelpText.commands.first(where: { $0.name == topic }) { return .help(command.text) }
    let question = NearestName.question(topic, among: HelpText.commands.map(\.name))
    throw UsageError("There is no command `\(ShownValue.oneLine(topic))`.\(question) `mock-push-server help` lists the commands.")
  }
}

extension CAOptions {
  /// The options of `serve` that say where the certificate is.
  static let groups = [OptionGroup(title: "Options", options: ServeOptions.all.filter { ["data-dir", "config"].contains($0.flag) })]
}
