import PushStore

/// Whose deliveries a command of the bridge takes, and from where.
struct FollowOptions: Sendable, Equatable {
  var address: HealthAddress
  var app: String?
  var uid: String?
  var token: String?
  var pushType: PushType?
  /// Sent as a bearer token.
  var adminToken: String?
  /// After how many deliveries the command ends; nil for never.
  var count: Int?

  /// What the three commands share.
  static let groups = [
    OptionGroup<FollowDraft>(
      title: "Deliveries",
      options: [
        .value("app", "KEY", \.app, default: nil, parse: text, help: "Only those of this app."),
        .value("uid", "UID", \.uid, default: nil, parse: text, help: "Only those for this uid."),
        .value("token", "TOKEN", \.token, default: nil, parse: text, help: "Only those for this device token, in full."),
        .value("count", "N", \.count, shape: .number, default: nil, parse: number, help: "End after so many deliveries; for scripts."),
      ]),
    OptionGroup<FollowDraft>(
      title: "Server",
      options: [
        .value(
          "url", "URL", \.address, default: nil, parse: HealthAddress.parse,
          help: "Address of the server, plain http; without it, where `serve` would listen with the same environment."),
        .value(
          "admin-token", "TOKEN", \.adminToken, default: nil, parse: OptionText.adminToken,
          help: "Admin token of the server. The variable \(ServerAddress.adminVariable) does the same, unseen by the machine's other users."),
      ]),
  ]

  static let exitCodes = [
    Command.ExitCode(code: 0, meaning: "It was ended by SIGINT or SIGTERM, or after the deliveries of --count."),
    Command.ExitCode(code: 1, meaning: "It could not begin, the server refuses, or its output cannot be written any more."),
  ]

  static func text(_ text: String) throws(ValueFault) -> String {
    guard !text.isEmpty else { throw ValueFault(rule: "leave the option out for all of them") }
    return text
  }

  static func pushType(_ text: String) throws(ValueFault) -> PushType {
    guard let type = PushType(name: text) else {
      throw ValueFault(rule: "it is one of \(PushType.allCases.map { "`\($0.name)`" }.joined(separator: ", "))")
    }
    return type
  }

  /// What another program takes as its argument: an option of its own it must not be.
  static func argument(_ text: String) throws(ValueFault) -> String {
    guard !text.isEmpty, !text.hasPrefix("-"), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw ValueFault(rule: "it is a name on one line that does not start with a dash")
    }
    return text
  }

  private static func number(_ text: String) throws(ValueFault) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else {
      throw ValueFault(rule: "it is a number of deliveries from 1")
    }
    return number
  }
}

extension FollowOptions {
  /// The environment, and a configuration file that it names, only count for the address when none is given.
  init(_ draft: FollowDraft, _ resolver: ServeResolver, of command: String) throws(UsageError) {
    let server = try ServerAddress(draft.address, adminToken: draft.adminToken, resolver, of: command)
    (address, adminToken) = (server.address, server.adminToken)
    (app, uid, token, pushType, count) = (draft.app, draft.uid, draft.token, draft.pushType, draft.count)
  }
}

/// Every option of the three commands; each has its own part of them.
struct FollowDraft: Sendable {
  var address: HealthAddress?
  var app: String?
  var uid: String?
  var token: String?
  var pushType: PushType?
  var adminToken: String?
  var count: Int?
  var program: String?
  var isJSON = false
  var target: String?
  var device = "booted"
  var serial: String?

  init(_ groups: [OptionGroup<FollowDraft>], _ given: OptionScanner.Given) throws(UsageError) {
    for group in groups { try group.apply(given, to: &self) }
  }
}
