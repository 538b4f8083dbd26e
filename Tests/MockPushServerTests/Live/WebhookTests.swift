import Synchronization
import Testing

@testable import MockPushServer

/// Webhooks against a server of the test's own. Live: they post over sockets.
extension Live {
  @Suite struct WebhookTests {
    @Test func deliveriesAndEndsOfMessagesArePosted() async throws {
      try await withReceiver { receiver in
        try await withTestServer { server in
          await server.hooks([["id": "h", "url": .string(receiver.url + "/hook?x=1")]])
          await server.register(.device("t1"))
          await server.register(.device("off", .apns, uid: "u", (false, false, false)))
          let message = await server.deliver(Body.notification())
          let posts = await receiver.posts(3)
          #expect(posts.map(\.json["event"]) == ["delivery", "delivery", "message"])
          for (post, delivery) in zip(posts, await server.deliveries()) {
            for (key, value) in delivery.objectValue?.members ?? [] { #expect(post.json[key] == value, "\(key)") }
            #expect(post.json["appkey"] == "APP" && post.json["messageId"] == message["messageId"])
          }
          for (key, value) in message.objectValue?.members ?? [] { #expect(posts[2].json[key] == value, "\(key)") }
          #expect(posts[2].json["appkey"] == "APP" && posts[2].json["outcomes"]?["SENT"] == 1 && posts[2].json["messageStatus"] == "COMPLETE")
          let request = posts[0].request
          #expect(request.method == .post && request.target == "/hook?x=1")
          #expect(request.headers["Content-Type"] == "application/json" && request.headers["Host"] == "127.0.0.1:\(receiver.port)")
          await server.hook(becomes: [
            "id": "h", "url": .string(receiver.url + "/hook?x=1"), "events": ["delivery", "message"], "posted": 3, "failed": 0, "missed": 0, "behind": 0,
          ])
        }
      }
    }

    @Test func eventsAndAppsAreChosen() async throws {
      try await withReceiver { receiver in
        try await withTestServer { server in
          await server.hooks([
            ["url": .string(receiver.url + "/messages"), "events": ["message"], "appkey": "APP"],
            ["url": .string(receiver.url + "/deliveries"), "events": ["delivery", "delivery"], "appkey": "OTHER"],
          ])
          for app in ["APP", "OTHER"] {
            await server.register(.device("t"), app: app)
            await server.call(.post, "/messages", json: Body.notification(), app: app).succeeds()
            await server.settle()
          }
          let posts = await receiver.posts(2)
          #expect(Set(posts.map { "\($0.request.target) \($0.json["event"]?.stringValue ?? "") \($0.json["appkey"]?.stringValue ?? "")" }) == [
            "/messages message APP", "/deliveries delivery OTHER",
          ])
          await server.hook(0, becomes: ["posted": 1, "behind": 0])
          await server.hook(1, becomes: ["posted": 1, "behind": 0, "events": ["delivery"]])
          #expect(receiver.count == 2)
        }
      }
    }

    /// Refused four times, each event is taken in the end, and none overtakes another.
    @Test(arguments: [(500, 5), (404, 5), (302, 5), (204, 1)]) func aRefusedPostIsTriedAgainInOrder(status: Int, each: Int) async throws {
      let turns = Mutex<[String: Int]>([:])
      let answer: @Sendable (JSON) -> Int = { json in
        turns.withLock { turns in
          turns[json.compactText, default: 0] += 1
          return turns[json.compactText] == 5 ? 200 : status
        }
      }
      try await withReceiver(answer: answer) { receiver in
        try await withTestServer { server in
          await server.hooks([["url": .string(receiver.url), "events": ["delivery"]]])
          for token in ["a", "b", "c"] { await server.register(.device(token)) }
          await server.deliver(Body.notification())
          let posts = await receiver.posts(3 * each)
          #expect(posts.map { $0.json["token"]?.stringValue } == ["a", "b", "c"].flatMap { Array(repeating: $0, count: each) })
          await server.hook(becomes: ["posted": 3, "failed": 0, "behind": 0])
          let error = await server.hookList()[0]["lastError"]?.stringValue
          #expect(error == (each == 1 ? nil : "\(receiver.url) answered with status \(status)."))
        }
      }
    }

    @Test func whatFailsFiveTimesIsGivenUp() async throws {
      try await withReceiver(answer: { $0["token"] == "a" ? 503 : 200 }) { receiver in
        try await withTestServer { server in
          await server.hooks([["url": .string(receiver.url), "events": ["delivery"]]])
          for token in ["a", "b"] { await server.register(.device(token)) }
          await server.deliver(Body.notification())
          #expect(await receiver.posts(6).map { $0.json["token"]?.stringValue } == ["a", "a", "a", "a", "a", "b"])
          await server.hook(becomes: ["posted": 1, "failed": 1, "behind": 0])
        }
      }
    }

