import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// The commands that hand on deliveries, as programs of their own, beside a listener that speaks as the server does.
  @Suite struct BridgeTests {
    private typealias Delivered = StreamedDelivery

    /// Runs a command to its end against prepared answers, one per connection.
    private func run(
      _ arguments: [String], _ answers: [String?], _ standIns: StandIns? = nil, environment: [String: String] = [:]
    ) async throws -> (ending: ServerProcess.Ending, requests: [String]) {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: answers)
        defer { listener.stop() }
        let variables = environment.merging(standIns?.environment ?? [:]) { $1 }
        let ending = try ServerProcess.run(arguments + ["--url", "http://127.0.0.1:\(listener.port)"], environment: variables)
        let errors = ending.errors.replacing("http://127.0.0.1:\(listener.port)", with: "URL").replacing("mock-push-server: ", with: "")
        let requests = listener.requests.map { $0.replacing(":\(listener.port)", with: ":PORT") }
        return (ServerProcess.Ending(code: ending.code, output: ending.output, errors: errors), requests)
      }
    }

    private static let line = "2026-03-02T20:59:59.000+09:00  APP  kim  token  "

    // MARK: follow

    @Test func followAsksForWhatIsWanted() async throws {
      let arguments = ["follow", "--count=1", "--app", "A B", "--uid", "한", "--token", "t", "--push-type", "FCM", "--admin-token", "s3cret"]
      let (ending, requests) = try await run(arguments, [Delivered.head + Delivered.event(1, payload: ["data": ["title": "T", "body": "B"]])])
      #expect(
        ending == ServerProcess.Ending(code: 0, output: Self.line + "FCM  SENT  T – B\n", errors: "following the deliveries of URL\n"))
      #expect(
        requests == [
          "GET /_mock/deliveries/stream?appkey=A%20B&uid=%ED%95%9C&token=t&pushType=FCM HTTP/1.0\r\nHost: 127.0.0.1:PORT\r\n"
            + "Accept: text/event-stream\r\nAuthorization: Bearer s3cret\r\n\r\n"
        ])
    }

    @Test func afterARestartItGoesOnWhereItWas() async throws {
      let busy = "HTTP/1.0 503 Starting\r\nContent-Type: application/json\r\n\r\n{\"error\":\"The server is starting.\"}"
      let gap = "id: run-0\nevent: gap\ndata: {\"missed\":3,\"sentence\":\"Too slow.\"}\n\nevent: reset\ndata: {}\n\n"
      let second = Delivered.head + ":\nid: run-8\n\n"
      let (ending, requests) = try await run(
        ["follow", "--count=2"],
        [Delivered.head + ":\nid: run-0\n\n" + Delivered.event(7), busy, second, Delivered.head + gap + Delivered.event(9, "APNS")])
      #expect(ending.code == 0)
      #expect(ending.output == Self.line + "FCM  SENT\n" + Self.line + "APNS  SENT\n")
      #expect(
        ending.errors == """
          following the deliveries of URL
          URL is gone: it closed the connection. Trying again until it is back.
          URL is back; following its deliveries again
          URL is gone: it closed the connection. Trying again until it is back.
          URL is back; following its deliveries again
          Up to 3 deliveries were missed. Too slow.
          The server was reset; what it had is gone.

          """)
      let places = requests.map { $0.split(separator: "\r\n").first { $0.hasPrefix("Last-Event-ID") } }
      #expect(places == [nil, "Last-Event-ID: run-7", "Last-Event-ID: run-7", "Last-Event-ID: run-8"])
    }

    @Test func jsonIsOneLineWithAllThatTheServerTells() async throws {
      let event = Delivered.event(1, payload: ["data": ["n": .number(JSONNumber(text: "1.50")), "t": "a\nb"]])
      let (ending, _) = try await run(["follow", "--json", "--count", "1"], [Delivered.head + event])
      #expect(event.contains("data: \(ending.output)\n"))
      #expect(ending.output.contains(#""payload":{"data":{"n":1.50,"t":"a\nb"}}"#))
    }

    struct Refusal: Sendable {
      let answer: String
      let sentence: String
    }

    @Test(arguments: [
      Refusal(
        answer: "HTTP/1.0 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{\"error\":\"Name the admin token.\"}",
        sentence: "URL refuses: Name the admin token."),
      Refusal(answer: "HTTP/1.1 503 Busy\r\nContent-Length: 20\r\n\r\n{\"error\":\"Not yet.\"}", sentence: "URL refuses: Not yet."),
      Refusal(
        answer: "HTTP/1.0 404 Not Found\r\n\r\n<html>",
        sentence: "URL refuses: It answers 404 without a stream of deliveries, so it may be another server, or an older one."),
      Refusal(
        answer: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",
        sentence: "URL refuses: It answers 200 without a stream of deliveries, so it may be another server, or an older one."),
      Refusal(
        answer: "SSH-2.0-x\r\n\r\n",
        sentence: "The deliveries of URL cannot be followed: what answers there does not speak HTTP. "
          + "Start the server, or name its address with `--url`."),
    ])
    func aRefusalEndsItWithTheServersSentence(_ row: Refusal) async throws {
      #expect(try await run(["follow"], [row.answer]).ending == ServerProcess.Ending(code: 1, output: "", errors: row.sentence + "\n"))
    }

    @Test func withoutAServerItSaysSo() async throws {
      let sentence = "The deliveries of URL cannot be followed: nothing answers there (connection refused). "
      let advice = "Start the server, or name its address with `--url`.\n"
      #expect(try await run(["follow"], []).ending == ServerProcess.Ending(code: 1, output: "", errors: sentence + advice))
    }

    @Test func aCommandIsGivenEachDelivery() async throws {
      let program = #"cat; echo " $MOCK_PUSH_APP $MOCK_PUSH_UID $MOCK_PUSH_PUSH_TYPE $MOCK_PUSH_MESSAGE_ID $MOCK_PUSH_OUTCOME $MOCK_PUSH_REASON""#
      let events = Delivered.event(1, payload: ["data": ["t": "안녕"]]) + Delivered.event(2, "APNS", reason: "AD_OFF", outcome: "FILTERED")
      let (ending, _) = try await run(["follow", "--count=2", "--exec", program], [Delivered.head + events])
      #expect(
        ending.output == Self.line + "FCM  SENT\n" + #"{"data":{"t":"안녕"}} APP kim FCM 3500000000000001 SENT ACCEPTED"# + "\n" + Self.line
          + "APNS  FILTERED (AD_OFF)\n APP kim APNS 3500000000000001 FILTERED AD_OFF\n")
    }

    /// The payload is larger than a pipe, so that it meets the end of a command which does not read.
    @Test(arguments: [
      ("true", ""), ("exec 0<&-; exit 3", "ended with exit code 3"), ("kill -9 $$", "was ended by signal 9"),
      ("no-such-program 2>/dev/null", "ended with exit code 127"),
    ])
    func aCommandThatFailsOrDoesNotReadIsNotTheEnd(_ program: String, _ problem: String) async throws {
      let large: JSON = ["data": ["t": .string(String(repeating: "x", count: 300_000))]]
      let events = Delivered.event(1, payload: large) + Delivered.event(2, payload: large)
      let (ending, _) = try await run(["follow", "--count=2", "--json", "--exec", program], [Delivered.head + events])
      #expect(ending.code == 0)
      #expect(ending.output.split(separator: "\n").count == 2)
      let sentence = problem.isEmpty ? "" : "The command \(problem) for message 3500000000000001 for kim, FCM token token.\n"
      #expect(ending.errors == "following the deliveries of URL\n" + sentence + sentence)
    }

    @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsItAndTheCommandThatRuns(signal: Int32) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [Delivered.head + Delivered.event(1)])
        defer { listener.stop() }
        let url = "http://127.0.0.1:\(listener.port)"
        let process = try ServerProcess(["follow", "--url", url, "--exec", "echo begun; sleep 1000; echo over"])
        try process.untilOutput(contains: "begun")
        process.send(signal)
        // The sleeping one has our output open, so this would not return while it runs.
        let errors = "mock-push-server: following the deliveries of \(url)\n"
        #expect(try process.ended() == .init(code: 0, output: Self.line + "FCM  SENT\nbegun\n", errors: errors))
      }
    }

    @Test func aSignalEndsItWhileTheServerIsGone() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [Delivered.head, ""])
        defer { listener.stop() }
        let process = try ServerProcess(["follow", "--url", "http://127.0.0.1:\(listener.port)"])
        try process.untilErrors(contain: "is gone")
        process.send(SIGTERM)
        #expect(try process.ended().code == 0)
      }
    }

    @Test func whenNobodyReadsItEnds() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [Delivered.head + Delivered.event(1)])
        defer { listener.stop() }
        let script = "{ \"$0\" follow --url http://127.0.0.1:\(listener.port); echo $? >&2; } | true"
        let ending = try ServerProcess.run(["-c", script, ServerProcess.program], program: "/bin/sh")
        #expect(ending.errors.hasSuffix("Standard output cannot be written to any more, so the command ends.\n1\n"))
      }
    }

    // MARK: simulator

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
        Delivered.event(1, "APNS", payload: payload), Delivered.event(2, "APNS_VOIP", payload: payload), Delivered.event(3, "FCM", payload: payload),
        Delivered.event(4, "APNS_SANDBOX", payload: sized(4096)), Delivered.event(5, "APNS", payload: sized(4097)),
      ]
      let (ending, requests) = try await run(
        ["simulator", "--bundle-id", "com.example.app", "--device", "iPhone 17", "--count=3"], [Delivered.head + events.joined()], standIns,
        environment: ["FIND": "/x/simctl"])
      #expect(ending.code == 0)
      #expect(requests[0].hasPrefix("GET /_mock/deliveries/stream?outcome=SENT HTTP/1.0\r\n"))
      #expect(standIns.calls == Array(repeating: ["simctl", "push", "iPhone 17", "com.example.app", "-"], count: 2))
      #expect(standIns.text("input") == payload.compactText + "\n" + sized(4096).compactText + "\n")
      #expect(ending.output == Self.line + "APNS  SENT  it's – 안녕 🎁\n" + Self.line + "APNS_SANDBOX  SENT\n")
      #expect(
        ending.errors == """
          following the deliveries of URL
          A simulator takes no VoIP pushes, so this one was left out: message 3500000000000001 for kim, APNS_VOIP token token.
          simctl takes at most 4096 bytes, and the payload has 4097: message 3500000000000001 for kim, APNS token token.

          """)
    }

    @Test func whatSimctlComplainsAboutIsShown() async throws {
      let standIns = try StandIns(["xcrun": Self.xcrun])
      let (ending, _) = try await run(
        ["simulator", "--bundle-id", "a.b", "--device=off", "--count=1"],
        [Delivered.head + Delivered.event(1, "APNS", payload: ["aps": [:]])], standIns, environment: ["FIND": "/x/simctl"])
      #expect(ending.code == 0)
      #expect(ending.output == "")
      #expect(
        ending.errors.hasSuffix(
          "simctl push ended with exit code 149 for message 3500000000000001 for kim, APNS token token. "
            + "It says: Unable to lookup in current state: Shutdown\n"))
    }

    @Test func withoutXcodeTheSimulatorCommandDoesNotBegin() async throws {
      let (ending, requests) = try await run(["simulator", "--bundle-id", "a.b"], [Delivered.head], environment: ["PATH": "/nowhere"])
      #expect(ending.code == 1)
      #expect(
        ending.errors
          == "xcrun cannot be started (no such file or directory). Simulators need a Mac with Xcode; `follow --exec` works anywhere.\n")
      #expect(requests == [])
      let bare = try StandIns(["xcrun": "echo 'unable to find utility' >&2; exit 72"])
      let lacking = try await run(["simulator", "--bundle-id", "a.b"], [Delivered.head], bare).ending
      #expect(lacking.code == 1)
      #expect(lacking.errors.contains("install Xcode and choose it with `xcode-select`. It says: unable to find utility\n"))
    }

    // MARK: emulator

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
      let (ending, requests) = try await run(
        ["emulator", "--package", "com.example.app", "--serial", "emulator-5554", "--count=1"],
        [Delivered.head + Delivered.event(5, payload: ["data": ["title": "T"]], appView: view)], standIns,
        environment: ["USER_ID": "0", "RESULT": "-1"])
      #expect(ending == .init(code: 0, output: Self.line + "FCM  SENT  T\n", errors: "following the deliveries of URL\n"))
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
      let (ending, _) = try await run(
        ["emulator", "--package=a.b", "--count=2"],
        [Delivered.head + Delivered.event(1, appView: ["data": [:]]) + Delivered.event(2, appView: ["data": ["t": "\u{0}"]])], StandIns(Self.device),
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
      let (ending, requests) = try await run(
        ["emulator", "--package=a.b"], [Delivered.head], StandIns(Self.device), environment: ["USER_ID": "2000", "ROOT": refusal])
      #expect(ending.code == 1)
      #expect(ending.errors.hasPrefix("`adb root` does not work, and only root may hand a message to an app."))
      #expect(ending.errors.hasSuffix("adb says: \(refusal)\n"))
      #expect(requests == [])
      let lacking = try await run(["emulator", "--package=a.b"], [Delivered.head], environment: ["PATH": "/nowhere"]).ending
      #expect(lacking.code == 1)
      #expect(lacking.errors.hasPrefix("adb cannot be started (no such file or directory)."))
    }

    // MARK: Children

    @Test func aChildThatDoesNotReadIsNoticed() async throws {
      ProcessPreparation.once
      let input = [UInt8](repeating: 1, count: 1 << 20)
      let deaf = try ChildProcess(arguments: ["sh", "-c", "echo ' x '; echo y >&2"], input: input, keepsOutput: true).run()
      #expect(deaf == ChildProcess.Ending(code: 0, output: "x \ny", hasReadInput: false))
      let counting = try ChildProcess(arguments: ["sh", "-c", "wc -c"], input: input, keepsOutput: true).run()
      #expect(counting.output.filter { $0 != " " } == "1048576")
      #expect(counting.hasReadInput)
      #expect(throws: ChildProcess.Fault(code: ENOENT)) { try ChildProcess(arguments: ["no-such-program-here"]).run() }
    }
  }
}
