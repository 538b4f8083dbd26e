/// Splits a command's arguments into options and their texts.
enum OptionScanner {
  /// What a command line gave.
  struct Given: Equatable {
    /// The texts of each option, by flag; a switch without a value reads `true`.
    var texts: [String: [String]] = [:]
    var operand: String?

    subscript(flag: String) -> [String]? { texts[flag] }
  }

  enum Scan: Equatable {
    case given(Given)
    case helpWanted
  }

  /// `--flag value` and `--flag=value`. A value that itself starts with `--` needs the form with `=`, so that a forgotten value is noticed.
  ///
  /// - Parameter typed: the command as the user called it.
  static func scan(_ arguments: some Collection<String>, of command: Command, typed: String) throws(UsageError) -> Scan {
    let options = command.options
    var given = Given()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" { return .helpWanted }
      if argument == "--", rest.isEmpty { break }
      guard argument.hasPrefix("-"), argument != "-", argument != "--" else {
        try take(argument == "--" ? rest.removeFirst() : argument, as: &given.operand, of: command, typed)
        continue
      }
      if options.isEmpty, command.operand == nil { throw alone(typed, argument) }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(parts[0].drop { $0 == "-" })
      guard parts[0].hasPrefix("--"), let option = options.first(where: { $0.flag == flag }) else {
        throw unknown(String(parts[0]), flag: flag, command: command.name, options.map(\.flag))
      }
      if given[flag] != nil, !option.repeats { throw UsageError("`--\(flag)` is given twice; give it once.") }
      let text: String
      if parts.count == 2 {
        text = String(parts[1])
      } else if option.shape == .toggle {
        text = "true"
      } else if let next = rest.first, !next.hasPrefix("--") {
        text = rest.removeFirst()
      } else {
        throw UsageError("`--\(flag)` needs a value: `--\(flag) \(option.placeholder)`.")
      }
      given.texts[flag, default: []].append(text)
    }
    return .given(given)
  }

  private static func take(_ extra: String, as operand: inout String?, of command: Command, _ typed: String) throws(UsageError) {
    if let known = command.operand {
      guard operand == nil else {
        throw UsageError("`\(typed)` takes one \(known.placeholder), and `\(ShownValue.oneLine(extra))` is a second one; take it away.")
      }
      operand = extra
    } else if command.options.isEmpty {
      throw alone(typed, extra)
    } else {
      throw UsageError("`\(typed)` takes options only, and `\(ShownValue.oneLine(extra))` is none; options start with `--`.")
    }
  }

  private static func alone(_ typed: String, _ extra: String) -> UsageError {
    UsageError("`\(typed)` stands alone; take `\(ShownValue.oneLine(extra))` away.")
  }

  private static func unknown(_ typed: String, flag: String, command: String, _ flags: [String]) -> UsageError {
    let question = NearestName.of(flag, among: flags + ["help"]).map { " Did you mean `--\($0)`?" } ?? ""
    return UsageError("`\(command)` has no option `\(ShownValue.oneLine(typed))`.\(question) `mock-push-server help \(command)` lists the options.")
  }
}
