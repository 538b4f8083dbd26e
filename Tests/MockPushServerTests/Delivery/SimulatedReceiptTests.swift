import PushStore
import Synchronization
import Testing

@testable import MockPushServer

/// Devices that report RECEIVED and OPENED by themselves, at the mock clock's times.
@Suite struct SimulatedReceiptTests {
  private static let both: JSON = ["received": ["afterMs": 500], "opened": ["afterMs": 2_000]]

  private static func source(_ server: TestServer) -> ReceiptSimulator { server.application.receipts }

  private static func expectNothingDue(_ server: TestServer, _ location: SourceLocation = #_sourceLocation) async throws {
    let due = try await source(server).nextDue()
    #expect(due == nil, sourceLocation: location)
  }

  private static func receipts(_ server: TestServer, app: String = "APP") async throws -> [Receipt] {
    try await server.stored { store in try store.appNumber(app).map { try store.receipts(app: $0) } ?? [] }
  }

  /// Lets the clock go, stopping at every moment at which something is due.
  @discardableResult
  private static func travel(_ server: TestServer, seconds: Int64) async throws -> [FiredItem] {
    let (source, end) = (Self.source(server), server.now.advanced(byMilliseconds: seconds * 1_000))
    var fired: [FiredItem] = []
    while let due = try await source.nextDue(), due <= end {
      server.application.clock.set(.frozen(max(due, server.now)))
      fired += try await source.fire(dueBy: due, now: server.now)
    }
    server.application.clock.set(.frozen(end))
    return fired
  }

  /// What the devices of the app have reported, in order.
  private static func reported(_ server: TestServer) async throws -> [(message: Int64, text: String)] {
    try await server.stored { store in
      let app = try #require(try store.appNumber("APP"))
      return try store.receipts(app: app).map { receipt in
        let number = try #require(Int64(receipt.identity.split(separator: "-").last ?? ""))
        let token = try #require(try store.tokenText(TokenNumber(number)))
        return (receipt.messageId, "\(receipt.event.name) \(token.text)")
      }
    }
  }

  @Test(arguments: PushType.allCases) func aDeviceReportsWhatItsPayloadHeld(type: PushType) async throws {
    try await withTestServer { server in
      await server.register(.device("t#tenant=x", type))
      await server.devices([["token": "t*", "receipts": Self.both]])
      await server.deliver(Body.notification(["type": "ALL", "pushTypes": [.string(type.name)]]))
      let start = server.now
      #expect(try await Self.source(server).nextDue() == start.advanced(byMilliseconds: 500))
      #expect(try await Self.receipts(server).isEmpty)
      let fired = try await Self.travel(server, seconds: 1)
      let message = try #require(fired.first?.message)
      let token = "t#tenant=x"
      #expect(fired == [FiredItem(kind: .simulatedReceipt(event: .received, token: token), appkey: "APP", due: start.advanced(byMilliseconds: 500), message: message)])
      #expect(try await Self.travel(server, seconds: 1).map(\.kind) == [.simulatedReceipt(event: .opened, token: token)])
      try await Self.expectNothingDue(server)

      let receipts = try await Self.receipts(server)
      #expect(receipts.map(\.event) == [.received, .opened])
      #expect(receipts.map(\.eventAt) == [start.advanced(byMilliseconds: 500), start.advanced(byMilliseconds: 2_000)])
      let payload = try #require(await server.deliveries()[0]["payload"])
      let data = try #require(payload["messageDeliveryReceiptData"] ?? payload["data"]?["messageDeliveryReceiptData"] ?? payload["custom_content"]?["messageDeliveryReceiptData"])
      for receipt in receipts {
        #expect(receipt.data == data.compactText, "passed on untouched")
        #expect(receipt.messageId == message.messageId)
      }
    }
  }

