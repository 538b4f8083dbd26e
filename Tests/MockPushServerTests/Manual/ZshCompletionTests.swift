import Foundation
import Testing

@testable import MockPushServer

/// zsh has no harness as bash has: its parser must accept the script, and every option must be in it.
@Suite struct ZshCompletionTests {
  private static let zsh = ["/bin/zsh", "/usr/bin/zsh"].first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: zsh != nil, "zsh is not installed")) func zshAcceptsTheScript() throws {
    let folder = try TemporaryFolder()
    try ZshCompletion.script.write(toFile: folder.file("_mock-push-server"), atomically: true, encoding: .utf8)
    let parsed = try ServerProcess.run(["-n", folder.file("_mock-push-server")], program: Self.zsh!)
    #expect(parsed == .init(code: 0, output: "", errors: ""))
    // Loaded as completion loads it, and called with a stand-in for what zsh offers through.
    let call = """
      _arguments() { print -rl -- "$@" }
      words=(mock-push-server stop '') CURRENT=3
      fpath=(\(folder.path)); autoload -Uz _mock-push-server; _mock-push-server
      """
    let offered = try ServerProcess.run(["-f", "-c", call], program: Self.zsh!)
    #expect(offered.code == 0 && offered.errors == "", "\(offered)")
    #expect(offered.output.contains("\n--timeout=[Wait no longer than so many seconds.]:SECONDS: \n"))
    #expect(offered.output.contains("\n(- *)--help[Print the help.]\n"))
    #expect(!offered.output.contains("--strict"))
  }

  @Test(arguments: Command.all.map(\.name)) func everyOptionIsInTheScript(name: String) throws {
    let command = try Command.named(name)
    let script = ZshCompletion.script
    #expect(script.contains("    '\(name):\(command.summary.replacing("'", with: "'\\''"))'\n"))
    let start = try #require(script.firstRange(of: "\n    \(name))")).upperBound
    let arm = script[start...].split(separator: " ;;", maxSplits: 1)[0]
    for option in command.options {
      #expect(arm.contains("--\(option.flag)" + (option.shape == .toggle ? "[" : "=[")), "--\(option.flag)")
      #expect(arm.contains("'*--\(option.flag)=") == option.repeats)
    }
  }

  @Test func whatZshWouldMistakeIsEscaped() {
    #expect(ZshCompletion.script.contains(":KEY[\\:SECRET]: '"))
    #expect(ZshCompletion.script.contains("The server'\\''s") || ZshCompletion.script.contains("the server'\\''s"))
  }
}
