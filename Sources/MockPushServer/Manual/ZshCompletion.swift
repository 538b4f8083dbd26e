/// Completion for zsh, as a function that it loads from `$fpath`, or from `source`.
enum ZshCompletion {
  static let script = """
    #compdef mock-push-server
    # zsh completion for mock-push-server, made by `mock-push-server completions zsh`
    _mock_push_server() {
      local command=serve
      local -a commands=(
    \(Command.all.map { "    " + quoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
      )
      if [[ $words[2] != -* ]]; then
        if ((CURRENT == 2)); then
          _describe -t commands command commands
          return
        fi
        command=$words[2]
        shift words
        ((CURRENT--))
      fi
      case $command in
    \(Command.all.map(arm).joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _mock-push-server ]]; then _mock_push_server "$@"; else compdef _mock_push_server mock-push-server; fi
    """

  private static func arm(_ command: Command) -> String {
    var specs = command.options.map(spec)
    if !specs.isEmpty { specs.append(quoted("(- *)--help[Print the help.]")) }
    if let operand = command.operand {
      specs.append(quoted("1:\(escapedColons(operand.placeholder)):(\(operand.choices().joined(separator: " ")))"))
    }
    guard !specs.isEmpty else { return "    \(command.name)) _message 'no more arguments' ;;" }
    return "    \(command.name))\n      _arguments -S \\\n" + specs.map { "        \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  /// `--flag=[help]:PLACEHOLDER:action`
  private static func spec(_ option: OptionDeclaration) -> String {
    let help = option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
    let value: String
    switch option.candidates {
    case .nothingNeeded: return quoted("--\(option.flag)[\(help)]")
    case .words(let words): value = "(\(words.joined(separator: " ")))"
    case .files: value = "_files"
    case .folders: value = "_files -/"
    case .unknown: value = " "
    }
    return quoted("\(option.repeats ? "*" : "")--\(option.flag)=[\(help)]:\(escapedColons(option.placeholder)):\(value)")
  }

  private static func escapedColons(_ text: String) -> String { text.replacing(":", with: "\\:") }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
