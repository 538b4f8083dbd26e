import PushStore
import Testing

@testable import MockPushServer

@Suite struct FollowOptionsTests {
  private static let local = HealthAddress(host: "127.0.0.1", port: 8080)

  @Test func withoutOptionsItFollowsAllOfTheLocalServer() throws {
    let command: FollowCommand = try parsed(["follow"])
    #expect(command == FollowCommand(options: FollowOptions(address: Self.local), program: nil, isJSON: false))
  }

  @Test func followTakesEveryOption() throws {
    let command: FollowCommand = try parsed([
      "follow", "--url", "http://push.test:81", "--app", "A", "--uid", "u", "--token", "t", "--push-type", "APNS_SANDBOX", "--exec", "jq .", "--json",
      "--count", "3", "--admin-token", "s3cret",
    ])
    var options = FollowOptions(address: HealthAddress(host: "push.test", port: 81))
    (options.app, options.uid, options.token, options.pushType) = ("A", "u", "t", .apnsSandbox)
    (options.adminToken, options.count) = ("s3cret", 3)
    #expect(command == FollowCommand(options: options, program: "jq .", isJSON: true))
  }

  @Test func theOthersNeedTheirApp() throws {
    #expect(
      try parsed(["simulator", "--bundle-id", "com.example.app"])
        == SimulatorCommand(options: FollowOptions(address: Self.local), device: "booted", bundleId: "com.example.app"))
    #expect(
      try parsed(["emulator", "--package=com.example.app", "--serial", "emulator-5554"])
        == EmulatorCommand(options: FollowOptions(address: Self.local), serial: "emulator-5554", package: "com.example.app"))
    #expect(
      usageError(["simulator"]) == UsageError("`simulator` needs the app's bundle identifier: `--bundle-id com.example.app`."))
    #expect(usageError(["emulator"]) == UsageError("`emulator` needs the app's application ID: `--package com.example.app`."))
  }

  @Test func theAdminTokenIsAVariableToo() throws {
    func token(_ arguments: [String], _ environment: [String: String]) throws -> String? {
      try parsed(["follow"] + arguments, environment, as: FollowCommand.self).options.adminToken
    }
    #expect(try token([], ["MOCK_PUSH_ADMIN_TOKEN": "env"]) == "env")
    #expect(try token([], ["MOCK_PUSH_ADMIN_TOKEN": ""]) == nil)
    #expect(try token(["--admin-token=flag"], ["MOCK_PUSH_ADMIN_TOKEN": "env"]) == "flag")
    #expect(try token(["--url=http://push.test"], ["MOCK_PUSH_ADMIN_TOKEN": "env"]) == "env")
    for arguments in [[], ["--url=http://push.test"]] {
      #expect(
        usageError(["follow"] + arguments, ["MOCK_PUSH_ADMIN_TOKEN": "a\r\nX: y"])?.message
          .hasSuffix("an admin token is 1 to 256 characters of printable ASCII without blanks.") == true)
    }
  }

  @Test(arguments: [
    (["follow", "--count", "0"], "`--count` is `0`: it is a number of deliveries from 1."),
    (["follow", "--count", "+1"], "`--count` is `+1`: it is a number of deliveries from 1."),
    (["follow", "--count=99999999999999999999"], "`--count` is `99999999999999999999`: it is a number of deliveries from 1."),
    (["follow", "--count="], "`--count` is empty: it is a number of deliveries from 1."),
    (["follow", "--app="], "`--app` is empty: leave the option out for all of them."),
    (["follow", "--admin-token", "a b"], "`--admin-token` is `a b`: an admin token is 1 to 256 characters of printable ASCII without blanks."),
    (["simulator", "--bundle-id=-x"], "`--bundle-id` is `-x`: it is a name on one line that does not start with a dash."),
    (["emulator", "--package=a", "--serial="], "`--serial` is empty: it is a name on one line that does not start with a dash."),
    (
      ["follow", "--push-type", "GCM"],
      "`--push-type` is `GCM`: it is one of `ADM`, `APNS`, `APNS_SANDBOX`, `APNS_SANDBOXVOIP`, `APNS_VOIP`, `FCM`, `TENCENT`."
    ),
  ])
  func aWrongValueIsRefusedWithItsRule(_ arguments: [String], _ sentence: String) {
    #expect(usageError(arguments) == UsageError(sentence))
  }

  @Test(arguments: [("aZ09-._~", "aZ09-._~"), ("a b&c=d", "a%20b%26c%3Dd"), ("\n%+", "%0A%25%2B"), ("한", "%ED%95%9C"), ("", "")])
  func whatIsAskedForIsPercentEncoded(_ text: String, _ encoded: String) {
    #expect(DeliveryFollower.percentEncoded(text) == encoded)
  }
}
