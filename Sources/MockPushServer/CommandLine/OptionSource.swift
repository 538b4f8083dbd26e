/// Where a value of an option came from. Later sources win: file, environment, command line.
enum OptionSource {
  case configFile(path: String)
  case environment
  case commandLine

  /// The option's name in this place, as a sentence calls it.
  func name<Target>(of option: Option<Target>) -> String {
    switch self {
    case .configFile(let path): "`\(option.configKey ?? option.flag)` in \(path)"
    case .environment: "`\(option.variable)`"
    case .commandLine: "`--\(option.flag)`"
    }
  }
}

extension Option {
  /// Checks the texts and puts them into the target.
  func apply(_ texts: [String], from source: OptionSource, paths: PathRules, to target: inout Target) throws(UsageError) {
    let resolved = declaration.isPath ? texts.map { paths.resolve($0, from: source) } : texts
    do throws(ValueFault) {
      try store(&target, resolved)
    } catch {
      let value = texts.count == 1 ? texts[0] : texts.joined(separator: ",")
      throw UsageError("\(source.name(of: self)) \(ShownValue.phrase(value)): \(error.rule).")
    }
  }
}

/// How the text of a path becomes the path.
struct PathRules {
  /// The value of `HOME`; nil when there is none.
  let home: String?
  /// The working folder, at which other relative paths start; nil leaves them as they are.
  var folder: String?

  /// ruling: `~/` is expanded everywhere, because no shell does it in `--data-dir=~/x` or in a file; relative paths in a configuration file
  /// start at its folder, so that the file means the same wherever the server is started. `:memory:` is no path.
  func resolve(_ text: String, from source: OptionSource) -> String {
    if let home, text == "~" || text.hasPrefix("~/") { return home + text.dropFirst() }
    if text.isEmpty || text.hasPrefix("/") || text == ":memory:" { return text }
    if case .configFile(let file) = source { return file.lastIndex(of: "/").map { file[...$0] + text } ?? text }
    return folder.map { StateFolder.join($0, text) } ?? text
  }
}
