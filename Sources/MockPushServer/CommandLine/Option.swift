/// One option of a command, declared once, and how its value is read.
@dynamicMemberLookup
struct Option<Target>: Sendable {
  typealias Store = @Sendable (inout Target, [String]) throws(ValueFault) -> Void

  let declaration: OptionDeclaration
  /// Reads the value's text, or the texts of a list, into the target.
  let store: Store

  subscript<Value>(dynamicMember property: KeyPath<OptionDeclaration, Value>) -> Value { declaration[keyPath: property] }
}

extension Option {
  static func value<Value>(
    _ flag: String, _ placeholder: String, _ property: any WritableKeyPath<Target, Value> & Sendable, shape: OptionShape = .text,
    default defaultText: String?, parse: @escaping @Sendable (String) throws(ValueFault) -> Value, help: String
  ) -> Option {
    let declaration = OptionDeclaration(flag: flag, shape: shape, placeholder: placeholder, help: help, defaultText: defaultText)
    return Option(declaration: declaration) { target, texts throws(ValueFault) in
      target[keyPath: property] = try parse(texts[0])
    }
  }

  static func list<Value>(
    _ flag: String, _ placeholder: String, _ property: any WritableKeyPath<Target, [Value]> & Sendable, shape: OptionShape = .list,
    parse: @escaping @Sendable (String) throws(ValueFault) -> Value, help: String
  ) -> Option {
    let declaration = OptionDeclaration(flag: flag, shape: shape, placeholder: placeholder, help: help, defaultText: nil)
    return Option(declaration: declaration) { target, texts throws(ValueFault) in
      var values: [Value] = []
      for text in texts { values.append(try parse(text)) }
      target[keyPath: property] = values
    }
  }

  static func toggle(_ flag: String, _ property: any WritableKeyPath<Target, Bool> & Sendable, help: String) -> Option {
    let declaration = OptionDeclaration(flag: flag, shape: .toggle, placeholder: "", help: help, defaultText: "false")
    return Option(declaration: declaration) { target, texts throws(ValueFault) in
      target[keyPath: property] = try OptionText.bool(texts[0])
    }
  }
}

/// Options that belong together, under one heading of the help.
struct OptionGroup<Target>: Sendable {
  let title: String
  let options: [Option<Target>]

  func section(hasTwins: Bool = false) -> OptionSection {
    OptionSection(title: title, options: options.map(\.declaration), hasTwins: hasTwins)
  }

  /// Puts what the command line gave into the target; for options that have no twins elsewhere.
  func apply(_ given: OptionScanner.Given, to target: inout Target) throws(UsageError) {
    for option in options {
      if let texts = given[option.flag] { try option.apply(texts, from: .commandLine, paths: PathRules(home: nil), to: &target) }
    }
  }
}
