import PushStore

/// GET /_mock/metrics: what Prometheus scrapes. Labels have few values whatever is sent: endpoints by their templates, never a path, app or token.
enum MetricsRoute {
  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let server = context.server
    let (pending, kinds, apps) = try await server.store.readAside { (try $0.pendingMessages(), try $0.counts(), try $0.appTotal()) }
    var text = PrometheusText()
    process(server, &text)
    requests(server.metrics.requests.reading, &text)
    deliveries(server, pending: pending, &text)
    stored(kinds, apps, &text)
    control(server, &text)
    return Response(contentType: PrometheusText.contentType, body: text.bytes)
  }

  private static func process(_ server: ServerState, _ text: inout PrometheusText) {
    text.family("mock_push_build_info", .gauge, "Always 1; the version is its label.")
    text.sample("mock_push_build_info", [("version", Version.text)], 1)
    text.single("mock_push_start_time_seconds", .gauge, "When the server started, since 1970.", Int(server.startedDateTime.milliseconds / 1_000))
    text.single("mock_push_uptime_seconds", .gauge, "Since the server started.", server.uptimeSeconds)
    text.single("mock_push_process_cpu_seconds_total", .counter, "Processor time of the process, user and system.", ProcessFacts.processorSeconds)
    if let bytes = ProcessFacts.residentBytes {
      text.single("mock_push_process_resident_memory_bytes", .gauge, "Memory of the process that is in RAM.", bytes)
    }
    text.single("mock_push_open_connections", .gauge, "Connections of the http and https ports that are open.", server.metrics.connections.value)
    text.single("mock_push_event_stream_clients", .gauge, "Clients that follow an event stream.", server.metrics.streams.value)
    text.family("mock_push_database_bytes", .gauge, "Size of the database's files.")
    for (name, suffix) in [("database", ""), ("log", "-wal")] {
      text.sample("mock_push_database_bytes", [("file", name)], ProcessFacts.bytes(of: server.database + suffix) ?? 0)
    }
  }

  private static func requests(_ reading: RequestMetrics.Reading, _ text: inout PrometheusText) {
    text.family("mock_push_requests_total", .counter, "Vendor requests by endpoint, version and the result code of their answer.")
    for (labels, count) in reading.answers { text.sample("mock_push_requests_total", labels, count) }
    text.family("mock_push_request_duration_seconds", .histogram, "From a vendor request to its answer, delays of fault rules included.")
    let bounds = RequestMetrics.bounds.map { Double($0) / 1e6 }
    for duration in reading.durations {
      text.histogram(
        "mock_push_request_duration_seconds", duration.labels, bounds: bounds, counts: duration.buckets, sum: Double(duration.microseconds) / 1e6)
    }
    text.single("mock_push_faulted_requests_total", .counter, "Vendor requests that a fault rule applied to.", reading.faulted)
    text.family("mock_push_control_requests_total", .counter, "Requests to /_mock by the class of their HTTP status.")
    for (status, count) in reading.control { text.sample("mock_push_control_requests_total", [("status", status)], count) }
  }

  private static func deliveries(_ server: ServerState, pending: Int, _ text: inout PrometheusText) {
    text.family("mock_push_deliveries_total", .counter, "Deliveries by push type and outcome; without a push type where the token was gone.")
    for (type, outcome, count) in server.feed.deliveries.reading {
      text.sample("mock_push_deliveries_total", [("push_type", type?.name ?? "none"), ("outcome", outcome.rawValue)], count)
    }
    text.single("mock_push_pending_messages", .gauge, "Messages that are not done.", pending)
    text.family("mock_push_webhook_events_total", .counter, "Events for webhooks: posted, given up after the last try, or gone before they were come to.")
    let totals = server.webhooks.totals
    for (result, counter) in [("posted", totals.posted), ("failed", totals.failed), ("missed", totals.missed)] {
      text.sample("mock_push_webhook_events_total", [("result", result)], counter.value)
    }
  }

  private static func stored(_ counts: AppCounts, _ apps: Int, _ text: inout PrometheusText) {
    text.single("mock_push_apps", .gauge, "Apps for which anything is stored.", apps)
    text.single("mock_push_uids", .gauge, "UID records of all apps.", counts.uids)
    text.family("mock_push_tokens", .gauge, "Registrations of all apps by push type.")
    for type in PushType.allCases { text.sample("mock_push_tokens", [("push_type", type.name)], counts.tokens[type] ?? 0) }
  }

  private static func control(_ server: ServerState, _ text: inout PrometheusText) {
    let faults = server.faults.entries
    text.single("mock_push_active_faults", .gauge, "Fault rules that can still apply.", faults.count(where: \.canApply))
    text.single("mock_push_clock_offset_seconds", .gauge, "How far the mock's clock is ahead of the machine's.", Double(server.clockAheadMilliseconds) / 1e3)
    text.single("mock_push_clock_frozen", .gauge, "1 while the mock's clock stands.", server.clock.isFrozen ? 1 : 0)
    guard let journal = server.journal?.entries.kept else { return }
    text.single("mock_push_journal_entries", .gauge, "Requests that the journal keeps.", journal.count)
    text.single("mock_push_journal_dropped_total", .counter, "Requests that the journal let go, to make room for newer ones.", journal.dropped)
  }
}
