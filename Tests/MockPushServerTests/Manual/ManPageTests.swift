import Foundation
import Testing

@testable import MockPushServer

@Suite struct ManPageTests {
  private static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let groff = tool("groff")
  private static let mandoc = tool("mandoc")

  /// Rendered without a warning, as plain text, on a line as wide as need be.
  private func rendered() throws -> String {
    let folder = try TemporaryFolder()
    try (ManPage.text + "\n").write(toFile: folder.file("page.1"), atomically: true, encoding: .utf8)
    let arguments = ["-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=2000n", folder.file("page.1")]
    let ending = try ServerProcess.run(arguments, program: Self.groff!)
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    return ending.output
  }

  @Test(.enabled(if: groff != nil, "groff is not installed")) func everyOptionOfEveryCommandIsOnThePage() throws {
    let page = try rendered()
    for command in Command.all {
      #expect(page.contains("\n       \(HelpText.usage(command))\n"))
      let start = try #require(page.firstRange(of: "\n   \(command.name)\n")).upperBound
      // To the next heading, which stands further left than text.
      let section = page[start...].prefix(upTo: page[start...].firstRange(of: try Regex("\n {0,3}[A-Za-z]"))?.lowerBound ?? page.endIndex)
      for option in command.options {
        // A short name stands on the line of its text.
        #expect(section.contains("\n       \(option.usage)\n") || section.contains("\n       \(option.usage) "), "\(option.usage)")
        #expect(section.contains(option.help.replacing("`", with: "")), "\(option.help)")
      }
      for exit in command.exitCodes { #expect(section.contains(exit.meaning)) }
      for variable in command.sections.filter(\.hasTwins).flatMap(\.options).map(\.variable) { #expect(section.contains(variable)) }
    }
  }

  @Test(.enabled(if: mandoc != nil, "mandoc is not installed")) func theOtherFormatterHasNoComplaintEither() throws {
    let folder = try TemporaryFolder()
    try (ManPage.text + "\n").write(toFile: folder.file("page.1"), atomically: true, encoding: .utf8)
    let ending = try ServerProcess.run(["-man", "-Tlint", "-Wwarning", folder.file("page.1")], program: Self.mandoc!)
    // The page has no date: a program does not know when it was made.
    let complaints = ending.output.split(separator: "\n").filter { !$0.contains("missing date") }
    #expect(complaints == [])
  }

  @Test(arguments: [
    ("a-b", "a\\-b"), ("`code` here", "\\fBcode\\fR here"), (".dot", "\\&.dot"), ("'quote'", "\\(aqquote\\(aq"), ("a\\b", "a\\eb"),
    ("~/x", "\\(ti/x"), ("…", "\\[u2026]"), ("한", "\\[uD55C]"), ("\"x\"", "\\(dqx\\(dq"),
  ])
  func whatRoffWouldMistakeIsEscaped(text: String, roff: String) {
    #expect(Roff.text(text) == roff)
  }
}
