/// `emulator`: hands FCM deliveries to an app in an Android emulator.
struct EmulatorCommand: Invocation, Equatable {
  var options: FollowOptions
  /// The device's serial number for adb; nil where there is only one.
  var serial: String?
  /// The app's application ID.
  var package: String

  static let groups = [
    OptionGroup<FollowDraft>(
      title: "Emulator",
      options: [
        .value("package", "ID", \.target, default: nil, parse: FollowOptions.argument, help: "Application ID of the app; needed."),
        .value(
          "serial", "SERIAL", \.serial, default: nil, parse: FollowOptions.argument,
          help: "Serial number of the emulator, as `adb devices` shows it; needed where there are several."),
      ])
  ] + FollowOptions.groups

  func run() async -> Int32 {
    let stop = StopSignal.install()
    if let problem = rootProblem(stop) {
      if stop.isSet { return 0 }
      printError(problem)
      return 1
    }
    return DeliveryFollower(options: options, filters: [("outcome", "SENT"), ("pushType", "FCM")], stop: stop).run { broadcast($0, stop) }
  }

  /// Firebase's receiver takes messages only from who holds com.google.android.c2dm.permission.SEND: Google Play services, or root.
  private func rootProblem(_ stop: StopSignal) -> String? {
    do throws(ChildProcess.Fault) {
      let root = try adb(["root"], stop)
      // adbd starts anew as root.
      if root.code == 0, try adb(["wait-for-device"], stop).code == 0, try adb(["shell", "id -u"], stop).output == "0" { return nil }
      return """
        `adb root` does not work, and only root may hand a message to an app. Use an emulator whose image has no Google Play, \
        such as one with Google APIs; with several devices name one with `--serial`. adb says: \(root.output)
        """
    } catch {
      return "adb cannot be started (\(error.reason)). It comes with the Android SDK's platform-tools; put their folder into PATH."
    }
  }

  private func broadcast(_ delivery: FollowedDelivery, _ stop: StopSignal) -> DeliveryFollower.Handling {
    guard let command = AndroidMessage(delivery).broadcast(to: package) else {
      printError("A zero byte cannot be handed to an emulator, and there is one in \(delivery.name).")
      return .done
    }
    do throws(ChildProcess.Fault) {
      let ending = try adb(["shell", command], stop)
      // Firebase's receiver answers with RESULT_OK; 0 stays where nobody received it.
      if ending.code == 0, ending.output.contains("result=-1") { return writeLine(delivery.line) ? .done : .end }
      if stop.isSet { return .end }
      let cause = ending.code == 0 && ending.output.contains("result=0")
        ? "The app did not take the message; is \(package) installed, does it use Firebase Messaging, and was it started since it was last stopped?"
        : "adb \(ending.sentencePart)."
      printError("\(cause) This was \(delivery.name). adb says: \(ending.output)")
    } catch {
      printError("adb could not be started for \(delivery.name): \(error.reason).")
    }
    return .done
  }

  /// Without standard input, which `adb shell` would read.
  private func adb(_ arguments: [String], _ stop: StopSignal) throws(ChildProcess.Fault) -> ChildProcess.Ending {
    try ChildProcess(arguments: ["adb"] + (serial.map { ["-s", $0] } ?? []) + arguments, keepsOutput: true, stop: stop).run()
  }
}

extension Command {
  static let emulator = Command(
    name: "emulator", summary: "Hand FCM deliveries to an app in an Android emulator.",
    explanation: """
      Hands what a running server delivers to FCM tokens to an app in an Android emulator, as Google Play services would: a broadcast to the \
      receiver of Firebase Messaging, sent with `adb`. It runs `adb root` first, so the emulator's image must allow it: one without Google Play.
      """,
    sections: EmulatorCommand.groups.map { $0.section() }, exitCodes: FollowOptions.exitCodes
  ) { given, resolver throws(UsageError) in
    let draft = try FollowDraft(EmulatorCommand.groups, given)
    guard let package = draft.target else { throw UsageError("`emulator` needs the app's application ID: `--package com.example.app`.") }
    return EmulatorCommand(options: try FollowOptions(draft, resolver, of: "emulator"), serial: draft.serial, package: package)
  }
}
