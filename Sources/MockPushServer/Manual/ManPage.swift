/// The page mock-push-server(1), made from the declarations of commands and options.
enum ManPage {
  static let text: String = {
    var lines = [
      ".TH MOCK\\-PUSH\\-SERVER 1 \"\" \(Roff.argument("mock-push-server \(Version.text)")) \"User Commands\"",
      ".SH NAME", "mock\\-push\\-server \\- local server that stands in for NHN Cloud Push", ".SH SYNOPSIS",
    ]
    lines += Command.all.map { [".B \(Roff.argument(HelpText.usage($0)))"] }.joined(separator: [".br"])
    lines += [".SH DESCRIPTION"] + paragraphs(description) + [".SH COMMANDS"]
    for command in Command.all { lines += section(of: command) }
    for (title, rows) in tables { lines += [".SH \(Roff.argument(title))"] + rows.flatMap { row($0.name, $0.text) } }
    lines += [".SH EXAMPLES"]
    lines += examples.map { [Roff.text($0.sentence), ".PP", ".RS 4", ".nf", Roff.verbatim($0.shell), ".fi", ".RE"] }.joined(separator: [".PP"])
    return lines.joined(separator: "\n")
  }()

  private static func section(of command: Command) -> [String] {
    var lines = [".SS \(Roff.argument(command.name))"]
    lines += paragraphs(command.explanation.isEmpty ? [command.summary] : HelpText.paragraphs(command))
    for section in command.sections {
      if command.sections.count > 1 { lines += [".PP", "\\fI\(section.title):\\fR"] }
      for option in section.options { lines += row(option.usage, words(option, section)) }
    }
    for exit in command.exitCodes { lines += row("Exit code \(exit.code)", exit.meaning) }
    return lines
  }

  private static func words(_ option: OptionDeclaration, _ section: OptionSection) -> String {
    var words = option.help
    if option.repeats { words += " Repeatable." }
    if let text = option.defaultText, option.shape != .toggle { words += " Default: \(text)." }
    if section.hasTwins { words += " Variable `\(option.variable)`" + (option.configKey.map { ", key `\($0)`." } ?? ".") }
    return words
  }

  private static func row(_ name: String, _ text: String) -> [String] { [".TP", ".B \(Roff.argument(name))", Roff.text(text)] }

  private static func paragraphs(_ texts: [String]) -> [String] { Array(texts.map { [Roff.text($0)] }.joined(separator: [".PP"])) }

  private static let description = [
    """
    A local server that stands in for NHN Cloud Push (formerly TOAST Push), so that real app builds and real backends can be developed and \
    tested without the cloud. Nothing reaches a real device through APNs, FCM, TENCENT or ADM; it is for laptops and CI, not for production.
    """,
    """
    Every option of `serve` can also be an environment variable or a key of the configuration file, a JSON object. A flag wins over a \
    variable, a variable over the file. `--flag value` and `--flag=value` are the same; a switch needs no value, and `=false` turns it off.
    """,
  ]

  private static let tables: [(String, [(name: String, text: String)])] = [
    (
      "SIGNALS",
      [
        ("SIGTERM, SIGINT", "Stop listening, finish open requests, write everything to disk and end. A second one ends the server at once."),
        ("SIGHUP", "With --log-file or --daemon: open the log file anew. Else the server ends."),
      ]
    ),
    (
      "EXIT STATUS",
      [
        ("0", "Done."), ("1", "It could not be done; a sentence on standard error says why."),
        ("2", "A wrong command, option or value; the sentence says what would be right."),
        ("other", "As the command says."),
      ]
    ),
    (
      "ENVIRONMENT",
      [
        ("MOCK_PUSH_...", "The options of `serve`, as named with each. An empty variable counts as not set."),
        ("HOME, XDG_STATE_HOME", "Where the data folder is unless --data-dir names it."),
        ("TMPDIR", "Where the database `:memory:` has its temporary file."),
        ("NOTIFY_SOCKET", "Set by systemd for services of Type=notify: it is told when the server is ready."),
      ]
    ),
    (
      "FILES",
      [
        (StateFolder.description, "The data folder."),
        ("mock-push.db", "In it: the database, with `-wal`, `-shm` and `.lock` beside it."),
        ("ca.pem, ca-key.pem", "In it: the local CA that clients are to trust, and its key, which is to stay there."),
        ("server.pem, server-key.pem", "In it: the server's certificate under that CA, renewed when need be."),
        ("mock-push-server.pid, mock-push-server.log", "In it, with --daemon: process number and log."),
      ]
    ),
  ]

  private static let examples: [(sentence: String, shell: String)] = [
    ("Serve http on 127.0.0.1:8080 and https on 127.0.0.1:8443:", "mock-push-server serve"),
    ("In the background, until `mock-push-server stop`:", "mock-push-server serve --daemon"),
    ("See whether this machine leads an app's calls to it:", "mock-push-server doctor"),
    ("Frozen at a moment at night, for one app with a secret key:", "mock-push-server serve --clock 2026-03-02T22:00:00+09:00 --app MYAPP:abcd1234"),
  ]
}

extension Command {
  static let man = Command(
    name: "man", summary: "Print the man page: `mock-push-server man | man -l -`."
  ) { _, _ in PrintedText(text: ManPage.text) }
}
