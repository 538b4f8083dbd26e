import PushStore

/// What handlers read of a request; faults are 400 with a sentence.
extension ControlContext {
  /// The body as JSON of any kind.
  func jsonBody() throws(ControlError) -> JSON {
    do throws(JSONError) {
      return try JSONParser.parse(request.body)
    } catch {
      throw .badRequest("The body is not JSON: \(error.reason), at byte \(error.offset).")
    }
  }

  /// The body as a JSON object with no keys but `known`.
  func body(known: [String]) throws(ControlError) -> JSONObject {
    let object = try object()
    try Self.check(object, known: known, "The body")
    return object
  }

  /// The body as a JSON object.
  func object() throws(ControlError) -> JSONObject {
    guard let object = try jsonBody().objectValue else { throw .badRequest("The body must be a JSON object.") }
    return object
  }

  /// - Parameter place: whose keys they are, the start of a sentence.
  static func check(_ object: JSONObject, known: [String], _ place: String) throws(ControlError) {
    for (key, _) in object.members where !known.contains(where: { $0.hasSameBytes(as: key) }) {
      throw .badRequest(NearestName.unknownKey(key, among: known, place))
    }
  }

  /// A route that takes no body, or an empty object.
  func expectNoMembers() throws(ControlError) {
    if !request.body.isEmpty { _ = try body(known: []) }
  }

  /// Refuses query parameters that the route does not have, which would else be taken for obeyed.
  func expectQuery(_ known: [String] = []) throws(ControlError) {
    for name in query.names where !known.contains(name) {
      let list = known.isEmpty ? "this route has none" : "known are \(known.joined(separator: ", "))"
      throw .badRequest("The query parameter `\(ShownValue.oneLine(name))` is unknown; \(list).\(NearestName.question(name, among: known))")
    }
  }

  func int(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws(ControlError) -> Int {
    do throws(APIError) {
      return try query.int(name, default: standard, min: range.lowerBound, max: range.upperBound)
    } catch {
      throw .badRequest("The query parameter \(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
  }

  /// A name in the query that is one of several; nil when absent.
  func choice<Value>(_ name: String, of values: [Value], named text: (Value) -> String) throws(ControlError) -> Value? {
    guard let given = query[name] else { return nil }
    if let value = values.first(where: { text($0) == given }) { return value }
    let names = values.map(text)
    throw .badRequest("\(name) \(ShownValue.phrase(given)): it is one of \(names.joined(separator: ", ")).\(NearestName.question(given, among: names))")
  }

  /// The appkey in the path, and the app's settings.
  ///
  /// - Throws: 404 for an app that vendor requests would not find either.
  func app() throws(ControlError) -> (appkey: String, settings: AppSettings) {
    let appkey = parameters["appkey"]
    do throws(APIError) {
      return (appkey, try server.apps.settings(of: appkey))
    } catch {
      throw ControlError(status: 404, sentence: "There is no such app: \(error.hint).")
    }
  }

  func json(_ members: (inout JSONWriter) -> Void) -> Response { .object(members) }

  /// An answer that is read and written on the background reader's thread, for what touches many rows.
  ///
  /// - Parameter body: gets nil for the app when nothing was ever stored for it.
  func aside(
    _ appkey: String, _ body: @Sendable (ReadTransaction, AppNumber?, inout JSONWriter) throws -> Void
  ) async throws -> Response {
    let bytes = try await server.store.readAside { store in
      var writer = JSONWriter(capacity: 4_096)
      writer.beginObject()
      try body(store, try store.appNumber(appkey), &writer)
      writer.endObject()
      return writer.bytes
    }
    return Response(body: bytes)
  }
}
