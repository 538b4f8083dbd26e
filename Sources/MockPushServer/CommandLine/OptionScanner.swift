/// Splits a command's arguments into options and their texts.
enum OptionScanner {
  /// The texts given for each option, by flag; a switch without a value reads `true`.
  typealias Given = [String: [String]]

  enum Scan: Equatable {
    case given(Given)
    case helpWanted
  }

  /// `--flag value` and `--flag=value`. A value that itself starts with `--` needs the form with `=`, so that a forgotten value is noticed.
  static func scan<Target>(
    _ arguments: some Collection<String>, command: String, groups: [OptionGroup<Target>]
  ) throws(UsageError) -> Scan {
    let options = groups.flatMap(\.options)
    var given: Given = [:]
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" { return .helpWanted }
      if argument == "--", rest.isEmpty { break }
      guard argument.hasPrefix("-"), argument != "-", argument != "--" else {
        let extra = argument == "--" ? rest.first! : argument
        throw UsageError("`\(command)` takes options only, and `\(extra)` is none; options start with `--`.")
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(parts[0].drop { $0 == "-" })
      guard parts[0].hasPrefix("--"), let option = options.first(where: { $0.flag == flag }) else {
        throw unknown(String(parts[0]), flag: flag, command: command, options.map(\.flag))
      }
      if given[flag] != nil, !option.repeats {
        throw UsageError("`--\(flag)` is given twice; give it once.")
      }
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
      given[flag, default: []].append(text)
    }
    return .given(given)
  }

  private static func unknown(_ typed: String, flag: String, command: String, _ flags: [String]) -> UsageError {
    let question = NearestName.of(flag, among: flags + ["help"]).map { " Did you mean `--\($0)`?" } ?? ""
    return UsageError("`\(command)` has no option `\(typed)`.\(question) `mock-push-server help \(command)` lists the options.")
  }
}
