import Testing

extension ConsoleServer {
  /// Something to see on every page: tokens of several kinds, tags, messages by day and at night, receipts, reservations, a fault, a device.
  func fill() async throws {
    let types = ["FCM", "FCM", "APNS", "APNS", "APNS_SANDBOX", "ADM"]
    let places = [("KR", "ko"), ("KR", "ko"), ("KR", "ko"), ("US", "en"), ("JP", "ja")]
    for index in 0..<40 {
      let (country, language) = places[index % 5]
      try await register(
        "token-\(index)-" + String(repeating: String(index % 10), count: 24), types[index % 6], uid: "user-\(index / 2)", notification: index % 11 != 0,
        ad: index % 11 != 0 && index % 3 != 0, nightAd: index % 11 != 0 && index % 6 == 1, country: country, language: language)
    }
    for (name, uids) in [("vip", 0..<6), ("서울", 3..<12), ("dormant", 12..<15)] {
      let made = try await call("POST", "/_mock/apps/\(Self.app)/tags", ["tagName": name])
      let tag = try #require((made["tag"] as? [String: Any])?["tagId"] as? String)
      try await call("POST", "/_mock/apps/\(Self.app)/tags/\(tag)/uids", ["uids": uids.map { "user-\($0)" }])
    }
    try await call("PUT", "/_mock/apps/\(Self.app)/devices", [
      "devices": [
        ["uid": "user-1*", "pushType": "APNS", "answer": "INVALID_TOKEN"],
        ["pushType": "FCM", "answer": "ACCEPT", "receipts": ["received": ["afterMs": 500], "opened": ["afterMs": 60_000]]],
      ] as [[String: Any]]
    ])
    let ad: [String: Any] = ["messageType": "AD", "contact": "1588-0000", "removeGuide": "Menu > Settings"]
    try await send("Your order has shipped", ["statsId": "orders"])
    try await call("POST", "/_mock/clock/advance", ["by": "PT3H"])
    try await send("Spring sale", ad)
    try await call("POST", "/_mock/clock/advance", ["by": "PT9H"])
    try await send("Late night deal", ad)
    try await call("POST", "/_mock/apps/\(Self.app)/reservations", [
      "schedules": ["2026-03-05T20:59", "2026-03-05T21:00"], "isLocalTime": true, "target": ["type": "ALL"], "messageType": "NOTIFICATION",
      "content": ["default": ["title": "Thursday", "body": "See you there"]],
    ])
    try await call("POST", "/_mock/clock/advance", ["by": "P1D"])
    try await call("POST", "/_mock/faults", ["preset": "sdk-timeout", "times": 3, "match": ["uid": "nobody"]])
    try await call("POST", "/push/v2.4/appkeys/\(Self.app)/tokens", ["token": "x", "pushType": "NOPE"])
  }
}
