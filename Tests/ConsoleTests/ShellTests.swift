import Foundation
import Testing

/// What stands around every page: app, clock, faults, language, keys.
@Suite(.serialized) struct ShellTests {
  @Test func anEmptyServerSaysHowToBegin() async throws {
    try await withConsole { browser, _ in
      try await browser.sees("curl -s -X POST")
      #expect(try await browser.text.contains("/push/v2.4/appkeys/MYAPP/tokens"))
    }
  }

  @Test func theHeaderShowsClockAndFaultsAsTheyAre() async throws {
    try await withConsole(prepare: { try await $0.register("a1") }) { browser, server in
      try await browser.sees("2026-03-02 10:00:00 +09:00")
      try await browser.sees("frozen")
      try await browser.sees("no faults")
      try await server.call("POST", "/_mock/clock/advance", ["by": "PT10H59M"])
      try await server.call("POST", "/_mock/faults", ["preset": "sdk-timeout"])
      try await browser.sees("2026-03-02 20:59:00 +09:00")
      try await browser.sees("faults active: 1")
    }
  }

  @Test func theCallsOfAPageAreShownAsCurl() async throws {
    try await withConsole(prepare: { try await $0.register("a1") }) { browser, server in
      try await browser.open("#/DEMO/tokens")
      try await browser.until("document.querySelector('#calls code')?.innerText.includes('/_mock/apps/DEMO/tokens')")
      #expect(try await browser.run("return document.querySelector('#calls code').innerText") as? String ?? "" == "curl -s '\(server.url)/_mock/apps/DEMO/tokens?limit=50'")
    }
  }

  @Test func koreanWithTheServersSentences() async throws {
    try await withConsole(Browser.Look(language: "ko"), prepare: { try await $0.register("a1", notification: false, ad: false) }) { browser, _ in
      try await browser.sees("개요")
      #expect(try await browser.run("return document.documentElement.lang") as? String == "ko")
      try await browser.open("#/DEMO/tokens/a1")
      try await browser.sees("isNotificationAgreement를 true로 다시 등록하세요.")
    }
  }

  @Test func gAndALetterGoesToAPage() async throws {
    try await withConsole(prepare: { try await $0.register("a1") }) { browser, _ in
      try await browser.run("for (const key of ['g', 'c']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))")
      try await browser.until("location.hash === '#/DEMO/clock'")
    }
  }

  @Test func aServerWithAnAdminTokenAsksForIt() async throws {
    try await withConsole(adminToken: "s3cret", allows: ["401"]) { browser, _ in
      try await browser.sees("This server was started with --admin-token")
      try await browser.type("s3cret", into: "Admin token")
      try await browser.click(text: "Open")
      try await browser.sees("2026-03-02 10:00:00 +09:00")
    }
  }
}
