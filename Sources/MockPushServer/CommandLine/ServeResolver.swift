/// Brings the sources of `serve`'s options together: configuration file, then environment, then command line; the last one given wins.
///
/// ruling: a wrong value is an error even where a later source replaces it, so that it is found when it is made.
struct ServeResolver {
  let environment: [String: String]
  /// Where relative paths of the environment and the command line start; nil leaves them as they are.
  let folder: String?
  let readFile: ReadFile

  /// - Parameter given: what the command line gave, by flag.
  func draft(given: OptionScanner.Given) throws(UsageError) -> ServeDraft {
    let paths = PathRules(home: environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }, folder: folder)
    var fromCommands = ServeDraft()
    for option in ServeOptions.all where option.shape == .configFile {
      try apply(option, given: given, paths: paths, to: &fromCommands)
    }
    var draft = ServeDraft()
    if let path = fromCommands.config {
      try ConfigFile(path: path, readFile: readFile).apply(to: &draft, paths: paths)
    }
    for option in ServeOptions.all { try apply(option, given: given, paths: paths, to: &draft) }
    draft.warnings = suspectVariables
    return draft
  }

  private func apply(
    _ option: Option<ServeDraft>, given: OptionScanner.Given, paths: PathRules, to draft: inout ServeDraft
  ) throws(UsageError) {
    // ruling: an empty variable is as absent, as a compose file's `${NAME:-}` leaves it.
    if let text = environment[option.variable], !text.isEmpty {
      try option.apply(option.repeats ? items(text) : [text], from: .environment, paths: paths, to: &draft)
    }
    if let texts = given[option.flag] {
      try option.apply(texts, from: .commandLine, paths: paths, to: &draft)
    }
  }

  /// Comma separated; blanks around an item do not count.
  private func items(_ text: String) -> [String] {
    text.split(separator: ",").compactMap { item in
      let trimmed = item.drop { $0 == " " }
      let end = trimmed.lastIndex { $0 != " " }
      return end.map { String(trimmed[...$0]) }
    }
  }

  /// ruling: an unknown `MOCK_PUSH_…` variable is no error, because Kubernetes sets such ones for a service of that name
  /// (`MOCK_PUSH_PORT=tcp://…`); one that is nearly an option's is worth a warning.
  private var suspectVariables: [String] {
    let known = ServeOptions.all.map(\.variable)
    let prefix = "MOCK_PUSH_"
    let unknown = environment.filter { $0.key.hasPrefix(prefix) && !known.contains($0.key) && !$0.value.contains("://") }
    return unknown.keys.sorted().compactMap { name in
      NearestName.of(String(name.dropFirst(prefix.count)), among: known.map { String($0.dropFirst(prefix.count)) }, share: 4).map {
        "The variable `\(ShownValue.oneLine(name))` is no option and was ignored; did you mean `\(prefix)\($0)`?"
      }
    }
  }
}
