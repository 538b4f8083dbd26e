/// One command of the program, declared once: parsing, help, completions and the man page read these. `Command.all` lists them.
struct Command: Sendable {
  /// Makes what was given into something to run.
  typealias Reading = @Sendable (_ given: OptionScanner.Given, _ resolver: ServeResolver) throws(UsageError) -> any Invocation

  let name: String
  /// One sentence, for the list of commands.
  let summary: String
  /// What more its own help says; paragraphs are separated by an empty line.
  var explanation = ""
  /// What may stand behind the name besides options.
  var operand: Operand?
  var sections: [OptionSection] = []
  /// What its exit codes mean, besides 2 for a wrong option or value.
  var exitCodes: [ExitCode] = []
  let read: Reading

  struct Operand: Sendable {
    /// As the usage line has it, such as `bash|zsh` or `[COMMAND]`.
    let placeholder: String
    /// The words that can stand there.
    let choices: @Sendable () -> [String]
  }

  struct ExitCode: Sendable {
    let code: Int32
    let meaning: String
  }

  var options: [OptionDeclaration] { sections.flatMap(\.options) }
}

/// A command with its options read and checked, ready to run.
protocol Invocation: Sendable {
  /// - Returns: the exit code.
  func run() async -> Int32
}

/// A command that only says something.
struct PrintedText: Invocation, Equatable {
  let text: String

  func run() async -> Int32 {
    printLine(text)
    return 0
  }
}
