import Testing
@testable import MockPushServer

/// Success texts (contract 2.2), suffixes (4.3) and the shape of every answer (2.1).
@Suite struct EnvelopeTests {
  @Test(arguments: zip(APIVersion.allCases, ["SUCCESS", "SUCCESS", "SUCCESS", "success", "success"]))
  func successTextFollowsTheVersion(_ version: APIVersion, _ text: String) async throws {
    try await withTestServer { server in
      var answers = [
        await server.call(.post, "/tokens", version, json: Fixture.registration()), await server.call(.get, "/tokens/a1b2?pushType=APNS", version),
        await server.call(.get, "/tokens?uid=u", version), await server.call(.get, "/tags", version), await server.call(.get, "/uids/user-7", version),
        await server.call(.get, "/uids/user-7/tag-ids", version), await server.call(.post, "/tags", version, json: ["tagName": "t"]),
      ]
      if version == .v24 { answers.append(await server.call(.get, "/tokens-by-cursor", version)) }
      for answer in answers {
        answer.succeeds()
        #expect(answer.message == text)
        #expect(answer.contentType == "application/json;charset=UTF-8")
        #expect(answer.json["header"]?.objectValue?.count == 3)
      }
      if version >= .v23 { #expect(await server.call(.delete, "/tokens/a1b2", version).message == "Success.") }
    }
  }

  @Test func exceptionsOfTheTextAreTheContracts() {
    typealias Text = Envelope.SuccessText
    #expect(APIVersion.allCases.map { Text.standard.text($0).description } == ["SUCCESS", "SUCCESS", "SUCCESS", "success", "success"])
    let exceptions = RouteTable.vendor.filter { $0.successText != .standard }.map { "\($0.path) \($0.successText.text(.v22))" }
    #expect(Set(exceptions) == [
      "/message-errors Success.", "/tokens/{token} Success.", "/reservations/{reservationId}/messages success", "/logs/message success",
      "/bulk-logs/message/count success",
    ])
  }

  static let longValues: [(String, String)] = [
    (String(repeating: "x", count: 99), String(repeating: "x", count: 99)), (String(repeating: "x", count: 100), String(repeating: "x", count: 100)),
    (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
    (String(repeating: "\u{20BB7}", count: 101), String(repeating: "\u{20BB7}", count: 100)),
    (String(repeating: "e\u{301}", count: 51), String(repeating: "e\u{301}", count: 50)),
    (String(repeating: "x", count: 99) + "e\u{301}", String(repeating: "x", count: 99) + "e"),
  ]

  @Test(arguments: longValues) func shownValuesAreCutTo100CodePoints(_ value: String, _ shown: String) async throws {
    try await withTestServer { server in
      let answer = await server.call(.post, "/tokens", json: Fixture.registration(["pushType": .string(value)]))
      answer.refuses(40001)
      #expect(Array((answer.message ?? "").utf8) == Array("Client Error. Parameter is invalid. pushType<\(shown)>".utf8))
    }
  }

  @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{2028}", "</script>", "<>",
    "a<b>"]) func shownValuesAreEscapedInJSONOnly(_ value: String) async throws {
    try await withTestServer { server in
      let answer = await server.call(.get, "/tokens/t?pushType=\(Wire.escaped(value))").refuses(40001)
      #expect(answer.message == "Client Error. Parameter is invalid. pushType<\(value)>")
      #expect(!answer.body.contains(0x0A), "no raw line feed in an answer: an Android SDK joins its lines")
    }
  }

  @Test func severalFieldsAreJoinedAndSomeCodesHaveNoSuffix() {
    var error = APIError(.tooMany, "totalCount", "10", hint: "h")
    #expect(error.message == "Client Error. It's too many. Please, change 'from' and 'to' shortly. totalCount<10>")
    error = APIError(.notFound, "messageId", "3496615188236841", hint: "h")
    #expect(error.message == "Client Error. Not found. messageId<3496615188236841>")
    error.fields.append(("b", ""))
    #expect(error.message == "Client Error. Not found. messageId<3496615188236841>, b<>")
    for code in [ResultCode.removeGuideEmpty, .contactEmpty, .notAllowed, .internalError, .tagInternalError] {
      error.code = code
      #expect(error.message == code.text.description)
    }
  }

  @Test func theTagChapterRenamesClientAndServerFaultsOnly() {
    for code in [ResultCode.invalidParameter, .invalidFormat, .empty, .limitExceeded, .notFound] {
      #expect(APIError(code, "f", "v", hint: "").inTagChapter.message == "Client Error. Occurred at a tagged API. f<v>")
    }
    for code in [ResultCode.notAllowed, .unavailableKey, .unsupportedVersion] { #expect(APIError(code, hint: "").inTagChapter.code == code) }
    #expect(APIError.internalError("x").inTagChapter.message == "Internal Error. Occurred within tagged API.")
  }

  @Test func codesAndTextsAreThePages() {
    let page: [ResultCode: (Int, String)] = [
      .invalidParameter: (40001, "Client Error. Parameter is invalid."), .invalidFormat: (40002, "Client Error. Parameter is invalid format."),
      .empty: (40003, "Client Error. Parameter is empty or null."), .limitExceeded: (40008, "Client Error. Maximum limit exceeded."),
      .alreadyCompleted: (40009, "Client Error. Already completed."), .unsupportedVersion: (40011, "Client Error. Unsupported API version."),
      .removeGuideEmpty: (40012, "Client Error. Remove guide is empty."), .contactEmpty: (40013, "Client Error. Contact is empty."),
      .contactFormat: (40014, "Client Error. Contact is invalid format([0-9-]+)'."), .notAllowed: (40101, "Client Error. Access is not allowed."),
      .unavailableKey: (40102, "Client Error. Unavailable key."), .notFound: (40401, "Client Error. Not found."),
      .certificateNotFound: (40402, "Client Error. Not found certificate."), .instanceNotFound: (40405, "Client Error. Not found instance."),
      .internalError: (50001, "Internal Error. Please report this."),
    ]
    for (code, (number, text)) in page { #expect(code.rawValue == number && code.text.description == text) }
  }

  @Test func notificationHubAndV13SayWhatTheyAre() async throws {
    let hub = "Client Error. Unsupported API version. Notification Hub is not emulated by mock-push-server"
    try await withTestServer { server in
      for (method, path) in [
        (Request.Method.post, "/address-book-sdk/v1.0/recipients/u/contacts/tokens"), (.put, "/address-book-sdk/v1.0/recipients/u/contacts/tokens/t"),
        (.get, "/address-book-sdk/v1.0/recipients/u/contacts/tokens/t?contactType=TOKEN_APNS"), (.delete, "/address-book-sdk/v1.0/contacts/tokens/t"),
        (.post, "/v1.0/PUSH/messages/1/recipient-index/0/contact-index/0/status/RECEIVED"),
      ] { await server.send(method, path, json: [:], headers: [("X-NC-APP-KEY", "APP")]).refuses(40011, hub) }
      for path in ["/push/v1.3/appkey/APP/tokens", "/push/v1.3/appkeys/APP/tokens", "/push/v1.3/", "/push/v1.3/x"] {
        await server.send(.post, path, json: [:]).refuses(40011, "Client Error. Unsupported API version. version<v1.3>")
      }
    }
  }
}
