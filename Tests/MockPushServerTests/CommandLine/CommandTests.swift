import Testing

@testable import MockPushServer

@Suite struct CommandTests {
  private func printed(_ arguments: [String]) throws -> String { try parsed(arguments, as: PrintedText.self).text }

  @Test(arguments: [[], ["serve"], ["--strict"]])
  func withoutACommandTheServerRuns(_ arguments: [String]) throws {
    #expect(try parse(arguments) is Configuration)
  }

  @Test(arguments: [["--version"], ["version"]])
  func theVersionIsACommandAndAFlag(_ arguments: [String]) throws {
    #expect(try printed(arguments) == "mock-push-server \(Version.text)")
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func helpGivesTheOverview(_ arguments: [String]) throws {
    #expect(try printed(arguments) == HelpText.overview)
    for command in Command.all { #expect(HelpText.overview.contains("\n  \(command.name) ")) }
  }

  @Test(arguments: Command.all.map(\.name))
  func everyCommandExplainsItself(_ name: String) throws {
    let text = HelpText.text(try .named(name))
    #expect(text.hasPrefix("Usage: mock-push-server "))
    #expect(try printed(["help", name]) == text)
    #expect(try printed([name, "--help"]) == text)
    #expect(try printed([name, "-h"]) == text)
  }

  @Test func helpComesBeforeOtherFaultsOfTheOptionsBehindIt() throws {
    #expect(try printed(["--strict", "--help", "--nonsense"]) == HelpText.text(.serve))
  }

  @Test(arguments: Command.all.map(\.name))
  func helpListsEveryOptionWithItsTwinsAndItsDefault(_ name: String) throws {
    let text = HelpText.text(try .named(name))
    let oneLine = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for section in try Command.named(name).sections {
      #expect(text.contains("\n\(section.title):\n"))
      for option in section.options {
        #expect(text.contains("\n  \(option.usage) ") || text.contains("\n  \(option.usage)\n"))
        #expect(text.contains("[env: \(option.variable)]") == section.hasTwins)
        if let key = option.configKey { #expect(text.contains("[key: \(key)]") == section.hasTwins) }
        if let text = option.defaultText { #expect(oneLine.contains("[default: \(text)]")) }
      }
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test func aCommandHasEachOptionOnce() {
    for command in Command.all { #expect(Set(command.options.map(\.flag)).count == command.options.count) }
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
  }

  @Test func namesOfTwinsFollowTheFlag() throws {
    let option = try #require(ServeOptions.all.first { $0.flag == "tls-cert" })
    #expect(option.variable == "MOCK_PUSH_TLS_CERT")
    #expect(option.configKey == "tlsCert")
  }

  @Test func theCALooksWhereTheServerKeepsIt() throws {
    func folder(_ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:]) throws -> String {
      try parsed(["ca"] + arguments, environment, files: files, as: CAOptions.self).dataDir
    }
    #expect(try folder([]) == configuration().dataDir)
    #expect(try folder(["--data-dir=/d"], ["MOCK_PUSH_DATA_DIR": "/e"]) == "/d")
    #expect(try folder([], ["MOCK_PUSH_DATA_DIR": "/e"]) == "/e")
    #expect(try folder(["--config=/c/c.json"], files: ["/c/c.json": #"{"dataDir": "state"}"#]) == "/c/state")
  }
}
