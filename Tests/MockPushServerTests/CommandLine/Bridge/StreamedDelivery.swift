@testable import MockPushServer

/// What a server's stream of deliveries looks like.
enum StreamedDelivery {
  static let head = "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  /// The event as text; its place is `run-NUMBER`.
  static func event(
    _ number: Int, _ pushType: String = "FCM", token: String = "token", reason: String = "ACCEPTED", outcome: String = "SENT", payload: JSON? = nil,
    appView: JSON? = nil
  ) -> String {
    var object: JSONObject = [
      "event": "delivery", "appkey": "APP", "messageId": 3_500_000_000_000_001, "token": .string(token), "uid": "kim", "pushType": .string(pushType),
      "outcome": .string(outcome), "reason": .string(reason), "explanation": "…", "at": "2026-03-02T20:59:59.000+09:00",
    ]
    object["payload"] = payload
    object["appView"] = appView
    return "id: run-\(number)\nevent: delivery\ndata: \(JSON.object(object).compactText)\n\n"
  }

  static func followed(
    _ pushType: String = "FCM", token: String = "token", reason: String = "ACCEPTED", outcome: String = "SENT", payload: JSON? = nil,
    appView: JSON? = nil
  ) throws -> FollowedDelivery {
    var parser = EventStreamParser()
    let text = event(1, pushType, token: token, reason: reason, outcome: outcome, payload: payload, appView: appView)
    return FollowedDelivery(try parser.take(text.utf8)[0])!
  }
}