    /// Nobody listens, nobody answers, an answer that is none, an end in the middle.
    @Test(arguments: [
      ([], "could not be reached"), ([nil], "did not answer in time"), (["nonsense\r\n\r\n"], "could not be reached"), ([""], "could not be reached"),
      (["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx"], "could not be reached"),
      (["HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + String(repeating: "x", count: 2_000_000)], "could not be reached"),
    ] as [([String?], String)]) func aTargetThatDoesNotAnswerIsAFailure(answers: [String?], words: String) async throws {
      let target = try TinyListener(answers: answers)
      defer { target.stop() }
      var options = TestServer.Options()
      options.webhooks = WebhookTiming(tries: 2, wait: .milliseconds(1), limit: .milliseconds(300))
      try await withTestServer(options) { server in
        await server.hooks([["url": .string("http://127.0.0.1:\(target.port)/"), "events": ["message"]]])
        await server.deliver(Body.notification())
        await server.hook(becomes: ["posted": 0, "failed": 1, "behind": 0])
        let error = await server.hookList()[0]["lastError"]?.stringValue ?? ""
        #expect(error.hasPrefix("http://127.0.0.1:\(target.port)/ \(words)") && error.hasSuffix("."), "\(error)")
      }
    }

    /// Each post has a connection of its own then.
    @Test func aTargetMayHangUpAfterEachAnswer() async throws {
      let target = try TinyListener(answers: ["HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\nfine"])
      defer { target.stop() }
      try await withTestServer { server in
        await server.hooks([["url": .string("http://localhost:\(target.port)/"), "events": ["delivery"]]])
        for token in ["a", "b", "c"] { await server.register(.device(token)) }
        await server.deliver(Body.notification())
        await server.hook(becomes: ["posted": 3, "failed": 0, "behind": 0])
        #expect(target.requests.count == 3)
      }
    }

    /// A server that stops does not wait for it, and neither does whoever replaces the webhook.
    @Test func aTargetThatHangsHoldsNothingUp() async throws {
      let target = try TinyListener(answers: [nil])
      defer { target.stop() }
      var options = TestServer.Options()
      options.webhooks = WebhookTiming(limit: .seconds(3_600))
      try await withTestServer(options) { server in
        let hook: JSON = ["url": .string("http://127.0.0.1:\(target.port)/"), "events": ["message"]]
        await server.hooks([hook])
        await server.deliver(Body.notification())
        await server.hooks([hook, ["url": "http://localhost:1/"]])
        #expect(await server.hookList().map { $0["id"] } == ["hook-1", "hook-2"])
        await server.deliver(Body.notification())
        await server.settle()
      }
    }

    /// The queue of a hook is the change feed's: what does not fit any more is missed, and counted.
    @Test func whatAHookDoesNotComeToIsCounted() async throws {
      let isOpen = Mutex(false)
      try await withReceiver(answer: { _ in isOpen.withLock { $0 } ? 200 : 500 }) { receiver in
        var options = TestServer.Options()
        options.webhooks = WebhookTiming(tries: 1_000_000, wait: .zero)
        try await withTestServer(options) { server in
          await server.register(.device("t"))
          await server.hooks([["url": .string(receiver.url), "events": ["message"]]])
          await server.deliver(Body.notification())
          _ = await receiver.posts(1)
          // The delivery may have been passed over already, or be read together with the message.
          let behind = await server.hookList()[0]["behind"]?.intValue ?? 0
          #expect(behind == 1 || behind == 2)
          let feed = server.application.feed
          let change = try feed.firstChange(after: 1)
          for _ in 0..<10_100 { feed.publish(change, writtenIn: 0) }
          await server.hook(becomes: ["missed": 0, "behind": .number(JSONNumber(behind + 10_100))])
          isOpen.withLock { $0 = true }
          // The one in hand, and the ten thousand that are kept.
          await server.hook(becomes: ["posted": 10_001, "missed": 100, "behind": 0])
        }
      }
    }

    @Test(arguments: [nil, "APP"]) func nothingOfDeletedDataIsPosted(app: String?) async throws {
      let isOpen = Mutex(false)
      try await withReceiver(answer: { _ in isOpen.withLock { $0 } ? 200 : 500 }) { receiver in
        var options = TestServer.Options()
        options.webhooks = WebhookTiming(tries: 1_000_000, wait: .milliseconds(1))
        try await withTestServer(options) { server in
          await server.hooks([["url": .string(receiver.url), "events": ["delivery"]]])
          for index in 0..<8 { await server.register(.device("old\(index)")) }
          await server.deliver(Body.notification())
          _ = await receiver.posts(1)
          let path = app.map { "/_mock/apps/\($0)/reset" } ?? "/_mock/reset"
          let answer = await server.send(.post, path, json: ["parts": ["data"]], headers: [("Content-Type", "application/json")])
          #expect(answer.status == 200)
          // What is on its way now may still arrive.
          await server.hook(becomes: ["behind": 0])
          let before = receiver.count
          isOpen.withLock { $0 = true }
          await server.register(.device("new"))
          await server.deliver(Body.notification())
          let posts = await receiver.posts(before + 1)
          #expect(posts.dropFirst(before).map(\.json["token"]) == ["new"])
          #expect(Set(posts.prefix(before).map { $0.json["token"]?.stringValue }) == ["old0"])
        }
      }
    }

    @Test func aResetForgetsThem() async throws {
      try await withReceiver { receiver in
        try await withTestServer { server in
          await server.hooks([["url": .string(receiver.url)]])
          #expect(await server.send(.post, "/_mock/reset").status == 200)
          #expect(await server.hookList() == [])
          await server.hooks([["url": .string(receiver.url), "events": ["message"]]])
          #expect(await server.send(.delete, "/_mock/webhooks").json == ["webhooks": []])
          await server.deliver(Body.notification())
          #expect(receiver.count == 0)
        }
      }
    }

    @Test func otherHostsAreAllowedByAnOption() async throws {
      try await withReceiver { receiver in
        var options = TestServer.Options()
        options.webhookHosts = ["0.0.0.0", "hooks.test"]
        try await withTestServer(options) { server in
          await server.hooks([["url": .string("http://0.0.0.0:\(receiver.port)/"), "events": ["message"]]])
          await server.deliver(Body.notification())
          #expect(await receiver.posts(1).first?.json["event"] == "message")
          await server.hooks([["url": "http://Hooks.test:1/"]])
        }
      }
    }
  }
}
