import PushStore

/// The operations behind a console's pages.
extension OpenAPIDocument {
  private typealias T = OperationText
  private typealias S = SchemaText
  private typealias Q = OperationText.Query

  static let consoleTexts: [String: ControlText] = [overviewTexts, tokenTexts, tagTexts, reservationTexts, statisticsTexts]
    .reduce(into: [:]) { $0.merge($1) { $1 } }

  private static let limit = Q("limit", S.integer(1...200, default: 50))
  private static let after = Q("after", S.string(), "The next of the page before, as it came.")
  private static let uidPage: [Q] = [
    Q("offsetUid", S.string(), "The last uid of the page before."), Q("limit", S.integer(1...1_000, default: 100)),
  ]
  private static let counts = S.map(S.integer())
  private static let next = S.string("What after takes for the next page; null at the end. A page that has it may be shorter than its limit, even empty.")

  private static let overviewTexts: [String: ControlText] = [
    "GET /overview": ControlText(
      "tells in one cheap answer what a page shows all the time: version, clock, faults, journal, and the first 200 apps with their counts",
      T(answer: [
        "version": S.string(), "startedDateTime": S.moment, "uptimeSeconds": S.integer(),
        "clock": S.object(["now": S.moment, "mode": S.choice(["frozen", "running"]), "aheadMilliseconds": S.integer(description: "Of the machine's clock.")]),
        "activeFaultCount": S.integer(), "faultHitCount": S.integer(), "isJournalOn": S.bool, "journalEntryCount": S.integer(),
        "pendingMessageCount": S.integer(), "isOpen": S.bool, "appCount": S.integer(),
        "apps": S.array(
          S.object(["appkey": S.string(), "isConfigured": S.bool, "isAvailable": S.bool, "tokenCount": S.integer(), "uidCount": S.integer()])),
      ])),
    "GET /metrics": ControlText(
      "gives metrics in Prometheus' text format 0.0.4", T(contentType: PrometheusText.contentType.description)),
    "GET /apps/{appkey}/summary": ControlText(
      "counts what an app has: tokens by push type and agreement, uids, tags, messages, reservations; and its newest message",
      T(answer: [
        "appkey": S.string(), "tokens": S.object(["totalCount": S.integer(), "pushTypes": counts, "agreements": counts]), "uidCount": S.integer(),
        "tagCount": S.integer(), "messageCount": S.integer(), "pendingMessageCount": S.integer(), "reservationCount": S.integer(),
        "reservedCount": S.integer(), "nextDeliveryDateTime": S.moment, "lastMessage": S.any,
      ])),
    "POST /apps/{appkey}/preview": ControlText(
      "renders a message for each push type and each language that makes a difference, without looking at tokens",
      T(
        body: S.named("MessageRequest"),
        answer: [
          "renderings": S.array(
            S.object([
              "pushType": S.named("PushType"), "contentLanguage": S.string("The key of content that is used."),
              "languages": S.array(S.string(), "Languages of tokens that get this one."), "addsAdvertisementText": S.bool, "isInvalidMessage": S.bool,
              "byteCount": S.integer(), "byteLimit": S.integer(), "payload": S.any, "appView": S.any, "warnings": S.array(S.any),
            ])),
          "isComplete": S.bool,
        ])),
  ]

  private static let tokenTexts: [String: ControlText] = [
    "GET /apps/{appkey}/tokens": ControlText(
      "lists and searches tokens, newest first; with a prefix by uid, then by token",
      T(
        query: [
          Q("prefix", S.string(), "How the token or the uid begins."), Q("uid", S.string()), T.pushType, Q("notification", S.bool), Q("ad", S.bool),
          Q("nightAd", S.bool), Q("country", S.string(), "In whatever case."), Q("language", S.string(), "In whatever case; ko means ko-KR as well."),
          Q("tag", S.string(), "A tagId."), limit, after,
        ],
        answer: [
          "tokens": S.array(S.named("Token")), "next": next, "scanned": S.integer(description: "About how many rows were read; a page ends at 30000."),
          "totalCount": S.integer(description: "Only without filters, or with pushType alone."),
        ])),
    "POST /apps/{appkey}/tokens": ControlText(
      "registers a token as an SDK does", T(body: S.named("Registration"), answer: ["token": S.named("Token")])),
    "GET /apps/{appkey}/tokens/{token}": ControlText(
      "shows a token's registrations with dates, consent and the tags of the uid", T(query: [T.pushType], answer: ["tokens": S.array(S.named("Token"))])),
    "DELETE /apps/{appkey}/tokens/{token}": ControlText(
      "unregisters a token, in one push type or all", T(query: [T.pushType], answer: ["removed": S.integer()])),
    "GET /apps/{appkey}/invalid-tokens": ControlText(
      "lists tokens that a provider called invalid",
      T(query: [T.pageIndex, T.pageSize, T.from, T.to, T.messageId], answer: ["invalidTokens": S.array(S.any)])),
  ]

