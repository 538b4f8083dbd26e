/// What the OpenAPI document says of one operation beyond its route.
struct OperationText: Sendable {
  struct Query: Sendable {
    let name: String
    let schema: JSON
    var isRequired = false
    var description: String?

    init(_ name: String, _ schema: JSON, required: Bool = false, _ description: String? = nil) {
      self.name = name
      self.schema = schema
      isRequired = required
      self.description = description
    }
  }

  var query: [Query] = []
  /// Schema of a JSON body; nil for none.
  var body: JSON?
  var isBodyRequired = true
  /// Members of the answer; beside `header` on vendor routes.
  var answer: JSONObject = [:]
  /// Statuses of a success.
  var success = [200]
  /// Of an answer that is not JSON.
  var contentType: String?

  static let from = Query("from", SchemaText.moment, "Inclusive; the + of an offset must arrive as %2B.")
  static let to = Query("to", SchemaText.moment, "Inclusive; without seconds it means the whole minute.")
  static let pageIndex = Query("pageIndex", SchemaText.integer(0...Int.max, default: 0))
  static let pageSize = Query("pageSize", SchemaText.integer(1...100, default: 25))
  static let pageNumber = Query("pageNumber", SchemaText.integer(1...Int.max, default: 1))
  static let limit100 = Query("limit", SchemaText.integer(1...100, default: 100))
  static let messageId = Query("messageId", SchemaText.integer())
  static let pushType = Query("pushType", SchemaText.named("PushType"))
}