  /// The same report of a real device is the same report.
  @Test func aReportCountsOnce() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "receipts": Self.both]])
      await server.deliver(Body.notification())
      let data = try #require(await server.deliveries()[0]["payload"]?["messageDeliveryReceiptData"])
      await server.call(.post, "/message-delivery-receipts", .v20, json: [
        "event": "OPENED", "eventDateTime": "2026-03-02T09:00:01.000+0900", "messageDeliveryReceiptData": data,
      ]).succeeds()
      #expect(try await Self.travel(server, seconds: 10).count == 2)
      #expect(try await Self.receipts(server).map(\.event) == [.opened, .received])
      let again = await server.call(.post, "/message-delivery-receipts", .v20, json: [
        "event": "RECEIVED", "eventDateTime": "2026-03-02T09:00:05.000+0900", "messageDeliveryReceiptData": data,
      ]).succeeds()
      #expect(again.hint?.contains("counted once already") == true)
      #expect(try await Self.travel(server, seconds: 10).isEmpty)
      #expect(try await Self.receipts(server).count == 2)
    }
  }

  @Test func onlyWhoGetsTheMessageReports() async throws {
    try await withTestServer { server in
      let answers = ["offline", "invalid", "late", "error", "off", "ok", "replaced"]
      for name in answers { await server.register(.device(name, .apns, uid: name, (name != "off", true, true))) }
      await server.devices([
        ["token": "*", "receipts": Self.both], ["token": "offline", "answer": "OFFLINE"], ["token": "invalid", "answer": "INVALID_TOKEN"],
        ["token": "late", "answer": "DELAY_BEYOND_TTL"], ["token": "error", "answer": "PROVIDER_ERROR"],
        ["token": "replaced", "answer": "TOKEN_REPLACED", "newToken": "new", "receipts": ["received": [:]]],
      ])
      await server.deliver(Body.notification())
      _ = try await Self.travel(server, seconds: 10)
      #expect(try await Self.reported(server).map(\.text) == ["RECEIVED replaced", "RECEIVED ok", "OPENED ok"])
    }
  }

  @Test func nobodyReportsWhenReceiptsAreOff() async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      await server.register(.device("t"))
      await server.devices([["token": "t", "receipts": Self.both]])
      await server.deliver(Body.notification())
      try await Self.expectNothingDue(server)
    }
  }

  /// Chance is made of message and token alone: the same on every run, and another one for the next message.
  @Test func chanceComesOutTheSame() async throws {
    func run() async throws -> [[String]] {
      try await withTestServer { server in
        try await server.store((0..<1_000).map { .sample("t\($0)", uid: "u\($0)") })
        let share = JSON.number(JSONNumber(text: "0.3"))
        await server.devices([["pushType": "APNS", "receipts": ["received": ["probability": share], "opened": ["probability": share]]]])
        // Without delay: settling reports them.
        for _ in 0..<2 { await server.deliver(Body.notification()) }
        let reports = try await Self.reported(server)
        return [1, 2].map { number in reports.filter { $0.message == MessageNumber(number).messageId }.map(\.text) }
      }
    }
    let first = try await run()
    #expect(try await run() == first)
    #expect(first[0] != first[1])
    for reports in first {
      let received = Set(reports.filter { $0.hasPrefix("RECEIVED") }.map { $0.dropFirst(9) })
      let opened = Set(reports.filter { $0.hasPrefix("OPENED") }.map { $0.dropFirst(7) })
      #expect((240...360).contains(received.count) && (240...360).contains(opened.count))
      #expect((50...130).contains(received.intersection(opened).count), "neither implies the other")
    }
  }

  @Test func whatIsOwedSurvivesARestart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    try await withTestServer(options) { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "receipts": Self.both]])
      await server.deliver(Body.notification())
      try await Self.travel(server, seconds: 1)
    }
    options.clock = TestServer.start.advanced(byMilliseconds: 60_000)
    try await withTestServer(options) { server in
      await server.settle()
      let receipts = try await Self.receipts(server)
      #expect(receipts.map(\.event) == [.received, .opened] && receipts[1].eventAt == TestServer.start.advanced(byMilliseconds: 2_000), "the device's time")
    }
  }

  @Test func aResetForgetsWhatIsOwed() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "receipts": Self.both]])
      await server.deliver(Body.notification())
      _ = await server.send(.post, "/_mock/reset")
      try await Self.expectNothingDue(server)
    }
  }

  /// More than are made at once: whoever fires asks again, and none is made twice.
  @Test func manyFallDueTogether() async throws {
    try await withTestServer { server in
      try await server.store((0..<6_000).map { .sample("t\($0)", uid: "u\($0)") })
      await server.devices([["token": "t*", "receipts": Self.both]])
      await server.deliver(Body.notification())
      let later = server.now.advanced(byMilliseconds: 60_000)
      let source = Self.source(server)
      #expect(try await source.fire(dueBy: later, now: later).count == 10_000)
      #expect(try await source.fire(dueBy: later, now: later).count == 2_000)
      #expect(try await source.nextDue() == nil)
      #expect(try await Self.receipts(server).count == 12_000)
    }
  }

  @Test func theEngineTellsThatSomethingWillFallDue() async throws {
    try await withTestServer { server in
      let told = Atomic(0)
      await server.application.engine.whenDueChanges { told.add(1, ordering: .relaxed) }
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      #expect(told.load(ordering: .relaxed) == 0)
      await server.devices([["token": "t", "receipts": Self.both]])
      await server.deliver(Body.notification())
      #expect(told.load(ordering: .relaxed) == 1)
    }
  }
}
