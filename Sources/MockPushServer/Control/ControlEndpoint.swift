import PushStore

/// One route of our own, below `/_mock`.
struct ControlEndpoint: Sendable {
  typealias Handler = @Sendable (ControlContext) async throws -> Response

  let method: Request.Method
  /// Below `/_mock`.
  let path: PathTemplate
  /// Bytes of a request body.
  var bodyLimit = 1024 * 1024
  let handler: Handler

  var template: String { "/_mock" + path.description }
}

/// What a control handler works with.
struct ControlContext: Sendable {
  let request: Request
  let parameters: Parameters
  let query: QueryItems
  let server: ServerState

  /// The body as a JSON object with no keys but `known`.
  func body(known: [String]) throws(ControlError) -> JSONObject {
    let value: JSON
    do throws(JSONError) {
      value = try JSONParser.parse(request.body)
    } catch {
      throw .badRequest("The body is not JSON: \(error.reason), at byte \(error.offset).")
    }
    guard let object = value.objectValue else { throw .badRequest("The body must be a JSON object.") }
    for (key, _) in object.members where !known.contains(key) {
      throw .badRequest("The body has the unknown key `\(key.prefix(64))`; known are \(known.joined(separator: ", ")).\(NearestName.question(key, among: known))")
    }
    return object
  }

  func json(_ body: (inout JSONWriter) -> Void) -> Response {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    body(&writer)
    writer.endObject()
    return Response(body: writer.bytes)
  }
}

/// What the control routes look at and act on.
struct ServerState: Sendable {
  let store: any StoreAccess
  let clock: TravelClock
  let signal: any DeliverySignal
  let devices: DeviceBook
  let apps: AppDirectory
  /// The clock as the command line asked for it; a whole reset goes back to it.
  let initialClock: StoredClock
  /// The local CA; nil when https is off, or the certificate is the user's own.
  let authority: AuthorityCertificate?
  /// Path of the database as given.
  let database: String
  let startedAt: Int64
}
