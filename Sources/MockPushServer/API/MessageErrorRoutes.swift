import PushStore

/// Failed deliveries, grouped (contract 19).
enum MessageErrorRoutes {
  /// As many entries in range are refused (R72), though the page is given along.
  static let tooMany = 1_000
  static let defaultDays = 7

  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let message = try MessageFilter(context.query)
    let failures = try failures(context)
    let range = DateRange(try DateBounds(context.query), now: context.now, defaultDays: defaultDays)
    let paging = try Paging.oneBased(context.query)
    let filter = MessageErrorFilter(
      message: message.number, reasons: failures.reasons, pushTypes: failures.pushTypes, from: range.from, to: range.to)
    let version = context.version
    let (errors, total) = try await context.readAside { store, app in
      let found = message.isImpossible ? ([], 0) : try store.messageErrors(filter, offset: paging.offset, limit: paging.limit, app: app)
      var writer = JSONWriter()
      writer.beginArray()
      for entry in found.0 {
        let recipients = try store.failedRecipients(entry)
        try write(entry, try payload(entry, recipients.first?.number, store), recipients, version, to: &writer)
      }
      writer.endArray()
      return (writer.bytes, found.1)
    } ?? (Array("[]".utf8), 0)
    guard total >= tooMany else {
      return context.success { writer in
        writer.key("messageErrors")
        writer.written(errors)
      }
    }
    let error = APIError(
      .tooMany, "totalCount", String(total),
      hint: "\(total) entries match, and \(tooMany) or more are refused: narrow from and to, or ask for one messageId; the page asked for is here all the same")
    return Envelope.failure(error) { writer in
      writer.key("messageErrors")
      writer.written(errors)
    }
  }

  /// What `messageErrorType` and `messageErrorCause` let through; nothing when they contradict each other.
  private static func failures(_ context: VendorContext) throws(APIError) -> (reasons: Set<DeliveryReason>, pushTypes: Set<PushType>) {
    let type: MessageErrorType? = try context.query.word("messageErrorType")
    // The vendor's guides once misspelled it.
    let name = context.query["messageErrorCause"] == nil ? "messagErrorCause" : "messageErrorCause"
    let names = MessageErrorCause.allCases.map { context.version.name(of: $0) }
    let given = try context.query.choice(name, of: names)
    let cause = MessageErrorCause.allCases.first { context.version.name(of: $0) == given }
    let wanted = MessageErrorCause.allCases.filter { (type == nil || $0.type == type) && (cause == nil || $0 == cause) }.map(\.failures)
    // Either one cause is wanted, or all of a type: the reasons and the push types of several causes never mix up others.
    return (wanted.reduce(into: []) { $0.formUnion($1.reasons) }, wanted.reduce(into: []) { $0.formUnion($1.pushTypes) })
  }

  /// ruling: the date of consent in an ad opt-in guide differs per token as `sentDateTime` does, so it parts no entry either; the one of the
  /// entry's first token is shown.
  private static func payload(_ entry: MessageErrorEntry, _ token: TokenNumber?, _ store: ReadTransaction) throws -> JSONObject {
    guard let stored = try? JSONParser.parse(entry.payload.utf8).objectValue else { throw UnreadableMessage(number: entry.message) }
    guard let token, entry.payload.contains(ConsentDateText.placeholder), let agreedAt = try store.consentDate(entry.message, token: token) else {
      return stored
    }
    return Rendering(pushType: entry.pushType, payload: stored).telling(ConsentDateText.text(agreedAt))
  }

  private static func write(
    _ entry: MessageErrorEntry, _ payload: JSONObject, _ recipients: [(number: TokenNumber, uid: String, token: String)], _ version: APIVersion,
    to writer: inout JSONWriter
  ) throws {
    guard let cause = MessageErrorCause(entry.reason, entry.pushType) else { throw UnreadableMessage(number: entry.message) }
    writer.beginObject()
    writer.member("messageId", Int(entry.message.messageId))
    writer.member("messageIdString", String(entry.message.messageId))
    writer.member("pushType", version.name(of: entry.pushType))
    writer.member("messageErrorType", cause.type.rawValue)
    writer.member("messageErrorCause", version.name(of: cause))
    writer.member("payload", .object(payload))
    writer.member("createdDateTime", entry.createdAt)
    writer.key("tokens")
    writer.beginArray()
    for (_, uid, token) in recipients {
      writer.beginObject()
      writer.member("uid", uid)
      writer.member("token", token)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
