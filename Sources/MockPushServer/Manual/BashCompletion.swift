/// Completion for bash 3.2 (macOS) and later, without the bash-completion package.
enum BashCompletion {
  static let script = """
    # bash completion for mock-push-server, made by `mock-push-server completions bash`
    # shellcheck disable=SC2207 # the bash of macOS has no mapfile
    _mock_push_server() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=serve flags='' values='' kind='' word
      COMPREPLY=()
      # `--flag=value` comes as three words.
      if [[ $current == = ]]; then current=
      elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
      if [[ ${COMP_WORDS[1]} != -* ]]; then
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W '\(commandNames)' -- "$current"))
          return
        fi
        command=${COMP_WORDS[1]}
      elif ((COMP_CWORD == 1)); then
        flags='--version '
      fi
      case $command in
    \(Command.all.map(arm).joined(separator: "\n"))
        *) return ;;
      esac
      case $kind in
        none) return ;;
        files | folders)
          compopt -o filenames 2>/dev/null
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
            if [[ $kind == files ]]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi)
          return ;;
      esac
      [[ -n $values ]] || values=$flags
      COMPREPLY=($(compgen -W "$values" -- "$current"))
    }
    complete -F _mock_push_server mock-push-server
    """

  private static var commandNames: String { Command.all.map(\.name).joined(separator: " ") }

  private static func arm(_ command: Command) -> String {
    var text = "    \(command.name))\n"
    if let operand = command.operand { text += "      values='\(operand.choices().joined(separator: " "))' ;;" }
    guard !command.options.isEmpty else { return command.operand == nil ? text + "      return ;;" : text }
    text += "      flags+='\((command.options.map { "--\($0.flag)" } + ["--help"]).joined(separator: " "))'\n      case $previous in\n"
    text += row(command, "kind=files") { $0 == .files }
    text += row(command, "kind=folders") { $0 == .folders }
    text += row(command, "kind=none") { $0 == .unknown }
    for option in command.options {
      if case .words(let words) = option.candidates { text += "        --\(option.flag)) values='\(words.joined(separator: " "))' ;;\n" }
    }
    return text + "      esac ;;"
  }

  private static func row(_ command: Command, _ effect: String, _ isMeant: (OptionDeclaration.Candidates) -> Bool) -> String {
    let flags = command.options.filter { isMeant($0.candidates) }.map { "--\($0.flag)" }
    return flags.isEmpty ? "" : "        \(flags.joined(separator: " | "))) \(effect) ;;\n"
  }
}
