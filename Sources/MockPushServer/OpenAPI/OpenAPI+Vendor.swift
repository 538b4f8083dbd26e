/// The vendor's operations, by method and path below `/push/{version}/appkeys/{appkey}` (contract 7 to 28).
extension OpenAPIDocument {
  private typealias T = OperationText
  private typealias S = SchemaText
  private typealias Q = OperationText.Query

  static let vendorTexts: [String: OperationText] = [
    "POST /tokens": T(body: S.named("Registration")),
    "GET /tokens/{token}": T(query: [Q("pushType", S.named("PushType"), required: true)], answer: ["token": S.named("Token")]),
    "GET /tokens": T(query: [Q("uid", S.string(), required: true)], answer: ["tokens": S.array(S.named("Token"))]),
    "GET /tokens-by-cursor": T(
      query: [
        Q("cursorUid", S.string(), "With cursorToken: the last pair of the page before."), Q("cursorToken", S.string()),
        Q("limit", S.integer(1...1_000, default: 1_000)),
      ], answer: ["tokens": S.array(S.named("Token"))]),
    "DELETE /tokens/{token}": T(query: [T.pushType]),
    "GET /invalid-tokens": T(query: [T.pageIndex, T.pageSize, T.from, T.to, T.messageId], answer: ["invalidTokens": S.array(S.any)]),

    "POST /messages": T(body: S.named("MessageRequest"), answer: ["message": S.named("MessageNumber")]),
    "GET /messages": T(
      query: [
        T.pageIndex, T.pageSize, T.from, T.to, Q("deliveryType", S.choice(["INSTANT", "RESERVATION"])),
        Q("messageStatus", S.choice(MessageStatusNames.all)),
      ], answer: ["messages": S.array(S.named("Message")), "totalCount": S.integer()]),
    "GET /messages/{messageId}": T(answer: ["message": S.named("Message")]),
    "GET /message-errors": T(
      query: [
        T.messageId, Q("messageErrorType", S.choice(["CLIENT_ERROR", "EXTERNAL_ERROR", "INTERNAL_ERROR"])), Q("messageErrorCause", S.string()),
        T.from, T.to, T.limit100, T.pageNumber,
      ], answer: ["messageErrors": S.array(S.any)]),
    "GET /logs/message": T(
      query: [T.messageId, Q("uid", S.string()), Q("token", S.string()), T.pushType, T.from, T.to, T.limit100, T.pageNumber],
      answer: ["data": S.object(["count": S.integer(), "logs": S.array(S.any)])]),
    "GET /bulk-logs/message/count": T(
      query: [T.from, T.to, T.messageId, T.pushType, Q("sendResult", S.choice(["SENT", "SENT_FAILED"]))],
      answer: ["data": S.object(["count": S.integer()])]),
    "GET /bulk-logs/message": T(
      query: [T.from, T.to, T.messageId, T.pushType, Q("sendResult", S.choice(["SENT", "SENT_FAILED"]))], contentType: "application/stream+json"),

    "POST /schedules": T(
      body: S.object(
        [
          "type": S.choice(["EVERY_DAY", "EVERY_WEEK", "EVERY_MONTH"]), "fromDate": S.string(example: "2026-03-02"),
          "toDate": S.string(example: "2026-03-15"), "times": S.array(S.string(example: "18:00")),
          "days": S.array(S.integer(1...31), "EVERY_MONTH"), "daysOfWeek": S.array(S.string(example: "MONDAY"), "EVERY_WEEK"),
        ], required: ["type", "fromDate", "toDate", "times"]),
      answer: ["schedules": S.array(S.string(example: "2026-03-02T18:00"))]),
    "POST /reservations": T(body: S.named("ReservationRequest"), answer: ["reservation": S.any]),
    "GET /reservations": T(
      query: [
        T.pageIndex, T.pageSize, T.from, T.to, Q("deliveryFrom", S.moment, "v2.4"), Q("deliveryTo", S.moment, "v2.4"),
        Q("reservationStatus", S.choice(["RESERVED", "COMPLETE", "COMPLETED", "CANCEL"])),
      ], answer: ["reservations": S.array(S.named("Reservation")), "totalCount": S.integer()]),
    "GET /reservations/{reservationId}": T(answer: ["reservation": S.named("Reservation")]),
    "GET /reservations/{reservationId}/messages": T(
      query: [T.pageIndex, T.pageSize], answer: ["messages": S.array(S.named("Message")), "totalCount": S.integer()]),
    "PUT /reservations/{reservationId}": T(body: S.named("ReservationRequest")),
    "DELETE /reservations": T(query: [Q("reservationIds", S.string(example: "4500000000000001,4500000000000002"), required: true)]),

    "POST /tags": T(body: S.object(["tagName": S.string(max: 255)], required: ["tagName"]), answer: ["tag": S.object(["tagId": S.string()])]),
    "GET /tags": T(query: [Q("tagName", S.string(), "Exact.")], answer: ["tags": S.array(S.named("Tag"))]),
    "GET /tags/{tagId}": T(answer: ["tag": S.named("Tag")]),
    "PUT /tags/{tagId}": T(body: S.object(["tagName": S.string(max: 255)], required: ["tagName"])),
    "DELETE /tags/{tagId}": T(),
    "POST /tags/{tagId}/uids": T(body: S.object(["uids": S.array(S.string(max: 64), "At most 16.")], required: ["uids"])),
    "GET /tags/{tagId}/uids": T(
      query: [Q("offsetUid", S.string(), "Strictly after it."), Q("limit", S.integer(1...1_000, default: 100))], answer: ["uids": S.array(S.named("Uid"))]),
    "DELETE /tags/{tagId}/uids": T(query: [Q("uids", S.string("Separated by commas."), required: true)]),
    "POST /uids": T(
      body: S.object(["uid": S.string(max: 64), "tagIds": S.array(S.string(), "Replaces the UID's tags; at most 16.")], required: ["uid", "tagIds"])),
    "GET /uids/{uid}": T(answer: ["uid": S.named("Uid")]),
    "DELETE /uids": T(query: [Q("uids", S.string("Separated by commas."), required: true)]),

    "POST /uids/{uid}/tag-ids": T(body: S.named("TagIds")),
    "GET /uids/{uid}/tag-ids": T(answer: ["tagIds": S.array(S.string())]),
    "PUT /uids/{uid}/tag-ids": T(body: S.named("TagIds")),
    "DELETE /uids/{uid}/tag-ids": T(query: [Q("tagIds", S.string("Separated by commas."), required: true)]),

    "GET /statistics/token-properties": T(
      query: [T.from, T.to, Q("tokenProperties", S.string(example: "agreement,country,language,timezoneId"))],
      answer: ["tokenPropertiesStatistics": S.array(S.any)]),
    "GET /statistics/token-registrations": T(query: [T.from, T.to], answer: ["tokenRegistrationStatistics": S.array(S.any)]),
    "GET /statistics/message-delivery-receipts": T(
      query: [
        T.from, T.to, Q("event", S.choice(["SENT", "SENT_FAILED", "RECEIVED", "OPENED"])), Q("timeUnit", S.choice(["MINUTES", "HOURS", "DAYS"])),
        T.messageId,
      ], answer: ["messageDeliveryReceiptStatistics": S.array(S.any)]),
    "GET /stats": T(query: statistics, answer: ["stats": S.array(S.any)]),
    "GET /stats/total": T(
      query: statistics + [Q("statsCriteria", S.string("EVENT, EXTRA_1, EXTRA_2, EXTRA_3, TEMPLATE_ID, separated by commas."))], answer: ["total": S.any]),

    "POST /message-delivery-receipts": T(
      body: S.object(
        ["event": S.choice(["RECEIVED", "OPENED"]), "eventDateTime": S.moment, "messageDeliveryReceiptData": S.any],
        required: ["event", "eventDateTime", "messageDeliveryReceiptData"])),
  ]

  private static let statistics: [OperationText.Query] = [
    Q("eventCategory", S.choice(StatsQuery.Category.allCases.map(\.rawValue)), required: true),
    Q("statisticsType", S.choice(["NORMAL", "MINUTELY", "HOURLY", "DAILY", "BY_DAY"])), Q("timeUnit", S.choice(["MINUTES", "HOURS", "DAYS"])),
    T.from, T.to, Q("extra1s", S.string("Push types, separated by commas.")), T.messageId, Q("statsIds", S.string("Separated by commas.")),
  ]
}
