import PushStore
import Testing

@testable import MockPushServer

/// GET /_mock/metrics.
@Suite struct MetricsTests {
  private static func metrics(_ server: TestServer) async throws -> PrometheusReader {
    let answer = await server.send(.get, "/_mock/metrics")
    #expect(answer.status == 200 && answer.contentType == "text/plain; version=0.0.4; charset=utf-8")
    return try PrometheusReader(answer.text)
  }

  private static func labels(_ method: String, _ path: String, _ version: String, _ code: String) -> [String: String] {
    ["method": method, "endpoint": path.hasPrefix("/") ? "/push/{version}/appkeys/{appkey}" + path : path, "version": version, "code": code]
  }

  @Test func aServerThatDidNothingHasThemToo() async throws {
    try await withTestServer { server in
      let metrics = try await Self.metrics(server)
      #expect(metrics.value("mock_push_build_info", ["version": Version.text]) == 1)
      #expect(metrics.families["mock_push_requests_total"]?.samples.isEmpty == true)
      #expect(metrics.value("mock_push_pending_messages") == 0 && metrics.value("mock_push_open_connections") == 0)
      #expect(metrics.value("mock_push_clock_frozen") == 1)
      #expect(metrics.value("mock_push_database_bytes", ["file": "database"]) ?? 0 > 4_096)
      #expect(metrics.value("mock_push_process_cpu_seconds_total") ?? 0 > 0)
    }
  }

