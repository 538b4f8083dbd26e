enum CommandLineParser {
  /// - Parameters:
  ///   - arguments: without the program's own name.
  ///   - folder: where relative paths start; nil leaves them as they are.
  ///
  /// ruling: no command, or an option first, means `serve`: starting the server is what the program is for, and needs no configuration.
  static func parse(
    arguments: [String], environment: [String: String], folder: String? = nil, readFile: @escaping ReadFile = FileReader.read
  ) throws(UsageError) -> any Invocation {
    let resolver = ServeResolver(environment: environment, folder: folder, readFile: readFile)
    guard let first = arguments.first else { return try read([], .serve, resolver) }
    let rest = arguments.dropFirst()
    switch first {
    case "--help", "-h": return try read(rest, .help, typed: first, resolver)
    case "--version": return try read(rest, .version, typed: first, resolver)
    case _ where first.hasPrefix("-"): return try read(arguments[...], .serve, resolver)
    default: return try read(rest, try .named(first), resolver)
    }
  }

  /// - Parameter typed: the command as the user called it.
  private static func read(
    _ arguments: ArraySlice<String>, _ command: Command, typed: String? = nil, _ resolver: ServeResolver
  ) throws(UsageError) -> any Invocation {
    switch try OptionScanner.scan(arguments, of: command, typed: typed ?? command.name) {
    case .helpWanted: return PrintedText(text: HelpText.text(command))
    case .given(let given): return try command.read(given, resolver)
    }
  }
}
