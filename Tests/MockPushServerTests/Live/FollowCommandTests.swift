import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `follow` before answers of a stand-in; before a real server it is `FollowTests`.
  @Suite struct FollowCommandTests {
    @Test func followAsksForWhatIsWanted() async throws {
      let arguments = ["follow", "--count=1", "--app", "A B", "--uid", "한", "--token", "t", "--push-type", "FCM", "--admin-token", "s3cret"]
      let (ending, requests) = try await BridgeRun.run(arguments, [StreamedDelivery.head + StreamedDelivery.event(1, payload: ["data": ["title": "T", "body": "B"]])])
      #expect(
        ending == ServerProcess.Ending(code: 0, output: BridgeRun.line + "FCM  SENT  T – B\n", errors: "following the deliveries of URL\n"))
      #expect(
        requests == [
          "GET /_mock/deliveries/stream?appkey=A%20B&uid=%ED%95%9C&token=t&pushType=FCM HTTP/1.0\r\nHost: 127.0.0.1:PORT\r\n"
            + "Accept: text/event-stream\r\nAuthorization: Bearer s3cret\r\n\r\n"
        ])
    }

    @Test func afterARestartItGoesOnWhereItWas() async throws {
      let busy = "HTTP/1.0 503 Starting\r\nContent-Type: application/json\r\n\r\n{\"error\":\"The server is starting.\"}"
      let gap = "id: run-0\nevent: gap\ndata: {\"missed\":3,\"sentence\":\"Too slow.\"}\n\nevent: reset\ndata: {}\n\n"
      let second = StreamedDelivery.head + ":\nid: run-8\n\n"
      let (ending, requests) = try await BridgeRun.run(
        ["follow", "--count=2"],
        [StreamedDelivery.head + ":\nid: run-0\n\n" + StreamedDelivery.event(7), busy, second, StreamedDelivery.head + gap + StreamedDelivery.event(9, "APNS")])
      #expect(ending.code == 0)
      #expect(ending.output == BridgeRun.line + "FCM  SENT\n" + BridgeRun.line + "APNS  SENT\n")
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
      let event = StreamedDelivery.event(1, payload: ["data": ["n": .number(JSONNumber(text: "1.50")), "t": "a\nb"]])
      let (ending, _) = try await BridgeRun.run(["follow", "--json", "--count", "1"], [StreamedDelivery.head + event])
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
      #expect(try await BridgeRun.run(["follow"], [row.answer]).ending == ServerProcess.Ending(code: 1, output: "", errors: row.sentence + "\n"))
    }

    @Test func withoutAServerItSaysSo() async throws {
      let sentence = "The deliveries of URL cannot be followed: nothing answers there (connection refused). "
      let advice = "Start the server, or name its address with `--url`.\n"
      #expect(try await BridgeRun.run(["follow"], []).ending == ServerProcess.Ending(code: 1, output: "", errors: sentence + advice))
    }

    @Test func aCommandIsGivenEachDelivery() async throws {
      let program = #"cat; echo " $MOCK_PUSH_APP $MOCK_PUSH_UID $MOCK_PUSH_PUSH_TYPE $MOCK_PUSH_MESSAGE_ID $MOCK_PUSH_OUTCOME $MOCK_PUSH_REASON""#
      let events = StreamedDelivery.event(1, payload: ["data": ["t": "안녕"]]) + StreamedDelivery.event(2, "APNS", reason: "AD_OFF", outcome: "FILTERED")
      let (ending, _) = try await BridgeRun.run(["follow", "--count=2", "--exec", program], [StreamedDelivery.head + events])
      #expect(
        ending.output == BridgeRun.line + "FCM  SENT\n" + #"{"data":{"t":"안녕"}} APP kim FCM 3500000000000001 SENT ACCEPTED"# + "\n" + BridgeRun.line
          + "APNS  FILTERED (AD_OFF)\n APP kim APNS 3500000000000001 FILTERED AD_OFF\n")
    }

    /// The payload is larger than a pipe, so that it meets the end of a command which does not read.
    @Test(arguments: [
      ("true", ""), ("exec 0<&-; exit 3", "ended with exit code 3"), ("kill -9 $$", "was ended by signal 9"),
      ("no-such-program 2>/dev/null", "ended with exit code 127"),
    ])
    func aCommandThatFailsOrDoesNotReadIsNotTheEnd(_ program: String, _ problem: String) async throws {
      let large: JSON = ["data": ["t": .string(String(repeating: "x", count: 300_000))]]
      let events = StreamedDelivery.event(1, payload: large) + StreamedDelivery.event(2, payload: large)
      let (ending, _) = try await BridgeRun.run(["follow", "--count=2", "--json", "--exec", program], [StreamedDelivery.head + events])
      #expect(ending.code == 0)
      #expect(ending.output.split(separator: "\n").count == 2)
      let sentence = problem.isEmpty ? "" : "The command \(problem) for message 3500000000000001 for kim, FCM token token.\n"
      #expect(ending.errors == "following the deliveries of URL\n" + sentence + sentence)
    }

    @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsItAndTheCommandThatRuns(signal: Int32) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [StreamedDelivery.head + StreamedDelivery.event(1)])
        defer { listener.stop() }
        let url = "http://127.0.0.1:\(listener.port)"
        let process = try ServerProcess(["follow", "--url", url, "--exec", "echo begun; sleep 1000; echo over"])
        try process.untilOutput(contains: "begun")
        process.send(signal)
        // The sleeping one has our output open, so this would not return while it runs.
        let errors = "mock-push-server: following the deliveries of \(url)\n"
        #expect(try process.ended() == .init(code: 0, output: BridgeRun.line + "FCM  SENT\nbegun\n", errors: errors))
      }
    }

    @Test func aSignalEndsItWhileTheServerIsGone() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [StreamedDelivery.head, ""])
        defer { listener.stop() }
        let process = try ServerProcess(["follow", "--url", "http://127.0.0.1:\(listener.port)"])
        try process.untilErrors(contain: "is gone")
        process.send(SIGTERM)
        #expect(try process.ended().code == 0)
      }
    }

    @Test func whenNobodyReadsItEnds() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let listener = try TinyListener(answers: [StreamedDelivery.head + StreamedDelivery.event(1)])
        defer { listener.stop() }
        let script = "{ \"$0\" follow --url http://127.0.0.1:\(listener.port); echo $? >&2; } | true"
        let ending = try ServerProcess.run(["-c", script, ServerProcess.program], program: "/bin/sh")
        #expect(ending.errors.hasSuffix("Standard output cannot be written to any more, so the command ends.\n1\n"))
      }
    }
  }
}
