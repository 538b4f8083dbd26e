/// How far the load of a seed has come.
struct SeedJob: Sendable {
  enum State: String, Sendable, CaseIterable { case loading, done, failed }

  let id: String
  let counts: SeedCounts
  var state = State.loading
  var rowsDone = 0
  /// Why it failed.
  var failure: ControlError?

  func members(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("state", state.rawValue)
    writer.member("rowsDone", rowsDone)
    writer.member("rows", counts.total)
    if state == .done {
      writer.key("result")
      writer.beginObject()
      for (name, count) in counts.members {
        writer.key(name)
        writer.int(count)
      }
      writer.endObject()
    }
    if let failure { writer.member("error", failure.sentence) }
  }
}

extension ControlError {
  static func hasData(_ appkey: String) -> ControlError {
    ControlError(
      status: 409,
      sentence: "App \(appkey) has data, and a seed loads an app from nothing: delete the app's data first (POST /_mock/apps/\(appkey)/reset), or give the seed another appkey.")
  }
}
