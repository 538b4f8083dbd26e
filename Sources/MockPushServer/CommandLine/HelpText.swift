/// The help, made from the declarations of commands and options.
enum HelpText {
  static let overview: String = {
    var text = """
      mock-push-server — a local server that stands in for NHN Cloud Push.

      Usage: mock-push-server [COMMAND] [OPTIONS]

      Commands:

      """
    for command in Command.all { text += row(command.name, [command.summary]) }
    return text + "\n`mock-push-server help serve` lists the options of the server.\n"
  }()

  static func text(_ command: Command) -> String {
    var text = "Usage: \(usage(command))\n\n"
    text += (command.explanation.isEmpty ? [command.summary] : paragraphs(command)).map { wrapped($0) }.joined(separator: "\n")
    for section in command.sections {
      text += "\n\(section.title):\n"
      for option in section.options { text += row(option.usage, words(option, section)) }
    }
    if !command.exitCodes.isEmpty {
      text += "\nExit code:\n"
      for exit in command.exitCodes { text += row("\(exit.code)", [exit.meaning]) }
    }
    return command.sections.isEmpty ? text : text + "\nHelp:\n" + row("--help, -h", ["Print this text."])
  }

  /// `mock-push-server [serve] [OPTIONS]`: the one command that can be left out is in brackets.
  static func usage(_ command: Command) -> String {
    let name = command.name == Command.serve.name ? "[\(command.name)]" : command.name
    let words = ["mock-push-server", name, command.sections.isEmpty ? nil : "[OPTIONS]", command.operand?.placeholder]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  static func paragraphs(_ command: Command) -> [String] { command.explanation.split(separator: "\n\n").map(String.init) }

  private static func words(_ option: OptionDeclaration, _ section: OptionSection) -> [String] {
    var notes: [String] = []
    if let text = option.defaultText { notes.append("default: \(text)") }
    if option.repeats { notes.append("repeatable") }
    if section.hasTwins {
      notes.append("env: \(option.variable)")
      if let key = option.configKey { notes.append("key: \(key)") }
    }
    return [option.help] + notes.map { "[\($0)]" }
  }

  private static let width = 110

  /// A name and its explanation; the notes in brackets, behind the first piece, stay whole where a line can hold them.
  private static func row(_ name: String, _ pieces: [String]) -> String {
    let column = 30
    let words = pieces.enumerated().flatMap { index, piece in
      index == 0 || piece.count > width - column ? piece.split(separator: " ").map(String.init) : [piece]
    }
    var start = "  " + name
    if name.count > column - 4 { start += "\n" }
    let padding = column - (start.hasSuffix("\n") ? 0 : start.count)
    return wrapped(words, start: start + String(repeating: " ", count: padding), indent: column)
  }

  private static func wrapped(_ paragraph: String) -> String {
    wrapped(paragraph.split { $0 == " " || $0 == "\n" }.map(String.init), start: "", indent: 0)
  }

  /// Lines of at most `width`, the first one behind `start`.
  private static func wrapped(_ words: [String], start: String, indent: Int) -> String {
    var text = start
    var column = indent
    for (index, word) in words.enumerated() {
      if index > 0, column + 1 + word.count > width {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else if index > 0 {
        text += " "
        column += 1
      }
      text += word
      column += word.count
    }
    return text + "\n"
  }
}