  @Test func requestsAreCountedByTemplateAndNeverByPath() async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      await server.register(.device("b"), .v20)
      await server.call(.get, "/tokens/a?pushType=APNS").succeeds()
      _ = await server.call(.get, "/tokens/none-at-all?pushType=APNS")
      _ = await server.send(.get, "/push/v2.4/appkeys/APP/messages")
      _ = await server.send(.get, "/push/v9.9/appkeys/APP/messages")
      _ = await server.send(.get, "/push/v1.3/appkey/APP/messages")
      _ = await server.send(.get, "/some/secret/path")
      _ = await server.call(.get, "/tags/none")
      _ = await server.send(.get, "/_mock/none")
      _ = await server.send(.get, "/_mock/health")
      let metrics = try await Self.metrics(server)
      for (labels, count) in [
        (Self.labels("POST", "/tokens", "v2.4", "0"), 1.0), (Self.labels("POST", "/tokens", "v2.0", "0"), 1),
        (Self.labels("GET", "/tokens/{token}", "v2.4", "0"), 1), (Self.labels("GET", "/tokens/{token}", "v2.4", "40401"), 1),
        (Self.labels("GET", "/messages", "v2.4", "40101"), 1), (Self.labels("GET", "/messages", "none", "40011"), 1),
        (Self.labels("GET", "/tags/{tagId}", "v2.4", "400"), 1), (Self.labels("any", "none", "none", "40401"), 1),
        (Self.labels("any", "none", "none", "40011"), 1),
      ] { #expect(metrics.value("mock_push_requests_total", labels) == count, "\(labels)") }
      #expect(metrics.families["mock_push_requests_total"]?.samples.reduce(0) { $0 + $1.value } == 9)
      let durations = try #require(metrics.families["mock_push_request_duration_seconds"])
      #expect(durations.samples.filter { $0.name.hasSuffix("_count") }.reduce(0) { $0 + $1.value } == 9)
      #expect(metrics.value("mock_push_control_requests_total", ["status": "4xx"]) == 1)
      #expect(metrics.value("mock_push_control_requests_total", ["status": "2xx"]) == 1, "but for this one, which is not done")
    }
  }

  @Test func faultsAreCounted() async throws {
    try await withTestServer { server in
      for rule in [
        ["match": ["path": "/tokens"], "then": ["resultCode": 40999, "resultMessage": "x"], "times": 1], ["match": ["path": "/tags"], "then": ["status": 503], "times": 1],
        ["match": ["path": "/stats"], "then": ["status": 503]],
      ] as [JSON] { #expect(await server.send(.post, "/_mock/faults", json: rule, headers: [("Content-Type", "application/json")]).status == 201) }
      _ = await server.call(.post, "/tokens", json: Fixture.registration())
      _ = await server.call(.get, "/tags")
      let metrics = try await Self.metrics(server)
      #expect(metrics.value("mock_push_active_faults") == 1 && metrics.value("mock_push_faulted_requests_total") == 2)
      #expect(metrics.value("mock_push_requests_total", Self.labels("POST", "/tokens", "v2.4", "other")) == 1)
      #expect(metrics.value("mock_push_requests_total", Self.labels("GET", "/tags", "v2.4", "none")) == 1)
    }
  }

  @Test func whatIsStoredAndDeliveredIsCounted() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.register(.device("f", .fcm))
      await server.register(.device("off", .fcm, (false, false, false)))
      await server.devices([["token": "f", "answer": "INVALID_TOKEN"]])
      await server.deliver(Body.notification())
      let metrics = try await Self.metrics(server)
      #expect(metrics.value("mock_push_deliveries_total", ["push_type": "APNS", "outcome": "SENT"]) == 1)
      #expect(metrics.value("mock_push_deliveries_total", ["push_type": "FCM", "outcome": "INVALID_TOKEN"]) == 1)
      #expect(metrics.value("mock_push_deliveries_total", ["push_type": "FCM", "outcome": "FILTERED"]) == 1)
      #expect(metrics.value("mock_push_deliveries_total", ["push_type": "ADM", "outcome": "SENT"]) == 0)
      #expect(metrics.value("mock_push_apps") == 1 && metrics.value("mock_push_uids") == 3)
      #expect(metrics.value("mock_push_tokens", ["push_type": "FCM"]) == 1, "the invalid one is gone")
      #expect(metrics.value("mock_push_journal_entries") == 4 && metrics.value("mock_push_journal_dropped_total") == 0)
      // Counters go on, what is stored begins anew.
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      let after = try await Self.metrics(server)
      #expect(after.value("mock_push_tokens", ["push_type": "FCM"]) == 0 && after.value("mock_push_apps") == 0)
      #expect(after.value("mock_push_deliveries_total", ["push_type": "APNS", "outcome": "SENT"]) == 1)
    }
  }

  @Test func aStreamIsCountedWhileSomebodyFollowsIt() async throws {
    try await withTestServer { server in
      var response: Response? = await server.application.dispatcher.respond(Request(method: .get, target: "/_mock/requests/stream", headers: HeaderFields(), body: []))
      #expect(response?.stream != nil)
      let following = try await Self.metrics(server)
      #expect(following.value("mock_push_event_stream_clients") == 1)
      response = nil
      let left = try await Self.metrics(server)
      #expect(left.value("mock_push_event_stream_clients") == 0)
    }
  }

  @Test func whatAJournalLetsGoIsCounted() {
    let chronicle = Chronicle<Int>(limits: .init(count: 3, weight: 100))
    for number in 0..<5 { chronicle.append(number, weight: 1) }
    #expect(chronicle.kept == (3, 2))
    chronicle.append(5, weight: 99)
    #expect(chronicle.kept == (2, 4))
    chronicle.reset()
    #expect(chronicle.kept == (0, 4), "what is deleted on purpose is not dropped")
  }

  // MARK: The text

  @Test func labelsAndHelpAreEscaped() throws {
    var text = PrometheusText()
    text.family("a_total", .counter, "back\\slash\nand line")
    text.sample("a_total", [("x", "q\"b\\n\nl"), ("y", "é")], 5)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "# HELP a_total back\\\\slash\\nand line\n# TYPE a_total counter\na_total{x=\"q\\\"b\\\\n\\nl\",y=\"é\"} 5\n")
    let read = try PrometheusReader(String(decoding: text.bytes, as: UTF8.self))
    #expect(read.value("a_total", ["x": "q\"b\\n\nl", "y": "é"]) == 5)
  }

  @Test func aDurationOnABoundBelongsToIt() throws {
    let metrics = RequestMetrics([])
    for microseconds in [0, 250, 251, 10_000_000, 10_000_001] as [Int64] { metrics.count(Response.Note(), microseconds: microseconds) }
    let duration = try #require(metrics.reading.durations.first)
    #expect(duration.buckets.first == 2 && duration.buckets[1] == 1 && duration.buckets[14] == 1 && duration.buckets[15] == 1)
    #expect(duration.microseconds == 20_000_502)
  }

  /// The reader refuses what Prometheus would.
  @Test(arguments: [
    "a 1", "# TYPE a gauge\na 1\n", "# HELP a x\n# TYPE a gauge\nb 1\n", "# HELP a x\n# TYPE a gauge\na 1\na 1\n", "# HELP a x\n# TYPE a counter\na 1\n",
    "# HELP a x\n# TYPE a gauge\na{b=\"\\x\"} 1\n", "# HELP a x\n# TYPE a gauge\na{b=\"c} 1\n", "# HELP a x\n# TYPE a gauge\na{1b=\"c\"} 1\n",
    "# HELP a x\n# TYPE a gauge\na one\n", "# HELP a x\n# TYPE a gauge\na  1\n",
    "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
    "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
  ]) func theReaderIsStrict(text: String) {
    #expect(throws: PrometheusReader.Refusal.self) { try PrometheusReader(text) }
  }
}
