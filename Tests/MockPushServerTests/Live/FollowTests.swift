import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `follow` beside a real server, both as programs of their own.
  @Suite struct FollowTests {
    @Test func deliveriesOfARealServerArePrintedAndRunACommand() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let token = ["MOCK_PUSH_ADMIN_TOKEN": "s3cret"]
        let server = try ServerProcess.serve(folder, environment: token)
        let url = "http://127.0.0.1:\(try server.port(.http))"
        let follow = try ServerProcess(
          ["follow", "--url", url, "--app", SampleBody.app, "--count", "1", "--exec", "cat > '\(folder.file("payload"))'; echo \"$MOCK_PUSH_UID\""],
          environment: token)
        try follow.untilErrors(contain: "following")

        let client = try server.connect()
        #expect(try client.ask(SampleBody.register("token")).status == 200)
        let message = #"{"target":{"type":"ALL"},"messageType":"NOTIFICATION","content":{"default":{"title":"T","body":"B"}}}"#
        let (path, json) = ("/_mock/apps/\(SampleBody.app)/messages", "Content-Type: application/json")
        #expect(try client.ask("POST", path, [json], body: message).status == 401)
        #expect(try client.ask("POST", path, [json, "Authorization: Bearer s3cret"], body: message).status == 200)

        let ending = try follow.ended()
        #expect(ending.code == 0)
        #expect(ending.output.contains("SENT  T – B") && ending.output.contains("user\n"), "\(ending)")
        let payload = try JSONParser.parse(Array(Data(contentsOf: URL(filePath: folder.file("payload")))))
        #expect(payload["data"]?["title"]?.stringValue == "T")
        server.send(SIGTERM)
        #expect(try server.ended().code == 0)
      }
    }
  }
}
