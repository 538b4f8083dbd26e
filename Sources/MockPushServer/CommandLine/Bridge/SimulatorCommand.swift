/// `simulator`: hands deliveries for Apple devices to an iOS simulator on this Mac.
struct SimulatorCommand: Invocation, Equatable {
  var options: FollowOptions
  /// A simulator's identifier or name, or `booted`.
  var device: String
  var bundleId: String

  /// Of `simctl push` (`xcrun simctl help push`).
  static let payloadLimit = 4_096

  static let groups = [
    OptionGroup<FollowDraft>(
      title: "Simulator",
      options: [
        .value("bundle-id", "ID", \.target, default: nil, parse: FollowOptions.argument, help: "Bundle identifier of the app; needed."),
        .value(
          "device", "DEVICE", \.device, default: "booted", parse: FollowOptions.argument,
          help: "Identifier or name of the simulator, as `xcrun simctl list` shows it."),
      ])
  ] + FollowOptions.groups

  func run() async -> Int32 {
    let stop = StopSignal.install()
    if let problem = Self.problem(stop) {
      if stop.isSet { return 0 }
      printError(problem)
      return 1
    }
    return DeliveryFollower(options: options, filters: [("outcome", "SENT")], stop: stop).run { push($0, stop) }
  }

  /// Why nothing can be pushed on this machine.
  private static func problem(_ stop: StopSignal) -> String? {
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(arguments: ["xcrun", "--find", "simctl"], keepsOutput: true, stop: stop).run()
      if ending.code == 0 { return nil }
      return "xcrun does not find simctl, which comes with Xcode; install Xcode and choose it with `xcode-select`. It says: \(ending.output)"
    } catch {
      return "xcrun cannot be started (\(error.reason)). Simulators need a Mac with Xcode; `follow --exec` works anywhere."
    }
  }

  private func push(_ delivery: FollowedDelivery, _ stop: StopSignal) -> DeliveryFollower.Handling {
    switch delivery.pushType {
    case "APNS", "APNS_SANDBOX": break
    case "APNS_VOIP", "APNS_SANDBOXVOIP":
      printError("A simulator takes no VoIP pushes, so this one was left out: \(delivery.name).")
      return .passedOver
    default: return .passedOver
    }
    let payload = delivery.payload
    guard payload.count <= Self.payloadLimit else {
      printError("simctl takes at most \(Self.payloadLimit) bytes, and the payload has \(payload.count): \(delivery.name).")
      return .done
    }
    do throws(ChildProcess.Fault) {
      let arguments = ["xcrun", "simctl", "push", device, bundleId, "-"]
      let ending = try ChildProcess(arguments: arguments, input: payload, keepsOutput: true, stop: stop).run()
      if ending.code == 0, ending.hasReadInput { return writeLine(delivery.line) ? .done : .end }
      if stop.isSet { return .end }
      let cause = ending.code == 0 ? "did not read the payload" : ending.sentencePart
      printError("simctl push \(cause) for \(delivery.name). It says: \(ending.output)")
    } catch {
      printError("xcrun could not be started for \(delivery.name): \(error.reason).")
    }
    return .done
  }
}

extension Command {
  static let simulator = Command(
    name: "simulator", summary: "Hand deliveries to an app in an iOS simulator.",
    explanation: """
      Hands what a running server delivers to APNS and APNS_SANDBOX tokens to an app in an iOS simulator on this Mac, with `xcrun simctl push`. \
      VoIP pushes and payloads over \(SimulatorCommand.payloadLimit) bytes are not possible there; it says which ones those are.
      """,
    sections: SimulatorCommand.groups.map { $0.section() }, exitCodes: FollowOptions.exitCodes
  ) { given, resolver throws(UsageError) in
    let draft = try FollowDraft(SimulatorCommand.groups, given)
    guard let bundleId = draft.target else { throw UsageError("`simulator` needs the app's bundle identifier: `--bundle-id com.example.app`.") }
    return SimulatorCommand(options: try FollowOptions(draft, resolver, of: "simulator"), device: draft.device, bundleId: bundleId)
  }
}
