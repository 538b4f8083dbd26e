extension Command {
  static let completions = Command(
    name: "completions", summary: "Print the completions for a shell.",
    explanation: """
      Prints a script that completes commands, options and values. `make install` puts it where the shells look. By hand, for bash: \
      `mock-push-server completions bash > ~/.local/share/bash-completion/completions/mock-push-server`; \
      for zsh: `mock-push-server completions zsh > _mock-push-server` in a folder of `$fpath`.
      """,
    operand: Operand(placeholder: Shell.allCases.map(\.rawValue).joined(separator: "|")) { Shell.allCases.map(\.rawValue) }
  ) { given, _ throws(UsageError) in
    let names = Shell.allCases.map { "`completions \($0.rawValue)`" }.joined(separator: " or ")
    guard let name = given.operand else { throw UsageError("`completions` needs the name of a shell: \(names).") }
    guard let shell = Shell(rawValue: name) else {
      throw UsageError("There are no completions for `\(ShownValue.oneLine(name))`: \(names).")
    }
    switch shell {
    case .bash: return PrintedText(text: BashCompletion.script)
    case .zsh: return PrintedText(text: ZshCompletion.script)
    }
  }

  private enum Shell: String, CaseIterable {
    case bash, zsh
  }
}

extension OptionDeclaration {
  /// What a shell can offer as the value.
  enum Candidates: Equatable {
    case words([String])
    case files, folders
    /// A switch takes no value.
    case nothingNeeded
    /// Nobody can guess it.
    case unknown
  }

  var candidates: Candidates {
    if shape == .toggle { return .nothingNeeded }
    if isPath { return placeholder == "DIR" ? .folders : .files }
    return choices.isEmpty ? .unknown : .words(choices)
  }
}
