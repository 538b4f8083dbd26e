import PushStore

enum MessageStatusNames {
  static let all = MessageStatus.allCases.map(\.name)
}

/// Schemas that several operations share.
extension OpenAPIDocument {
  private typealias S = SchemaText

  static let schemas: JSONObject = {
    var all = sharedSchemas
    for (name, schema) in seedSchemas.members { all[name] = schema }
    return all
  }()

  private static let sharedSchemas: JSONObject = [
    "Header": S.object(
      ["isSuccessful": S.bool, "resultCode": S.integer(description: "0, or the vendor's error code"), "resultMessage": S.string()],
      required: ["isSuccessful", "resultCode", "resultMessage"]),
    "Failure": S.object(["error": S.string("One sentence that says how to mend it.")], required: ["error"]),
    "PushType": S.choice(
      ["FCM", "GCM", "APNS", "APNS_SANDBOX", "APNS_VOIP", "APNS_SANDBOXVOIP", "TENCENT", "ADM"], "FCM from v2.3 on, GCM before."),
    "Registration": S.object(
      [
        "token": S.string(max: RegistrationBody.tokenLimit), "oldToken": S.string("Replaced by token.", max: RegistrationBody.tokenLimit),
        "pushType": S.named("PushType"), "isNotificationAgreement": S.bool, "isAdAgreement": S.bool, "isNightAdAgreement": S.bool,
        "timezoneId": S.string(example: "Asia/Seoul"), "country": S.string(max: 3, example: "KR"), "language": S.string(max: 16, example: "ko"),
        "uid": S.string(max: 64), "deviceId": S.string("Required from v2.3 on.", max: 36),
      ],
      required: [
        "token", "pushType", "isNotificationAgreement", "isAdAgreement", "isNightAdAgreement", "timezoneId", "country", "language", "uid",
      ]),
    "Token": S.object([
      "token": S.string(), "pushType": S.named("PushType"), "uid": S.string(), "deviceId": S.string(), "isNotificationAgreement": S.bool,
      "isAdAgreement": S.bool, "isNightAdAgreement": S.bool, "timezoneId": S.string(), "country": S.string(), "language": S.string(),
      "activatedDateTime": S.moment, "updatedDateTime": S.moment, "updateDateTime": S.moment, "adAgreementDateTime": S.moment,
      "nightAdAgreementDateTime": S.moment,
    ]),
    "MessageRequest": S.object(messageMembers, required: ["target", "content", "messageType"]),
    "ReservationRequest": S.object(
      reservationMembers, required: ["schedules", "isLocalTime", "target", "content", "messageType"]),
    "MessageNumber": S.object(["messageId": S.integer(), "messageIdString": S.string()]),
    "Message": S.object([
      "messageId": S.integer(), "messageIdString": S.string(), "target": S.any, "content": S.map(S.any), "messageType": S.choice(["NOTIFICATION", "AD"]),
      "contact": S.string(), "removeGuide": S.string(), "timeToLiveMinute": S.integer(), "createdDateTime": S.moment, "completedDateTime": S.moment,
      "targetCount": S.integer(), "sentCount": S.integer(), "messageStatus": S.choice(MessageStatusNames.all), "provisionedResourceId": S.string(),
    ]),
    "Reservation": S.object([
      "reservationId": S.integer(), "reservationIdString": S.string(),
      "schedules": S.array(
        S.object([
          "scheduleId": S.integer(), "scheduleIdString": S.string(), "reservationId": S.integer(), "reservationIdString": S.string(),
          "deliveryDateTime": S.moment, "timezoneOffset": S.integer(description: "Minutes east of UTC; 0 when not local."),
          "scheduleStatus": S.choice(["READY", "SENDING", "DONE", "CANCELED"]),
        ])),
      "isLocalTime": S.bool, "target": S.any, "content": S.map(S.any), "messageType": S.choice(["NOTIFICATION", "AD"]), "contact": S.string(),
      "removeGuide": S.string(), "timeToLiveMinute": S.integer(), "createdDateTime": S.moment, "updatedDateTime": S.moment,
      "completedDateTime": S.moment, "reservationStatus": S.choice(["RESERVED", "COMPLETED", "CANCEL"]),
    ]),
    "Tag": S.object(["tagId": S.string(), "tagName": S.string(), "createdDateTime": S.moment, "updatedDateTime": S.moment]),
    "Uid": S.object([
      "uid": S.string(), "tags": S.array(S.named("Tag")),
      "contacts": S.array(S.object(["contactType": S.string(), "contact": S.string(), "createdDateTime": S.moment])),
    ]),
    "TagIds": S.object(["tagIds": S.array(S.string(), "At most 16.")], required: ["tagIds"]),
  ]

  static let messageMembers: JSONObject = [
    "target": S.object(
      [
        "type": S.choice(["ALL", "UID", "TAG"]), "to": S.array(S.string(), "UIDs, or a tag expression."),
        "pushTypes": S.array(S.named("PushType")), "countries": S.array(S.string(max: 3)),
      ], required: ["type"]),
    "content": S.map(S.any, "By language; `default` is required. At most 8192 characters."), "messageType": S.choice(["NOTIFICATION", "AD"]),
    "contact": S.string("Required for AD: digits and hyphens."), "removeGuide": S.string("Required for AD."),
    "timeToLiveMinute": S.integer(1...60, default: 10), "provisionedResourceId": S.string(), "adWordPosition": S.choice(["TITLE", "BODY"]),
    "statsId": S.string("v2.4"),
  ]

  private static let reservationMembers: JSONObject = {
    var members: JSONObject = ["schedules": S.array(S.string(example: "2026-03-02T18:00")), "isLocalTime": S.bool]
    for (key, value) in messageMembers.members { members[key] = value }
    return members
  }()
}
