import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// The curl commands that we give to newcomers work.
  @Suite struct ScriptTests {
    private static let hasCurl = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: hasCurl, "curl is not installed"), arguments: [true, false]) func theSDKSequencesPassWithCurl(namesCA: Bool) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var environment = ["MOCK_PUSH_URL": "https://127.0.0.1:\(server.httpsPort)", "MOCK_PUSH_HTTP_URL": "http://127.0.0.1:\(server.httpPort)"]
        if namesCA { environment["MOCK_PUSH_CA"] = server.application.authority!.path }
        let script = PackageFolder.path + "/scripts/sdk-sequences.sh"
        let ending = try ServerProcess.run(["/bin/sh", script], environment: environment, program: "/usr/bin/env")
        #expect(ending.code == 0, "\(ending.output.suffix(2000))")
        #expect(ending.errors == "")
        #expect(ending.output.contains("calls were answered as the SDKs need."))
        #expect(try await server.registrations("SDKDEMO").isEmpty)
      }
    }

    /// It notices when an answer is not what an SDK needs.
    @Test(.enabled(if: hasCurl, "curl is not installed")) func theScriptFailsWhenTheServerRefuses() async throws {
      try await withLiveServer(.init(isSecure: true, apps: [ConfiguredApp(key: "OTHER", settings: AppSettings())])) { server in
        let environment = ["MOCK_PUSH_URL": "https://127.0.0.1:\(server.httpsPort)", "MOCK_PUSH_HTTP_URL": "http://127.0.0.1:\(server.httpPort)"]
        let script = PackageFolder.path + "/scripts/sdk-sequences.sh"
        let ending = try ServerProcess.run(["/bin/sh", script], environment: environment, program: "/usr/bin/env")
        #expect(ending.code == 1)
        #expect(ending.errors == "FAILED: the SDK needs resultCode 40401 here\n")
      }
    }
  }
}