  private static let tagTexts: [String: ControlText] = [
    "GET /apps/{appkey}/tags": ControlText(
      "lists tags by name, with how many UIDs each has",
      T(query: [Q("prefix", S.string()), limit, after], answer: ["tags": S.array(S.named("Tag")), "next": next, "totalCount": S.integer()])),
    "POST /apps/{appkey}/tags": ControlText("makes a tag", T(body: S.object(["tagName": S.string(max: 255)]), answer: ["tag": S.object(["tagId": S.string()])])),
    "GET /apps/{appkey}/tags/{tagId}": ControlText("shows a tag", T(answer: ["tag": S.named("Tag")])),
    "PUT /apps/{appkey}/tags/{tagId}": ControlText("renames a tag", T(body: S.object(["tagName": S.string(max: 255)]))),
    "DELETE /apps/{appkey}/tags/{tagId}": ControlText("deletes a tag"),
    "GET /apps/{appkey}/tags/{tagId}/uids": ControlText("lists UIDs that have a tag", T(query: uidPage, answer: ["uids": S.array(S.named("Uid"))])),
    "POST /apps/{appkey}/tags/{tagId}/uids": ControlText("attaches a tag to UIDs", T(body: S.object(["uids": S.array(S.string(), "At most 16.")]))),
    "DELETE /apps/{appkey}/tags/{tagId}/uids": ControlText(
      "detaches a tag from UIDs", T(query: [Q("uids", S.string(), required: true, "A comma list.")])),
    "GET /apps/{appkey}/uids": ControlText(
      "lists UIDs by name",
      T(
        query: [Q("prefix", S.string()), limit, after],
        answer: [
          "uids": S.array(S.object(["uid": S.string(), "tokenCount": S.integer(0...1_000, description: "1000 may be more."), "tagCount": S.integer()])),
          "next": next, "totalCount": S.integer(),
        ])),
    "POST /apps/{appkey}/uids": ControlText(
      "replaces the tags of a UID", T(body: S.object(["uid": S.string(max: 64), "tagIds": S.array(S.string(), "At most 16.")]))),
    "GET /apps/{appkey}/uids/{uid}": ControlText(
      "shows a UID with its tags, contacts and tokens", T(answer: ["uid": S.named("Uid"), "tokens": S.array(S.named("Token"))])),
    "DELETE /apps/{appkey}/uids/{uid}": ControlText("deletes a UID with its tags and tokens", T(answer: ["removedTokens": S.integer()])),
  ]

  private static let reservationTexts: [String: ControlText] = [
    "GET /apps/{appkey}/reservations": ControlText(
      "lists reservations, newest first, with when each sends next",
      T(
        query: [T.pageIndex, T.pageSize, Q("status", S.choice(ReservationStatus.allCases.map(\.name)))],
        answer: ["reservations": S.array(S.named("Reservation")), "totalCount": S.integer()])),
    "GET /apps/{appkey}/reservations/{reservationId}": ControlText(
      "shows a reservation with its schedules", T(answer: ["reservation": S.named("Reservation")])),
    "GET /apps/{appkey}/reservations/{reservationId}/messages": ControlText(
      "lists the messages that a reservation made",
      T(query: [T.pageIndex, T.pageSize], answer: ["messages": S.array(S.named("Message")), "totalCount": S.integer()])),
    "PUT /apps/{appkey}/reservations/{reservationId}": ControlText("replaces a reservation", T(body: S.named("ReservationRequest"))),
    "DELETE /apps/{appkey}/reservations/{reservationId}": ControlText("deletes a reservation, or cancels what is left of it"),
    "POST /apps/{appkey}/schedules": ControlText(
      "calculates delivery times for a reservation",
      T(
        body: S.object([
          "type": S.choice(["EVERY_DAY", "EVERY_WEEK", "EVERY_MONTH"]), "fromDate": S.string(example: "2026-03-02"),
          "toDate": S.string(example: "2026-03-31"), "times": S.array(S.string(example: "09:15")), "days": S.array(S.integer(1...31)),
          "daysOfWeek": S.array(S.string(example: "MONDAY")),
        ]), answer: ["schedules": S.array(S.string(example: "2026-03-02T09:15"))])),
  ]

  private static let statistics: [Q] = [
    Q("eventCategory", S.choice(StatsQuery.Category.allCases.map(\.rawValue)), required: true),
    Q("statisticsType", S.choice(["NORMAL", "MINUTELY", "HOURLY", "DAILY", "BY_DAY"])), Q("timeUnit", S.choice(TimeUnitName.allCases.map(\.rawValue))),
    T.from, T.to, Q("extra1s", S.string(), "Push types, a comma list."), T.messageId, Q("statsIds", S.string(), "A comma list."),
  ]

  private static let statisticsTexts: [String: ControlText] = [
    "GET /apps/{appkey}/stats": ControlText("gives statistics by time, as the vendor's v2.4", T(query: statistics, answer: ["stats": S.array(S.any)])),
    "GET /apps/{appkey}/stats/total": ControlText(
      "gives statistics as totals, as the vendor's v2.4",
      T(
        query: statistics + [Q("statsCriteria", S.string(), "A comma list of EVENT, EXTRA_1 (push type), EXTRA_2 (cause), EXTRA_3, TEMPLATE_ID.")],
        answer: ["total": S.any])),
    "GET /apps/{appkey}/statistics/token-properties": ControlText(
      "counts tokens by agreement, country, language and time zone over time, as the vendor's v2.3",
      T(
        query: [T.from, T.to, Q("tokenProperties", S.string(), "A comma list of agreement, country, language, timezoneId; all without it.")],
        answer: ["tokenPropertiesStatistics": S.array(S.any)])),
  ]
}
