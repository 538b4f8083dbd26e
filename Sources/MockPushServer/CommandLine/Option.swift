/// One option of a command, declared once: its flag, its twins in the environment and the configuration file, its help and how its value is read.
struct Option<Target>: Sendable {
  typealias Store = @Sendable (inout Target, [String]) throws(ValueFault) -> Void

  /// Without the leading dashes.
  let flag: String
  let shape: OptionShape
  /// Stands for the value in help, such as `PORT`; empty for a switch.
  let placeholder: String
  /// One sentence.
  let help: String
  /// As a user would write it; nil when leaving the option out means "none".
  let defaultText: String?
  /// Reads the value's text, or the texts of a list, into the target.
  let store: Store

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

extension Option {
  static func value<Value>(
    _ flag: String, _ placeholder: String, _ property: any WritableKeyPath<Target, Value> & Sendable, shape: OptionShape = .text,
    default defaultText: String?, parse: @escaping @Sendable (String) throws(ValueFault) -> Value, help: String
  ) -> Option {
    Option(flag: flag, shape: shape, placeholder: placeholder, help: help, defaultText: defaultText) { target, texts throws(ValueFault) in
      target[keyPath: property] = try parse(texts[0])
    }
  }

  static func list<Value>(
    _ flag: String, _ placeholder: String, _ property: any WritableKeyPath<Target, [Value]> & Sendable, shape: OptionShape = .list,
    parse: @escaping @Sendable (String) throws(ValueFault) -> Value, help: String
  ) -> Option {
    Option(flag: flag, shape: shape, placeholder: placeholder, help: help, defaultText: nil) { target, texts throws(ValueFault) in
      var values: [Value] = []
      for text in texts { values.append(try parse(text)) }
      target[keyPath: property] = values
    }
  }

  static func toggle(_ flag: String, _ property: any WritableKeyPath<Target, Bool> & Sendable, help: String) -> Option {
    Option(flag: flag, shape: .toggle, placeholder: "", help: help, defaultText: "false") { target, texts throws(ValueFault) in
      target[keyPath: property] = try OptionText.bool(texts[0])
    }
  }
}

/// Options that belong together, under one heading of the help.
struct OptionGroup<Target>: Sendable {
  let title: String
  let options: [Option<Target>]
}
