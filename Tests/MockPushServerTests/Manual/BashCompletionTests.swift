import Foundation
import Testing

@testable import MockPushServer

/// The completions as a real bash finds them.
@Suite struct BashCompletionTests {
  private static let bash = ["/bin/bash", "/usr/bin/bash"].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What is offered for the last of these words, in the order offered.
  private func offered(_ words: [String]) throws -> [String] {
    let harness = """
      eval "$1"; shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _mock_push_server
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let arguments = ["--norc", "--noprofile", "-c", harness, "bash", BashCompletion.script, "mock-push-server"] + words
    let ending = try ServerProcess.run(arguments, program: try #require(Self.bash))
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    return ending.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: bash != nil, "bash is not installed")) func commandsAreOfferedFirst() throws {
    #expect(try offered([""]) == Command.all.map(\.name))
    #expect(try offered(["st"]) == ["status", "stop"])
    #expect(try offered(["help", ""]) == Command.all.map(\.name))
    #expect(try offered(["completions", "z"]) == ["zsh"])
    #expect(try offered(["nonsense", ""]) == [])
    #expect(try offered(["version", ""]) == [])
  }

  @Test(.enabled(if: bash != nil, "bash is not installed"), arguments: Command.all.filter { !$0.options.isEmpty }.map(\.name))
  func everyOptionOfEveryCommandIsOffered(name: String) throws {
    let flags = try Command.named(name).options.map { "--\($0.flag)" } + ["--help"]
    #expect(try offered([name, "--"]) == flags)
    #expect(try offered([name, flags[0], "x", "--"]).contains(flags[1]))
  }

  @Test(.enabled(if: bash != nil, "bash is not installed")) func withoutACommandTheOptionsOfServeAreOffered() throws {
    #expect(try offered(["--"]) == ["--version"] + ServeOptions.all.map { "--\($0.flag)" } + ["--help"])
    #expect(try offered(["--strict", "--log-f"]) == ["--log-file", "--log-format"])
  }

  @Test(.enabled(if: bash != nil, "bash is not installed"), arguments: Command.all.map(\.name))
  func valuesThatAreKnownAreOffered(name: String) throws {
    for option in try Command.named(name).options {
      guard case .words(let words) = option.candidates else { continue }
      #expect(try offered([name, "--\(option.flag)", ""]) == words)
      // Bash splits at the equals sign.
      #expect(try offered([name, "--\(option.flag)", "="]) == words)
      #expect(try offered([name, "--\(option.flag)", "=", String(words[0].prefix(1))]).first == words[0])
    }
  }

  @Test(.enabled(if: bash != nil, "bash is not installed")) func filesAndFoldersAreOfferedWhereAPathIsWanted() throws {
    let folder = try TemporaryFolder()
    try "".write(toFile: folder.file("a file.json"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder.file("a folder"), withIntermediateDirectories: false)
    #expect(Set(try offered(["serve", "--config", folder.file("a")])) == [folder.file("a file.json"), folder.file("a folder")])
    #expect(try offered(["serve", "--data-dir", "=", folder.file("a")]) == [folder.file("a folder")])
    #expect(try offered(["serve", "--http-port", ""]) == [])
    #expect(try offered(["serve", "--strict", "--ho"]) == ["--host"])
  }
}
