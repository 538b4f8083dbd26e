import Foundation
import Testing
@testable import MockPushServer

/// The console's files as they are served. What they do in a browser is tested by `make test-console`.
@Suite struct ConsoleRouteTests {
  static let pages = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/MockPushServer/Console/Pages").standardized

  private static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: pages.path).filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test func everyFileOfThePagesIsServedAsItIs() async throws {
    let files = try Self.files()
    #expect(Set(files.map { $0 == "console.html" ? "" : $0 }) == Set(ConsoleFile.all.keys))
    try await withTestServer { server in
      for file in files {
        let answer = await server.send(.get, file == "console.html" ? "/console" : "/console/\(file)")
        #expect(answer.status == 200)
        let stored = try Data(contentsOf: Self.pages.appending(path: file))
        #expect(answer.body == Array(stored), "\(file)")
        #expect(answer.headers.contains { $0.name == "Content-Security-Policy" && $0.value.contains("script-src 'self'") })
      }
    }
  }

  @Test func pagesNeedNoInlineCodeNoOtherHostAndOnlyFilesThatExist() throws {
    let files = try Self.files()
    for file in files {
      let text = String(decoding: try Data(contentsOf: Self.pages.appending(path: file)), as: UTF8.self)
      for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "<script>", " style=", "https://"] {
        #expect(!text.contains(forbidden), "\(file) has \(forbidden)")
      }
      for match in text.matches(of: /(?:from|import\()\s*'\.\/([^']+)'|'\.\/([a-z]+\.js)'/) {
        let name = String(match.output.1 ?? match.output.2 ?? "")
        #expect(files.contains(name), "\(file) imports \(name)")
      }
    }
  }

  /// What a first visit loads: the page with all that its scripts import at once, and the overview.
  @Test func theFirstPageStaysBelow100KB() throws {
    var wanted = ["console.html", "console.css", "pages.css", "icon.svg", "app.js", "overview.js"]
    var sizes: [String: Int] = [:]
    while let name = wanted.popLast() {
      guard sizes[name] == nil else { continue }
      let data = try Data(contentsOf: Self.pages.appending(path: name))
      sizes[name] = data.count
      wanted += String(decoding: data, as: UTF8.self).matches(of: /from '\.\/([^']+)'/).map { String($0.output.1) }
    }
    #expect(sizes.values.reduce(0, +) < 100_000, "\(sizes)")
    #expect(sizes.count > 8)
  }

  @Test func everyTextHasItsKorean() throws {
    var known: Set<String> = []
    var used: [String: String] = [:]
    for file in try Self.files() where file.hasSuffix(".js") {
      let text = String(decoding: try Data(contentsOf: Self.pages.appending(path: file)), as: UTF8.self)
      if file == "korean-sentences.js" { continue }
      if file.hasPrefix("korean") {
        for match in text.matches(of: /\n  (?:'((?:[^'\\]|\\.)*)'|(\w+)):/) { known.insert(String(match.output.1 ?? match.output.2 ?? "")) }
      } else {
        for match in text.matches(of: /\bt\(\s*'((?:[^'\\]|\\.)*)'/) { used[String(match.output.1)] = file }
      }
    }
    #expect(used.count > 400)
    #expect(used.filter { !known.contains($0.key) } == [:])
  }

  @Test func aKnownFileIsNotSentAgain() async throws {
    try await withTestServer { server in
      let first = await server.send(.get, "/console/app.js")
      let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
      let second = await server.send(.get, "/console/app.js", headers: [("If-None-Match", tag)])
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
      #expect(await server.send(.get, "/console/app.js", headers: [("If-None-Match", "\"other\"")]).status == 200)
    }
  }

  @Test(arguments: [("/console/none.js", 404), ("/console/../Package.swift", 404), ("/console/app.js/x", 404), ("/console/console.html", 404), ("/console/", 200)])
  func onlyItsOwnFiles(_ path: String, _ status: Int) async throws {
    try await withTestServer { server in
      #expect(await server.send(.get, path).status == status)
    }
  }

  @Test func itIsReadOnlyAndForLocalHostsAlone() async throws {
    try await withTestServer { server in
      #expect(await server.send(.post, "/console").status == 405)
      #expect(await server.send(.get, "/console", headers: [("Host", "evil.example")]).status == 403)
    }
  }

  @Test func aBrowserAtTheBareAddressIsLedToTheConsoleAndAClientIsNot() async throws {
    try await withTestServer { server in
      let browser = await server.send(.get, "/", headers: [("Accept", "text/html,application/xhtml+xml")])
      #expect(browser.status == 302)
      #expect(browser.headers.contains { $0.name == "Location" && $0.value == "/console" })
      #expect(await server.send(.get, "/").status == 200, "the vendor's envelope")
    }
  }
}
