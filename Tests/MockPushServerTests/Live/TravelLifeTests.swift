import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Travelling when the client, or the server, does not stay to the end.
  @Suite struct TravelLifeTests {
    private static let json = ["Content-Type: application/json"]
    private static let start = "2026-01-10T00:00:00+09:00"
    private static let (apps, months) = (10, 24)

    /// Apps whose guides run a minute after each other, each with a token for every month of two years.
    private static func prepare(_ client: SocketClient) throws {
      for app in 0..<apps {
        let guide = #"{"adOptInGuide":{"day":1,"time":"10:0\#(app)","content":{"default":{"title":"T"}}}}"#
        #expect(try client.ask("PATCH", "/_mock/apps/A\(app)", json, body: guide).status == 200)
        for month in 0..<months {
          let token = "t\(month)"
          #expect(try client.ask("POST", "/push/v2.3/appkeys/A\(app)/tokens", body: SampleBody.registration(token)).resultCode == 0)
          let edit = #"{"pushType":"FCM","adAgreementDateTime":"\#(2024 + month / 12)-\#(month % 12 < 9 ? "0" : "")\#(month % 12 + 1)-05T00:00:00+09:00"}"#
          #expect(try client.ask("PATCH", "/_mock/apps/A\(app)/tokens/\(token)", json, body: edit).status == 200)
        }
        // A token of twelve months ago would be no target any more.
        #expect(try client.ask("PATCH", "/_mock/apps/A\(app)", json, body: #"{"tokenExpiryMonths":0}"#).status == 200)
      }
    }

    private static func messages(_ client: SocketClient, app: Int = 0) throws -> [JSON] {
      try #require(try client.ask("GET", "/_mock/apps/A\(app)/messages?pageSize=100").json["messages"]?.arrayValue)
    }

    private static func advance(_ client: SocketClient, _ body: String) throws -> JSONObject {
      let answer = try client.ask("POST", "/_mock/clock/advance", json, body: body)
      #expect(answer.status == 200)
      return answer.json
    }

    @Test func aClientThatLeavesChangesNothing() async throws {
      try await withLiveServer(.init(clock: DateText.parse(Self.start))) { server in
        let client = try server.connect()
        try Self.prepare(client)
        let leaving = try server.connect()
        try leaving.send(HTTPText.request("POST", "/_mock/clock/advance", Self.json, body: #"{"by":"P9Y"}"#))
        while try Self.messages(client).count < 2 {}
        leaving.socket.abort()
        // Its turn comes after the one of the client that left.
        let answer = try Self.advance(client, #"{"by":"PT0S"}"#)
        #expect(answer["now"] == "2035-01-10T00:00:00.000+09:00" && answer["firedCount"] == 0)
        for app in 0..<Self.apps { #expect(try Self.messages(client, app: app).count == Self.months) }
        client.socket.close()
        try await server.expectNoConnections()
      }
    }

    @Test func aTravelThatWasKilledGoesOnWithNothingLostOrTwice() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder, ["--clock", Self.start])
        let client = try server.connect()
        try Self.prepare(client)
        let travelling = try server.connect()
        try travelling.send(HTTPText.request("POST", "/_mock/clock/advance", Self.json, body: #"{"to":"2040-01-01T00:00:00+09:00"}"#))
        while try Self.messages(client).count < 2 {}
        kill(server.pid, SIGKILL)
        #expect(try server.ended().code == -SIGKILL)

        let restarted = try ServerProcess.serve(folder)
        let next = try restarted.connect()
        #expect(try next.ask("POST", "/_mock/settle", Self.json).status == 200)
        let clock = try next.ask("GET", "/_mock/clock").json
        let now = try #require(clock["now"]?.stringValue)
        #expect(clock["mode"] == "frozen")
        let newest = try (0..<Self.apps).compactMap { try Self.messages(next, app: $0).first?["createdDateTime"]?.stringValue }.max()
        #expect(now == newest, "where the last thing happened that it knows of")
        #expect(now < "2028", "on its way")
        _ = try Self.advance(next, #"{"to":"2040-01-01T00:00:00+09:00"}"#)
        for app in 0..<Self.apps {
          let messages = try Self.messages(next, app: app)
          #expect(messages.count == Self.months)
          #expect(messages.allSatisfy { $0["createdDateTime"]?.stringValue?.hasSuffix("-01T10:0\(app):00.000+09:00") == true }, "each at its own moment")
          #expect(messages.allSatisfy { $0["messageStatus"] == "COMPLETE" && $0["sentCount"] == 1 })
        }
      }
    }
  }
}
