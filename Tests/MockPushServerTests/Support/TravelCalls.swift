import PushStore
import Testing
@testable import MockPushServer

/// Travelling, and the ad opt-in guide, through our own routes.
extension TestServer {
  /// Expects success.
  @discardableResult
  func advance(by duration: String, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    await advance(["by": .string(duration)], location)
  }

  @discardableResult
  func advance(to moment: String, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    await advance(["to": .string(moment)], location)
  }

  private func advance(_ body: JSON, _ location: SourceLocation) async -> JSON {
    let answer = await send(.post, "/_mock/clock/advance", json: body, headers: [("Content-Type", "application/json")])
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
    return answer.json
  }

  /// Switches the guide on, or changes it.
  func guide(
    day: Int, time: String = "10:00", content: JSON = ["default": ["title": "T", "body": "agreed ###AD_AGREEMENT_DATE_TIME###"]], app: String = "APP",
    _ location: SourceLocation = #_sourceLocation
  ) async {
    await change(["adOptInGuide": ["day": .number(JSONNumber(day)), "time": .string(time), "content": content]], app: app, location)
  }

  /// Registers a token that agreed to ads at a moment.
  func register(_ token: String, _ type: PushType = .apns, agreedAt moment: String, app: String = "APP", _ location: SourceLocation = #_sourceLocation) async {
    await register(.device(token, type), app: app)
    await agreed(token, type, at: moment, app: app, location)
  }

  /// Edits the date of consent to ads.
  func agreed(_ token: String, _ type: PushType = .apns, at moment: String, app: String = "APP", _ location: SourceLocation = #_sourceLocation) async {
    let answer = await control(
      .patch, "/tokens/\(token)", json: ["pushType": .string(type.name), "adAgreementDateTime": .string(moment)], app: app)
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
  }
}

extension JSON {
  /// The texts of one member of what an advance says it fired.
  func fired(_ member: String) -> [String]? { self["fired"]?.arrayValue?.compactMap { $0[member]?.stringValue } }
}
