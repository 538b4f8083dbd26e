import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `make install`, and the files for service managers.
  @Suite struct InstallTests {
    private static func tool(_ name: String) -> String? {
      ["/usr/bin/", "/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(.enabled(if: tool("make") != nil, "make is not installed")) func installAndUninstallAreExact() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let ending = try ServerProcess.run([PackageFolder.path + "/scripts/test-install", ServerProcess.program], program: "/bin/sh")
        #expect(ending.code == 0 && ending.errors == "", "\(ending)")
      }
    }

    /// Below 2.0 of 10: what is left is that it needs the network and the system's libraries.
    @Test(.enabled(if: tool("systemd-analyze") != nil, "systemd is not installed")) func systemdAcceptsTheUnitAndFindsItClosed() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let unit = try String(contentsOfFile: PackageFolder.path + "/config/mock-push-server.service", encoding: .utf8)
          .replacing("/usr/local/bin/mock-push-server", with: ServerProcess.program)
        let file = folder.file("mock-push-server.service")
        try unit.write(toFile: file, atomically: true, encoding: .utf8)
        let verified = try ServerProcess.run(["verify", "--man=no", file], program: Self.tool("systemd-analyze")!)
        #expect(verified.code == 0 && !verified.errors.contains("mock-push-server.service:"), "\(verified)")
        let checked = try ServerProcess.run(["security", "--offline=true", "--threshold=20", file], program: Self.tool("systemd-analyze")!)
        #expect(checked.code == 0, "\(checked.output.suffix(200))")
      }
    }

    @Test func theLaunchdFileIsAPropertyListThatServes() throws {
      let data = try Data(contentsOf: URL(fileURLWithPath: PackageFolder.path + "/config/io.github.mock-push-server.plist"))
      let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      #expect(list["Label"] as? String == "io.github.mock-push-server")
      let arguments = try #require(list["ProgramArguments"] as? [String])
      #expect(arguments.first == "/usr/local/bin/mock-push-server")
      let configuration = try #require(
        try CommandLineParser.parse(arguments: Array(arguments.dropFirst()), environment: ["HOME": "/Users/me"]) as? Configuration)
      // launchd itself keeps it in the background, and expands no `~`.
      #expect(!configuration.isDaemon)
      #expect(configuration.logFile == "/Users/me/Library/Logs/mock-push-server.log")
    }
  }
}
