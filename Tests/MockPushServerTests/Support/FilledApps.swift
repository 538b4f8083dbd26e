import PushStore
import Testing

@testable import MockPushServer
@testable import PushStore

extension TestServer {
  /// Fills every table that has rows of apps, for each of these apps, and lets the clock be a month later. Statistics are folded.
  func fill(_ apps: [String], from start: String = "2026-03-10T09:00:00+09:00", _ location: SourceLocation = #_sourceLocation) async throws {
    await freeze(start, location)
    let begin = now
    func minute(_ days: Int64) -> String { String(DateText.iso(begin.advanced(byMilliseconds: days * 86_400_000)).prefix(16)) }
    for app in apps {
      await guide(day: 1, app: app, location)
      await register("agreed", agreedAt: "2024-03-20T08:07:06+09:00", app: app, location)
      for (token, type) in [("sent", PushType.apns), ("failing", .fcm), ("bad", .adm), ("old", .apns), ("removed", .apns)] {
        await register(.device(token, type), app: app)
      }
      let tag = await call(.post, "/tags", json: ["tagName": "t"], app: app).succeeds(location).json["tag"]?["tagId"] ?? .null
      await call(.post, "/uids/u-sent/tag-ids", json: ["tagIds": [tag]], app: app).succeeds(location)
      let rules: JSON = [
        ["token": "*", "receipts": ["received": ["afterMs": 500], "opened": ["afterMs": 2_592_000_000]]], ["token": "failing", "answer": "PROVIDER_ERROR"],
        ["token": "bad", "answer": "INVALID_TOKEN"], ["token": "old", "answer": "TOKEN_REPLACED", "newToken": "new"],
      ]
      #expect(await control(.put, "/devices", json: ["devices": rules], app: app).status == 200, sourceLocation: location)
      await call(.post, "/messages", json: Body.notification(["type": "ALL"], content: ["default": ["title": "T", "body": "B"]], ["statsId": "S"]), app: app)
        .succeeds(location)
      await reserve([minute(10), minute(40)], isLocal: true, app: app, location)
    }
    await settle(location)
    await advance(by: "P26D", location)
    for app in apps {
      _ = await total("TOKEN_COUNTRY", app: app, location)
      // Messages that were pending while it went have it here.
      try await application.store.write { store in
        let number = try #require(try store.reading.appNumber(app))
        try store.connection.run(
          "INSERT INTO removed_registration (app, token, uid, number) SELECT app, token, uid, number FROM registration WHERE app = ? LIMIT 1",
          .integer(number.value))
      }
    }
  }

  /// All rows of every table that has rows of apps: as text, by table and app, unsorted; those of no app under 0.
  ///
  /// A new table must find its place here, and in `PurgeStep`.
  func rowsByApp() async throws -> [String: [Int64: [String]]] {
    try await stored { store in
      let tables = try store.connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.text(0) }
      var rows: [String: [Int64: [String]]] = [:]
      for table in tables where !["clock", "statistics_cursor", "gauge_value", "sqlite_sequence"].contains(table) {
        let columns = try Self.texts("SELECT name FROM pragma_table_info('\(table)')", store)
        let owner =
          if columns.contains("app") { "app" } else if columns.contains("message"), table != "schedule" {
            "(SELECT app FROM message m WHERE m.message = t.message)"
          } else if columns.contains("reservation") {
            "(SELECT app FROM reservation r WHERE r.reservation = t.reservation)"
          } else if columns.contains("tag") { "(SELECT app FROM tag WHERE tag.tag = t.tag)" } else { "no owner is known" }
        let all = columns.map { "coalesce(quote(\($0)), '')" }.joined(separator: " || ' ' || ")
        for line in try Self.texts("SELECT coalesce(\(owner), 0) || '|' || \(all) FROM \(table) t", store) {
          let cut = line.firstIndex(of: "|")!
          rows[table, default: [:]][Int64(line[..<cut])!, default: []].append(String(line[line.index(after: cut)...]))
        }
      }
      return rows
    }
  }

  private static func texts(_ sql: String, _ store: ReadTransaction) throws -> [String] {
    let statement = try Statement(sql, on: store.connection.handle)
    var texts: [String] = []
    while try statement.step() { texts.append(Row(statement: statement.handle).text(0)) }
    return texts
  }

  /// The number that an appkey has now.
  func number(of app: String) async throws -> Int64 {
    try await stored { store in try #require(try store.appNumber(app)).value }
  }
}
