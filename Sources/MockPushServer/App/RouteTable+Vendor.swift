/// Every endpoint of the vendor on one screen (contract 6). Paths are below `/push/{version}/appkeys/{appkey}`.
enum RouteTable {
  private typealias E = Endpoint
  private static let all = APIVersion.v20 ... .v24
  private static let since22 = APIVersion.v22 ... .v24
  private static let since23 = APIVersion.v23 ... .v24
  private static let only24 = APIVersion.v24 ... .v24
  private static let until23 = APIVersion.v20 ... .v23

  static let vendor: [Endpoint] = [
    E(method: .post, path: "/tokens", versions: all, credential: .none, summary: "registers or updates a token", handler: TokenRoutes.register),
    E(method: .get, path: "/tokens/{token}", versions: all, credential: .none, summary: "gets a token by its text and pushType", handler: TokenRoutes.get),
    E(method: .get, path: "/tokens", versions: all, summary: "lists the tokens of one uid", handler: TokenRoutes.list),
    E(method: .get, path: "/tokens-by-cursor", versions: only24, summary: "walks all tokens by cursor", handler: TokenRoutes.listByCursor),
    E(method: .delete, path: "/tokens/{token}", versions: since23, credential: .none, successText: .sentence, summary: "deletes a token", handler: TokenRoutes.delete),
    E(method: .get, path: "/invalid-tokens", versions: all, summary: "lists tokens that a provider called invalid", handler: InvalidTokenRoutes.list),

    E(method: .post, path: "/messages", versions: all, summary: "sends a message", handler: MessageRoutes.send),
    E(method: .get, path: "/messages", versions: all, summary: "lists messages made in the console", handler: MessageRoutes.list),
    E(method: .get, path: "/messages/{messageId}", versions: all, summary: "gets one message made in the console", handler: MessageRoutes.get),
    E(method: .get, path: "/message-errors", versions: all, successText: .sentence, summary: "lists failed deliveries", handler: MessageErrorRoutes.list),
    E(method: .get, path: "/logs/message", versions: since22, successText: .lowercase, summary: "searches send logs", handler: MessageLogRoutes.search),
    E(method: .get, path: "/bulk-logs/message/count", versions: .v22 ... .v23, credential: .accessKeyPair, successText: .lowercase, summary: "counts send logs", handler: MessageLogRoutes.count),
    E(method: .get, path: "/bulk-logs/message", versions: .v22 ... .v23, credential: .accessKeyPair, summary: "streams send logs", handler: MessageLogRoutes.stream),

    E(method: .post, path: "/schedules", versions: all, summary: "calculates delivery times", handler: ScheduleRoutes.generate),
    E(method: .post, path: "/reservations", versions: all, summary: "makes a reservation", handler: ReservationRoutes.create),
    E(method: .get, path: "/reservations", versions: all, summary: "lists reservations", handler: ReservationRoutes.list),
    E(method: .get, path: "/reservations/{reservationId}", versions: all, summary: "gets one reservation", handler: ReservationRoutes.get),
    E(method: .get, path: "/reservations/{reservationId}/messages", versions: all, successText: .lowercase, summary: "lists the messages of a reservation", handler: ReservationRoutes.messages),
    E(method: .put, path: "/reservations/{reservationId}", versions: all, summary: "replaces a reservation", handler: ReservationRoutes.replace),
    E(method: .delete, path: "/reservations", versions: all, summary: "deletes reservations", handler: ReservationRoutes.delete),

    E(method: .post, path: "/tags", versions: all, faults: .tagChapter, summary: "makes a tag", handler: TagRoutes.create),
    E(method: .get, path: "/tags", versions: all, faults: .tagChapter, summary: "lists tags", handler: TagRoutes.list),
    E(method: .get, path: "/tags/{tagId}", versions: all, faults: .tagChapter, summary: "gets one tag", handler: TagRoutes.get),
    E(method: .put, path: "/tags/{tagId}", versions: all, faults: .tagChapter, summary: "renames a tag", handler: TagRoutes.rename),
    E(method: .delete, path: "/tags/{tagId}", versions: all, faults: .tagChapter, summary: "deletes a tag", handler: TagRoutes.delete),
    E(method: .post, path: "/tags/{tagId}/uids", versions: all, faults: .tagChapter, summary: "attaches a tag to UIDs", handler: TagRoutes.attach),
    E(method: .get, path: "/tags/{tagId}/uids", versions: all, faults: .tagChapter, summary: "lists UIDs that have a tag", handler: TagRoutes.uids),
    E(method: .delete, path: "/tags/{tagId}/uids", versions: all, faults: .tagChapter, summary: "detaches a tag from UIDs", handler: TagRoutes.detach),
    E(method: .post, path: "/uids", versions: all, faults: .tagChapter, summary: "replaces the tags of a UID", handler: UidRoutes.put),
    E(method: .get, path: "/uids/{uid}", versions: all, faults: .tagChapter, summary: "gets a UID with tags and contacts", handler: UidRoutes.get),
    E(method: .delete, path: "/uids", versions: all, faults: .tagChapter, summary: "deletes UIDs with tags and tokens", handler: UidRoutes.delete),

    E(method: .post, path: "/uids/{uid}/tag-ids", versions: all, credential: .none, summary: "adds tag IDs to a UID", handler: UidTagRoutes.add),
    E(method: .get, path: "/uids/{uid}/tag-ids", versions: all, credential: .none, summary: "gets the tag IDs of a UID", handler: UidTagRoutes.get),
    E(method: .put, path: "/uids/{uid}/tag-ids", versions: all, credential: .none, summary: "replaces the tag IDs of a UID", handler: UidTagRoutes.set),
    E(method: .delete, path: "/uids/{uid}/tag-ids", versions: all, credential: .none, summary: "removes tag IDs from a UID", handler: UidTagRoutes.remove),

    E(method: .get, path: "/statistics/token-properties", versions: until23, summary: "counts tokens by property", handler: StatisticsRoutes.tokenProperties),
    E(method: .get, path: "/statistics/token-registrations", versions: until23, summary: "counts registrations over time", handler: StatisticsRoutes.tokenRegistrations),
    E(method: .get, path: "/statistics/message-delivery-receipts", versions: until23, summary: "counts message events over time", handler: StatisticsRoutes.messageReceipts),
    E(method: .get, path: "/stats", versions: only24, summary: "gives statistics by time", handler: StatsRoutes.series),
    E(method: .get, path: "/stats/total", versions: only24, summary: "gives statistics as totals", handler: StatsRoutes.total),

    // No limit of its own: what a collector refuses, its SDK repeats for ever (contract 28).
    E(
      method: .post, path: "/message-delivery-receipts", versions: all, credential: .none, faults: .collector, bodyLimit: .max,
      summary: "reports RECEIVED or OPENED", handler: ReceiptRoutes.collect),
  ]
}
