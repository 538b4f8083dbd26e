import Testing

@testable import MockPushServer

@Suite struct CommandTests {
  @Test func withoutACommandTheServerRuns() throws {
    guard case .serve = try parse([]), case .serve = try parse(["serve"]), case .serve = try parse(["--strict"]) else {
      Issue.record("not serve")
      return
    }
  }

  @Test(arguments: [["--version"], ["version"]])
  func theVersionIsACommandAndAFlag(_ arguments: [String]) throws {
    #expect(try parse(arguments) == .version)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["version", "--help"]])
  func helpGivesTheOverview(_ arguments: [String]) throws {
    #expect(try parse(arguments) == .help(HelpText.overview))
    for command in HelpText.commands { #expect(HelpText.overview.contains("\n  \(command.name) ")) }
  }

  @Test(arguments: ["serve", "readyz", "ca"])
  func everyCommandExplainsItself(_ name: String) throws {
    let text = try #require(HelpText.commands.first { $0.name == name }).text
    #expect(try parse(["help", name]) == .help(text))
    #expect(try parse([name, "--help"]) == .help(text))
    #expect(try parse([name, "-h"]) == .help(text))
  }

  @Test func helpComesBeforeOtherFaultsOfTheOptionsBehindIt() throws {
    #expect(try parse(["--strict", "--help", "--nonsense"]) == .help(HelpText.serve))
  }

  @Test func theHelpOfServeListsEveryOptionWithItsTwinsAndItsDefault() {
    let oneLine = HelpText.serve.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for option in ServeOptions.all {
      #expect(HelpText.serve.contains("\n  \(HelpText.usage(option)) ") || HelpText.serve.contains("\n  \(HelpText.usage(option))\n"))
      #expect(HelpText.serve.contains("[env: \(option.variable)]"))
      if let key = option.configKey { #expect(HelpText.serve.contains("[key: \(key)]")) }
      if let text = option.defaultText { #expect(oneLine.contains("[default: \(text)]")) }
    }
    #expect(HelpText.serve.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test func namesOfTwinsFollowTheFlag() throws {
    let option = try #require(ServeOptions.all.first { $0.flag == "tls-cert" })
    #expect(option.variable == "MOCK_PUSH_TLS_CERT")
    #expect(option.configKey == "tlsCert")
    #expect(Set(ServeOptions.all.map(\.flag)).count == ServeOptions.all.count)
  }

  @Test func theCALooksWhereTheServerKeepsIt() throws {
    #expect(try parse(["ca"]) == .ca(CAOptions(dataDir: try configuration().dataDir)))
    #expect(try parse(["ca", "--data-dir=/d"], ["MOCK_PUSH_DATA_DIR": "/e"]) == .ca(CAOptions(dataDir: "/d")))
    #expect(try parse(["ca"], ["MOCK_PUSH_DATA_DIR": "/e"]) == .ca(CAOptions(dataDir: "/e")))
    #expect(try parse(["ca", "--config=/c/c.json"], files: ["/c/c.json": #"{"dataDir": "state"}"#]) == .ca(CAOptions(dataDir: "/c/state")))
  }
}
