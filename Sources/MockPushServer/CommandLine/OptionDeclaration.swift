/// What can be said of an option without reading its value: its flag, its twins in the environment and the configuration file, its help.
struct OptionDeclaration: Sendable {
  /// Without the leading dashes.
  let flag: String
  let shape: OptionShape
  /// Stands for the value in help, such as `PORT`, or lists the values, such as `text|json`; empty for a switch.
  let placeholder: String
  /// One sentence.
  let help: String
  /// As a user would write it; nil when leaving the option out means "none".
  let defaultText: String?

  /// The variable that gives the same value: `http-port` is `MOCK_PUSH_HTTP_PORT`.
  var variable: String { "MOCK_PUSH_" + flag.uppercased().replacing("-", with: "_") }

  /// The key in the configuration file, the flag in camel case; `--config` itself has none and `--app` is the object `apps`.
  var configKey: String? {
    switch shape {
    case .configFile: return nil
    case .apps: return "apps"
    default:
      let words = flag.split(separator: "-")
      return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  var repeats: Bool { shape == .list || shape == .apps }

  var isPath: Bool { shape == .path || shape == .configFile }

  /// `--http-port PORT`
  var usage: String { "--\(flag)" + (placeholder.isEmpty ? "" : " \(placeholder)") }

  /// The values that the placeholder lists.
  var choices: [String] { placeholder.contains("|") ? placeholder.split(separator: "|").map(String.init) : [] }
}

/// How a value is written in the places an option can come from.
enum OptionShape: Sendable {
  case text
  /// Text on the command line, a number or text in the configuration file.
  case number
  /// No value on the command line; `true`, `false`, `1` or `0` in the environment.
  case toggle
  /// A path: `~/` is the home folder; in the configuration file it is relative to that file's folder.
  case path
  /// Repeatable; comma separated in the environment, an array or one text in the configuration file.
  case list
  /// As `list`, but an object of settings in the configuration file.
  case apps
  /// The path of the configuration file.
  case configFile
}

/// Options that belong together, under one heading of the help.
struct OptionSection: Sendable {
  let title: String
  let options: [OptionDeclaration]
  /// Whether they can also be variables and keys of the configuration file, as all of `serve` are.
  let hasTwins: Bool
}
