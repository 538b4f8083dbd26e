import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `simulator`, with a stand-in for xcrun on the PATH that checks its arguments.
  @Suite struct SimulatorTests {
    private static let xcrun = """
      if [ "$1" = --find ]; then echo "$FIND"; [ -n "$FIND" ]; exit; fi
      record "$@"
      cat >> "$FOLDER/input"
      echo >> "$FOLDER/input"
      if [ "$3" = off ]; then echo "Unable to lookup in current state: Shutdown" >&2; exit 149; fi
      echo "Notification sent to '$4'"
      """

    @Test func applesDeliveriesGoToTheSimulator() async throws {
      let standIns = try StandIns(["xcrun": Self.xcrun])
      let payload: JSON = ["aps": ["alert": ["title": "it's", "body": "안녕 🎁"]]]
      func sized(_ count: Int) -> JSON { ["aps": .string(String(repeating: "x", count: count - 10))] }
      let events = [
        StreamedDelivery.event(1, "APNS", payload: payload), StreamedDelivery.event(2, "APNS_VOIP", payload: payload), StreamedDelivery.event(3, "FCM", payload: payload),
        StreamedDelivery.event(4, "APNS_SANDBOX", payload: sized(4096)), StreamedDelivery.event(5, "APNS", payload: sized(4097)),
      ]
      let (ending, requests) = try await BridgeRun.run(
        ["simulator", "--bundle-id", "com.example.app", "--device", "iPhone 17", "--count=3"], [StreamedDelivery.head + events.joined()], standIns,
        environment: ["FIND": "/x/simctl"])
      #expect(ending.code == 0)
      #expect(requests[0].hasPrefix("GET /_mock/deliveries/stream?outcome=SENT HTTP/1.0\r\n"))
      #expect(standIns.calls == Array(repeating: ["simctl", "push", "iPhone 17", "com.example.app", "-"], count: 2))
      #expect(standIns.text("input") == payload.compactText + "\n" + sized(4096).compactText + "\n")
      #expect(ending.output == BridgeRun.line + "APNS  SENT  it's – 안녕 🎁\n" + BridgeRun.line + "APNS_SANDBOX  SENT\n")
      #expect(
        ending.errors == """
          following the deliveries of URL
          A simulator takes no VoIP pushes, so this one was left out: message 3500000000000001 for kim, APNS_VOIP token token.
          simctl takes at most 4096 bytes, and the payload has 4097: message 3500000000000001 for kim, APNS token token.

          """)
    }

    @Test func whatSimctlComplainsAboutIsShown() async throws {
      let standIns = try StandIns(["xcrun": Self.xcrun])
      let (ending, _) = try await BridgeRun.run(
        ["simulator", "--bundle-id", "a.b", "--device=off", "--count=1"],
        [StreamedDelivery.head + StreamedDelivery.event(1, "APNS", payload: ["aps": [:]])], standIns, environment: ["FIND": "/x/simctl"])
      #expect(ending.code == 0)
      #expect(ending.output == "")
      #expect(
        ending.errors.hasSuffix(
          "simctl push ended with exit code 149 for message 3500000000000001 for kim, APNS token token. "
            + "It says: Unable to lookup in current state: Shutdown\n"))
    }

    @Test func withoutXcodeTheSimulatorCommandDoesNotBegin() async throws {
      let (ending, requests) = try await BridgeRun.run(["simulator", "--bundle-id", "a.b"], [StreamedDelivery.head], environment: ["PATH": "/nowhere"])
      #expect(ending.code == 1)
      #expect(
        ending.errors
          == "xcrun cannot be started (no such file or directory). Simulators need a Mac with Xcode; `follow --exec` works anywhere.\n")
      #expect(requests == [])
      let bare = try StandIns(["xcrun": "echo 'unable to find utility' >&2; exit 72"])
      let lacking = try await BridgeRun.run(["simulator", "--bundle-id", "a.b"], [StreamedDelivery.head], bare).ending
      #expect(lacking.code == 1)
      #expect(lacking.errors.contains("install Xcode and choose it with `xcode-select`. It says: unable to find utility\n"))
    }
  }
}
