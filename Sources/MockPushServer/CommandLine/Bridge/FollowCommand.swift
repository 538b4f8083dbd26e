import PushStore

/// `follow`: prints deliveries as they happen, and runs a command for each.
struct FollowCommand: Invocation, Equatable {
  var options: FollowOptions
  /// For `sh -c`, once per delivery.
  var program: String?
  var isJSON: Bool

  static let groups = FollowOptions.groups + [
    OptionGroup<FollowDraft>(
      title: "What to do",
      options: [
        .value(
          "push-type", PushType.allCases.map(\.name).joined(separator: "|"), \.pushType, default: nil, parse: FollowOptions.pushType,
          help: "Only deliveries to tokens of this push type."),
        .value(
          "exec", "COMMAND", \.program, default: nil, parse: FollowOptions.text,
          help: """
            Shell command to run for each delivery, one at a time: the payload (JSON) is its standard input, empty where nothing was rendered, \
            and MOCK_PUSH_APP, _UID, _TOKEN, _PUSH_TYPE, _MESSAGE_ID, _OUTCOME and _REASON tell the rest.
            """),
        .toggle("json", \.isJSON, help: "Print each delivery as one line of JSON, with all that the server tells."),
      ])
  ]

  func run() async -> Int32 {
    let stop = StopSignal.install()
    return DeliveryFollower(options: options, stop: stop).run { delivery in
      guard writeLine(isJSON ? delivery.json.compactText : delivery.line) else { return .end }
      if let program { Self.run(program, delivery, stop) }
      return .done
    }
  }

  /// ruling: a command need not read the payload, so that one which only counts or beeps is no failure.
  private static func run(_ program: String, _ delivery: FollowedDelivery, _ stop: StopSignal) {
    let environment = ProcessEnvironment.current.merging(variables(delivery)) { $1 }
    let child = ChildProcess(arguments: ["/bin/sh", "-c", program], environment: environment, input: delivery.payload, stop: stop)
    do throws(ChildProcess.Fault) {
      let ending = try child.run()
      if ending.code != 0, !stop.isSet { printError("The command \(ending.sentencePart) for \(delivery.name).") }
    } catch {
      printError("The command could not be started for \(delivery.name): \(error.reason).")
    }
  }

  static func variables(_ delivery: FollowedDelivery) -> [String: String] {
    [
      "MOCK_PUSH_APP": delivery.app, "MOCK_PUSH_UID": delivery.uid, "MOCK_PUSH_TOKEN": delivery.token, "MOCK_PUSH_PUSH_TYPE": delivery.pushType,
      "MOCK_PUSH_MESSAGE_ID": delivery.messageId, "MOCK_PUSH_OUTCOME": delivery.outcome, "MOCK_PUSH_REASON": delivery.reason,
    ]
  }
}

extension Command {
  static let follow = Command(
    name: "follow", summary: "Print deliveries as they happen, and run a command for each.",
    explanation: """
      Prints the deliveries of a running server as they happen: when, app, uid, token, push type, what became of it and why, title and body. \
      When the server restarts it connects again, and says what it may have missed.
      """,
    sections: FollowCommand.groups.map { $0.section() }, exitCodes: FollowOptions.exitCodes
  ) { given, resolver throws(UsageError) in
    let draft = try FollowDraft(FollowCommand.groups, given)
    return FollowCommand(options: try FollowOptions(draft, resolver, of: "follow"), program: draft.program, isJSON: draft.isJSON)
  }
}
