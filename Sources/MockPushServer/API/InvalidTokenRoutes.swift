import PushStore

/// Tokens that providers called invalid (contract 21).
enum InvalidTokenRoutes {
  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let paging = try Paging.zeroBased(context.query)
    let range = DateRange(try DateBounds(context.query), now: context.now)
    let message = try MessageFilter(context.query)
    let found = try await context.readAside { store, app in
      message.isImpossible ? [] : try store.invalidTokens(
        message: message.number, from: range.from, to: range.to, offset: paging.offset, limit: paging.limit, app: app)
    }
    return context.success { writer in
      writer.key("invalidTokens")
      writer.beginArray()
      for token in found ?? [] {
        writer.beginObject()
        // Numeric only (contract 2.3).
        writer.member("messageId", Int(token.message.messageId))
        writer.member("uid", token.uid)
        writer.member("token", token.token)
        writer.member("pushType", context.version.name(of: token.pushType))
        writer.member("createdDateTime", token.createdAt)
        writer.endObject()
      }
      writer.endArray()
    }
  }
}
