/// The routes behind the pages of a console: an app's tokens, tags, UIDs, reservations and statistics. Paths are below `/_mock`.
extension RouteTable {
  private typealias C = ControlEndpoint

  static let console: [ControlEndpoint] = [
    C(method: .get, path: "/overview", handler: OverviewRoutes.overview),
    C(method: .get, path: "/apps/{appkey}/summary", handler: OverviewRoutes.summary),

    C(method: .get, path: "/apps/{appkey}/tokens", handler: TokenListRoutes.list),
    C(method: .post, path: "/apps/{appkey}/tokens", handler: TokenListRoutes.register),
    C(method: .get, path: "/apps/{appkey}/tokens/{token}", handler: TokenListRoutes.get),
    C(method: .delete, path: "/apps/{appkey}/tokens/{token}", handler: TokenListRoutes.delete),
    vendor(.get, "/invalid-tokens", query: ["pageIndex", "pageSize", "from", "to", "messageId"], InvalidTokenRoutes.list),

    C(method: .get, path: "/apps/{appkey}/tags", handler: TagListRoutes.tags),
    vendor(.post, "/tags", keys: ["tagName"], TagRoutes.create),
    vendor(.get, "/tags/{tagId}", TagRoutes.get),
    vendor(.put, "/tags/{tagId}", keys: ["tagName"], TagRoutes.rename),
    vendor(.delete, "/tags/{tagId}", TagRoutes.delete),
    vendor(.get, "/tags/{tagId}/uids", query: ["offsetUid", "limit"], TagRoutes.uids),
    vendor(.post, "/tags/{tagId}/uids", keys: ["uids"], TagRoutes.attach),
    vendor(.delete, "/tags/{tagId}/uids", query: ["uids"], TagRoutes.detach),
    C(method: .get, path: "/apps/{appkey}/uids", handler: TagListRoutes.uids),
    vendor(.post, "/uids", keys: ["uid", "tagIds"], UidRoutes.put),
    C(method: .get, path: "/apps/{appkey}/uids/{uid}", handler: TagListRoutes.uid),
    C(method: .delete, path: "/apps/{appkey}/uids/{uid}", handler: TagListRoutes.deleteUid),

    C(method: .get, path: "/apps/{appkey}/reservations", handler: ReservationListRoutes.list),
    vendor(.get, "/reservations/{reservationId}", ReservationRoutes.get),
    vendor(.get, "/reservations/{reservationId}/messages", query: ["pageIndex", "pageSize"], ReservationRoutes.messages),
    vendor(.put, "/reservations/{reservationId}", keys: ReservationBody.keys, bodyLimit: messageLimit, ReservationRoutes.replace),
    vendor(.delete, "/reservations/{reservationId}", ReservationRoutes.deleteOne),
    vendor(.post, "/schedules", keys: ["type", "fromDate", "toDate", "times", "days", "daysOfWeek"], ScheduleRoutes.generate),

    C(method: .post, path: "/apps/{appkey}/preview", bodyLimit: messageLimit, handler: PreviewRoutes.preview),

    vendor(.get, "/stats", query: StatsQuery.names, StatsRoutes.series),
    vendor(.get, "/stats/total", query: StatsQuery.names + ["statsCriteria"], StatsRoutes.total),
    vendor(.get, "/statistics/token-properties", query: ["from", "to", "tokenProperties"], StatisticsRoutes.tokenProperties),
  ]

  /// An endpoint of the vendor, without credential.
  private static func vendor(
    _ method: Request.Method, _ path: String, query: [String] = [], keys: [String]? = nil, bodyLimit: Int = 1024 * 1024,
    _ handler: @escaping Endpoint.Handler
  ) -> ControlEndpoint {
    let call = VendorCall(method, path, query: query, keys: keys, handler)
    return C(method: method, path: PathTemplate(stringLiteral: "/apps/{appkey}" + path), bodyLimit: bodyLimit, handler: call.respond)
  }
}
