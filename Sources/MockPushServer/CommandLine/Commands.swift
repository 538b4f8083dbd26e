extension Command {
  /// Every command, in the order of the help. Each is declared beside what it runs.
  static let all: [Command] = [
    serve, status, stop, readyz, doctor, follow, simulator, emulator, ca, completions, man, version, help,
  ]

  static func named(_ name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let question = NearestName.question(name, among: all.map(\.name))
    throw UsageError("There is no command `\(ShownValue.oneLine(name))`.\(question) `mock-push-server help` lists the commands.")
  }

  static let version = Command(name: "version", summary: "Print the version.") { _, _ in PrintedText(text: "mock-push-server \(Version.text)") }

  static let help = Command(
    name: "help", summary: "Explain the program or one command: `help serve`.",
    operand: Operand(placeholder: "[COMMAND]") { all.map(\.name) }
  ) { given, _ throws(UsageError) in
    guard let topic = given.operand else { return PrintedText(text: HelpText.overview) }
    return PrintedText(text: HelpText.text(try named(topic)))
  }
}
