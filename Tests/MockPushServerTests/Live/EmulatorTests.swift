import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `emulator`, with a stand-in for adb on the PATH that checks its arguments.
  @Suite struct EmulatorTests {
    /// As adb does, it hands what stands behind `shell`, with blanks between, to a shell.
    private static let adb = """
      if [ "$1" = -s ]; then record "$1" "$2"; shift 2; fi
      case "$1" in
        root) echo "$ROOT";;
        wait-for-device) ;;
        shell) shift; exec /bin/sh -c "$*";;
      esac
      """
    private static let device = ["adb": adb, "id": "echo \"$USER_ID\"", "am": "record am \"$@\"\necho \"Broadcast completed: result=$RESULT\""]

    private static let awkward = "it's \"$HOME\" $(touch \"$FOLDER/oops\") `touch \"$FOLDER/oops\"` \\ * ~ ! # ; & |\n\r\n둘째 줄 🎁 '\u{301} -n"

    @Test func theDevicesShellSeesEveryTextAsItIs() async throws {
      let standIns = try StandIns(Self.device)
      let view: JSON = ["data": ["title": .string(Self.awkward), "--ez": "-e", "a'b c": "1"], "notification": ["body": .string(Self.awkward)]]
      let (ending, requests) = try await BridgeRun.run(
        ["emulator", "--package", "com.example.app", "--serial", "emulator-5554", "--count=1"],
        [StreamedDelivery.head + StreamedDelivery.event(5, payload: ["data": ["title": "T"]], appView: view)], standIns,
        environment: ["USER_ID": "0", "RESULT": "-1"])
      #expect(ending == .init(code: 0, output: BridgeRun.line + "FCM  SENT  T\n", errors: "following the deliveries of URL\n"))
      #expect(requests[0].hasPrefix("GET /_mock/deliveries/stream?outcome=SENT&pushType=FCM HTTP/1.0\r\n"))
      let broadcast = [
        "am", "broadcast", "-a", "com.google.android.c2dm.intent.RECEIVE", "-n", "com.example.app/com.google.firebase.iid.FirebaseInstanceIdReceiver",
        "--es", "title", Self.awkward, "--es", "--ez", "-e", "--es", "a'b c", "1", "--es", "gcm.notification.body", Self.awkward,
        "--es", "gcm.n.e", "1", "--es", "google.message_id", "3500000000000001:run-5", "--es", "from", "APP",
      ]
      #expect(standIns.calls == Array(repeating: ["-s", "emulator-5554"], count: 4) + [broadcast])
      #expect(!FileManager.default.fileExists(atPath: standIns.folder.file("oops")))
    }

    @Test func anAppThatTakesNothingIsReported() async throws {
      let (ending, _) = try await BridgeRun.run(
        ["emulator", "--package=a.b", "--count=2"],
        [StreamedDelivery.head + StreamedDelivery.event(1, appView: ["data": [:]]) + StreamedDelivery.event(2, appView: ["data": ["t": "\u{0}"]])], StandIns(Self.device),
        environment: ["USER_ID": "0", "RESULT": "0"])
      #expect(ending.code == 0)
      #expect(ending.output == "")
      #expect(
        ending.errors == """
          following the deliveries of URL
          The app did not take the message; is a.b installed, does it use Firebase Messaging, and was it started since it was last stopped? \
          This was message 3500000000000001 for kim, FCM token token. adb says: Broadcast completed: result=0
          A zero byte cannot be handed to an emulator, and there is one in message 3500000000000001 for kim, FCM token token.

          """)
    }

    @Test func withoutRootTheEmulatorCommandDoesNotBegin() async throws {
      let refusal = "adbd cannot run as root in production builds"
      let (ending, requests) = try await BridgeRun.run(
        ["emulator", "--package=a.b"], [StreamedDelivery.head], StandIns(Self.device), environment: ["USER_ID": "2000", "ROOT": refusal])
      #expect(ending.code == 1)
      #expect(ending.errors.hasPrefix("`adb root` does not work, and only root may hand a message to an app."))
      #expect(ending.errors.hasSuffix("adb says: \(refusal)\n"))
      #expect(requests == [])
      let lacking = try await BridgeRun.run(["emulator", "--package=a.b"], [StreamedDelivery.head], environment: ["PATH": "/nowhere"]).ending
      #expect(lacking.code == 1)
      #expect(lacking.errors.hasPrefix("adb cannot be started (no such file or directory)."))
    }
  }
}
