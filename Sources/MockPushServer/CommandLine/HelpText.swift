/// The help, made from the declarations of the options.
enum HelpText {
  struct CommandHelp: Sendable {
    let name: String
    let summary: String
    let text: String
  }

  static let commands: [CommandHelp] = [
    CommandHelp(name: "serve", summary: "Run the server; also what happens without a command.", text: serve),
    CommandHelp(name: "readyz", summary: "Ask a running server whether it is ready; exit code 0 when it is, else 1.", text: readyz),
    CommandHelp(name: "ca", summary: "Show the local CA's certificate and how devices come to trust it.", text: ca),
    CommandHelp(name: "version", summary: "Print the version.", text: "Usage: mock-push-server version\n\nPrints the version.\n"),
    CommandHelp(name: "help", summary: "Explain the program or one command: `help serve`.", text: "Usage: mock-push-server help [COMMAND]\n"),
  ]

  static let overview: String = {
    var text = """
      mock-push-server — a local server that stands in for NHN Cloud Push.

      Usage: mock-push-server [COMMAND] [OPTIONS]

      Commands:

      """
    for command in commands { text += row(command.name, [command.summary]) }
    return text + "\n`mock-push-server help serve` lists the options of the server.\n"
  }()

  static let serve =
    "Usage: mock-push-server [serve] [OPTIONS]\n\nRuns the server until SIGTERM or SIGINT. Every option can also be an environment variable\n"
    + "[env] or a key of the configuration file [key]; a flag wins over a variable, a variable over the file.\n" + sections(ServeOptions.groups, twins: true)

  static let readyz =
    "Usage: mock-push-server readyz [OPTIONS]\n\nAsks a running server, over plain http, whether it is ready. Exit code 0 when it is, else 1.\n"
    + sections(ReadyzOptions.groups, twins: false)

  static let ca =
    "Usage: mock-push-server ca [OPTIONS]\n\nShows where the local CA's certificate is, the certificate (PEM) and how to trust it.\n"
    + sections(CAOptions.groups, twins: true)

  private static func sections<Target>(_ groups: [OptionGroup<Target>], twins: Bool) -> String {
    var text = ""
    for group in groups {
      text += "\n\(group.title):\n"
      for option in group.options { text += row(usage(option), words(option, twins: twins)) }
    }
    return text + "\nHelp:\n" + row("--help, -h", ["Print this text."])
  }

  /// `--http-port PORT`
  static func usage<Target>(_ option: Option<Target>) -> String {
    "--\(option.flag)" + (option.placeholder.isEmpty ? "" : " \(option.placeholder)")
  }

  private static func words<Target>(_ option: Option<Target>, twins: Bool) -> [String] {
    var notes: [String] = []
    if let text = option.defaultText { notes.append("default: \(text)") }
    if option.repeats { notes.append("repeatable") }
    if twins {
      notes.append("env: \(option.variable)")
      if let key = option.configKey { notes.append("key: \(key)") }
    }
    return [option.help] + notes.map { "[\($0)]" }
  }

  /// A name and its explanation; the notes in brackets, behind the first piece, stay whole where a line can hold them.
  private static func row(_ name: String, _ pieces: [String]) -> String {
    let column = 30
    let width = 110
    var lines = ["  " + name]
    if name.count > column - 4 { lines.append("") }
    var line = lines.removeLast()
    line += String(repeating: " ", count: column - line.count)
    let words = pieces.enumerated().flatMap { index, piece in
      index == 0 || piece.count > width - column ? piece.split(separator: " ").map(String.init) : [piece]
    }
    var isStart = true
    for word in words {
      if !isStart, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: column)
        isStart = true
      }
      line += (isStart ? "" : " ") + word
      isStart = false
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
