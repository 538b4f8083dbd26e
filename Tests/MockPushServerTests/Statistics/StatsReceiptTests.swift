import PushStore
import Testing

@testable import MockPushServer

/// Which receipts count, and where (contract 28).
@Suite struct StatsReceiptTests {
  private static let hours = Span.query("2026-03-01T08:00", "2026-03-03T10:00") + "&timeUnit=HOURS"

  /// Hours in which something was received or opened.
  private static func counted(_ server: TestServer, _ query: String = "", app: String = "APP") async -> [String] {
    let buckets = await server.stats("MESSAGE", "\(hours)&\(query)", app: app).arrayValue ?? []
    return buckets.compactMap { bucket in
      let (received, opened) = (bucket["events"]?["RECEIVED"]?.intValue ?? -1, bucket["events"]?["OPENED"]?.intValue ?? -1)
      return (received, opened) == (0, 0) ? nil : "\(bucket["eventDateTime"]?.stringValue?.dropFirst(8).prefix(5) ?? "") \(received) \(opened)"
    }
  }

  @Test func theDevicesTimeCountsInThePastAndInTheFuture() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let message = try await ReadFixture(server: server).send()
      for (index, at) in ["2026-03-01T08:00:00.000", "2026-03-02T08:59:59.999", "2026-03-02T09:00:00.000", "2026-03-03T10:00:00.000"].enumerated() {
        #expect(await server.receipt("RECEIVED", message, at: at, delivery: "\(index)") == nil)
      }
      // Ages ago, and ages ahead: taken, and in no answer of the latest 30 days.
      #expect(await server.receipt("OPENED", message, at: "0001-01-01T00:00:00.000", delivery: "old") == nil)
      #expect(await server.receipt("OPENED", message, at: "9999-12-31T23:59:59.999", delivery: "far") == nil)
      #expect(await Self.counted(server) == ["01T08 1 0", "02T08 1 0", "02T09 1 0"])
      #expect(await server.total("MESSAGE", "to=2026-03-03T10:00%2B09:00")["RECEIVED"] == 4)
      #expect(await server.total("MESSAGE", "to=9999-12-31T23:59:59.999%2B09:00")["OPENED"] == 1)
      #expect(await server.total("MESSAGE")["RECEIVED"] == 3, "not yet")
    }
  }

  @Test func repetitionsCountOnce() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let message = try await ReadFixture(server: server).send()
      for (event, delivery, at, hint) in [
        ("RECEIVED", "d", "2026-03-02T09:00:01.000", nil), ("RECEIVED", "d", "2026-03-02T11:00:01.000", "counted once already"),
        ("OPENED", "d", "2026-03-02T09:00:01.000", nil), ("RECEIVED", "e", "2026-03-02T09:00:01.000", nil),
      ] as [(String, String, String, String?)] {
        let answer = await server.receipt(event, message, at: at, delivery: delivery)
        #expect(hint == nil ? answer == nil : answer?.hasPrefix(hint!) == true)
        #expect(await Self.counted(server).count == 1, "also where the sums are brought up to date between")
      }
      #expect(await Self.counted(server) == ["02T09 2 1"])
    }
  }

  @Test func whatNamesNoMessageOfTheAppDoesNotCount() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let message = try await ReadFixture(server: server).send()
      await server.register(app: "OTHER")
      for id in [message + 1, 5, -1, 0, 3_500_000_000_000_000] {
        let hint = await server.receipt("RECEIVED", id, at: "2026-03-02T09:00:01.000", delivery: "d")
        #expect(hint?.contains("names no message of this app") == true)
      }
      let answer = await server.call(.post, "/message-delivery-receipts", .v20, json: [
        "event": "OPENED", "eventDateTime": "2026-03-02T09:00:01.000+09:00", "messageDeliveryReceiptData": ["messageId": .number(JSONNumber(message))],
      ], app: "OTHER").succeeds()
      #expect(answer.hint?.contains("names no message of this app") == true)
      #expect(await Self.counted(server) == [])
      #expect(await Self.counted(server, app: "OTHER") == [])
    }
  }

  @Test func whileReceiptsAreOffNoneCounts() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let message = try await ReadFixture(server: server).send()
      await server.change(["messageDeliveryReceipt": false])
      let hint = await server.receipt("OPENED", message, at: "2026-03-02T09:00:01.000", delivery: "d")
      #expect(hint?.contains("messageDeliveryReceipt") == true)
      #expect(await Self.counted(server) == [])
      await server.change(["messageDeliveryReceipt": true])
      #expect(await server.receipt("OPENED", message, at: "2026-03-02T09:00:01.000", delivery: "d") == nil, "the first one that counts")
      #expect(await Self.counted(server) == ["02T09 0 1"])
    }
  }

  @Test func pushTypesAreToldApartByTheDataObject() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let message = try await ReadFixture(server: server).send()
      let names: [String?] = ["APNS", "APNS_SANDBOX", "APNS_SANDBOX", "FCM", "GCM", "apns", "", nil]
      for (index, name) in names.enumerated() {
        #expect(await server.receipt("OPENED", message, at: "2026-03-02T09:00:01.000", delivery: "\(index)", name) == nil)
      }
      #expect(await server.total("MESSAGE", "to=2026-03-02T09:00%2B09:00&statsCriteria=EVENT,EXTRA_1")
        == ["OPENED": ["": 4, "APNS": 1, "APNS_SANDBOX": 2, "FCM": 1]])
      for (types, count) in [("APNS", 1), ("APNS_SANDBOX", 2), ("APNS,FCM", 2), ("ADM", 0), ("", 8)] {
        #expect(await Self.counted(server, "extra1s=\(types)") == (count == 0 ? [] : ["02T09 0 \(count)"]), "\(types)")
        #expect(await server.total("MESSAGE", "to=2026-03-02T09:00%2B09:00&extra1s=\(types)")["OPENED"]?.intValue == count)
      }
    }
  }

  @Test func deliveriesOfSandboxAndProductionAreToldApart() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await ReadFixture(server: server).registerEach([.apns, .apnsSandbox, .fcm])
      await server.register(.device("other", .apnsSandbox))
      let message = try await ReadFixture(server: server).send()
      #expect(await server.total("MESSAGE", "statsCriteria=EXTRA_1,EVENT&messageId=\(message)")
        == ["APNS": ["SENT": 1], "APNS_SANDBOX": ["SENT": 2], "FCM": ["SENT": 1]])
      #expect(await server.total("MESSAGE", "extra1s=APNS_SANDBOX")["SENT"] == 2)
      #expect(await server.total("MESSAGE", "extra1s=APNS")["SENT"] == 1)
    }
  }
}
