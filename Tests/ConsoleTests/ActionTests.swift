import Foundation
import Testing

/// What people do on the pages, and what then is true of the server.
@Suite(.serialized) struct ActionTests {
  @Test func aMessageIsComposedSentAndShownPerToken() async throws {
    try await withConsole(prepare: { server in
      try await server.register("yes", uid: "willing")
      try await server.register("no", uid: "unwilling", notification: false, ad: false)
    }) { browser, server in
      try await browser.open("#/DEMO/compose")
      try await browser.type("Hello", into: "Title")
      try await browser.type("From the console", into: "Body")
      // Who gets it, before anything is sent.
      try await browser.sees("NOTIFICATION_OFF")
      #expect((try await server.call("GET", "/_mock/apps/DEMO/messages"))["totalCount"] as? Int == 0)
      try await browser.click(text: "Send")
      try await browser.until("location.hash.startsWith('#/DEMO/messages/')")
      try await browser.sees("COMPLETE")
      try await browser.sees("willing")
      let latest = try await server.call("GET", "/_mock/apps/DEMO/messages/latest")
      #expect(latest["origin"] as? String == "CONSOLE")
      #expect((latest["outcomes"] as? [String: Int])?["SENT"] == 1)
      #expect((latest["outcomes"] as? [String: Int])?["FILTERED"] == 1)
    }
  }

  @Test func aTagMadeOnThePageIsUsableByTheAPI() async throws {
    try await withConsole(prepare: { try await $0.register("a1", uid: "kim") }) { browser, server in
      try await browser.open("#/DEMO/tags")
      try await browser.type("vip", into: "New tag")
      try await browser.click(text: "Add")
      try await browser.until("/#\\/DEMO\\/tags\\/[^/]+$/.test(location.hash)")
      let tags = try await server.call("GET", "/push/v2.4/appkeys/DEMO/tags")["tags"] as? [[String: Any]]
      let tag = try #require(tags?.first?["tagId"] as? String)
      #expect(tags?.first?["tagName"] as? String == "vip")
      try await browser.type("kim", into: "Attach uids")
      try await browser.run("document.querySelector('#main textarea').form.requestSubmit()")
      try await browser.until("[...document.querySelectorAll('#main td a, #main td')].some((e) => e.innerText.trim() === 'kim')")
      try await server.send("Only for you", ["target": ["type": "TAG", "to": [tag]]])
      let latest = try await server.call("GET", "/_mock/apps/DEMO/messages/latest/deliveries")["deliveries"] as? [[String: Any]]
      #expect(latest?.map { $0["outcome"] as? String } == ["SENT"])
    }
  }

  @Test func theStatisticsChartShowsTheNumbersOfTheAPI() async throws {
    try await withConsole(prepare: { try await $0.fill() }) { browser, server in
      try await browser.open("#/DEMO/statistics")
      try await browser.until("document.querySelector('svg.chart[role=img]')")
      let label = try await browser.run("return document.querySelector('svg.chart[role=img]').getAttribute('aria-label')") as? String ?? ""
      let now = try await server.call("GET", "/_mock/clock")["now"] as? String ?? ""
      let range = "from=2026-02-25T00:00:00%2B09:00&to=\(now.replacing("+", with: "%2B"))"
      let answer = try await server.call("GET", "/push/v2.4/appkeys/DEMO/stats/total?eventCategory=MESSAGE&\(range)")
      let total = try #require(answer["total"] as? [String: Int], "\(answer)")
      #expect(total["SENT"] ?? 0 > 30)
      for event in ["SENT", "SENT_FAILED", "RECEIVED", "OPENED"] { #expect(label.contains("\(event) \(total[event] ?? 0)"), "\(label) \(total)") }
    }
  }

  @Test(arguments: ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "../../../etc", "%00'\\\"`${1}"])
  func aTokenWithAnEvilNameHarmsNothing(_ name: String) async throws {
    try await withConsole(prepare: { server in
      try await server.register(name, uid: name)
      try await server.send(name)
    }) { browser, _ in
      try await browser.run("window.alert = () => { window.wasHarmed = true; }")
      for page in ["overview", "tokens", "messages", "messages/3500000000000001", "requests", "deliveries"] {
        try await browser.open("#/DEMO/\(page)")
        #expect(try await browser.run("return window.wasHarmed === true || document.querySelectorAll('#main script, #main img').length > 0") as? Bool == false, "\(page)")
      }
      try await browser.open("#/DEMO/tokens")
      try await browser.click("#main td a")
      try await browser.until("document.querySelector('#main').innerText.includes(\(Browser.quoted(name)))")
      #expect(try await browser.run("return window.wasHarmed === true") as? Bool == false)
    }
  }

  @Test func theClockJumpsAndWhatFellDueIsListed() async throws {
    try await withConsole(prepare: { server in
      try await server.register("a1")
      try await server.call("POST", "/_mock/apps/DEMO/reservations", [
        "schedules": ["2026-03-02T20:59"], "isLocalTime": false, "target": ["type": "ALL"], "messageType": "NOTIFICATION",
        "content": ["default": ["title": "Evening", "body": "Now"]],
      ])
    }) { browser, server in
      try await browser.open("#/DEMO/clock")
      try await browser.run("[...document.querySelectorAll('#main button')].find((e) => e.innerText.includes('20:59')).click()")
      try await browser.sees("2026-03-02 20:59:00 +09:00")
      #expect((try await server.call("GET", "/_mock/apps/DEMO/messages"))["totalCount"] as? Int == 1)
    }
  }

  @Test func aSnapshotBringsBackWhatWasDeletedAndASeedLoads() async throws {
    try await withConsole(prepare: { try await $0.register("a1") }) { browser, server in
      func tokens(_ app: String) async throws -> Int? {
        let summary = try await server.call("GET", "/_mock/apps/\(app)/summary")
        return (summary["tokens"] as? [String: Any])?["totalCount"] as? Int
      }
      try await browser.open("#/DEMO/settings/data")
      try await browser.type("base", into: "Name")
      try await browser.click(text: "Make a snapshot")
      try await browser.until("[...document.querySelectorAll('#main td')].some((e) => e.innerText.trim() === 'base')")
      try await server.call("DELETE", "/_mock/apps/DEMO/tokens/a1")
      #expect(try await tokens("DEMO") == 0)
      try await browser.click(text: "Restore")
      try await browser.click("dialog button.danger")
      try await browser.until("!document.querySelector('dialog')")
      #expect(try await tokens("DEMO") == 1)

      try await browser.type(#"{"apps":[{"appkey":"SEEDED","generate":{"tokens":100}}]}"#, into: "JSON")
      try await browser.run("[...document.querySelectorAll('#main button')].find((e) => e.innerText.trim() === 'Load').click()")
      try await browser.until("document.querySelector('#header select.app')?.innerText.includes('SEEDED')")
      #expect(try await tokens("SEEDED") == 100)
    }
  }

  @Test func requestsAndDeliveriesShowUpByThemselves() async throws {
    try await withConsole(prepare: { try await $0.register("a1") }) { browser, server in
      try await browser.open("#/DEMO/requests")
      try await server.register("b2", uid: "arrives-live")
      try await browser.until("document.querySelectorAll('#main tbody tr, #main details, #main li').length >= 2")
      try await browser.open("#/DEMO/deliveries")
      try await browser.sees("live")
      try await server.send("Now")
      try await browser.sees("arrives-live")
    }
  }
}
