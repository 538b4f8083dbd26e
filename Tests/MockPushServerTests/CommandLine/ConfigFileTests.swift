import Testing

@testable import MockPushServer

@Suite struct ConfigFileTests {
  struct Fault: Sendable {
    let text: String
    let sentence: String
    var exitCode: Int32 = 2
  }

  @Test(arguments: [
    Fault(text: "", sentence: "The configuration file c.json is no JSON: the file is empty, line 1, column 1.", exitCode: 1),
    Fault(
      text: "{\n  \"httpPort\" 8080\n}",
      sentence: "The configuration file c.json is no JSON: a colon is missing after a key, line 2, column 14.", exitCode: 1),
    Fault(
      text: "{\"strict\": true, \"strict\": false}",
      sentence: "The configuration file c.json is no JSON: the key \"strict\" is there twice, line 1, column 18.", exitCode: 1),
    Fault(text: "[]", sentence: "The configuration file c.json must hold an object, such as `{\"httpPort\": 8080}`.", exitCode: 1),
    Fault(text: "{\"httpport\": 1}", sentence: "`httpport` in c.json is no option. Did you mean `httpPort`?"),
    Fault(text: "{\"http-port\": 1}", sentence: "`http-port` in c.json is no option. Did you mean `httpPort`?"),
    Fault(text: "{\"app\": {}}", sentence: "`app` in c.json is no option. Did you mean `apps`?"),
    Fault(
      text: "{\"config\": \"x\"}",
      sentence: "`config` in c.json is no option. Known are host, httpPort, httpsPort, controlHost, adminToken, proxyPort, proxyHost, proxyOpen, tlsHost, tlsCert, tlsKey, dataDir, "
        + "database, durability, seed, apps, strict, clock, daemon, pidFile, journal, webhookHost, logFile, logFormat, logLevel, faults."),
    Fault(text: "{\"httpPort\": true}", sentence: "`httpPort` in c.json is `true`: it is a number, or a text in quotes."),
    Fault(
      text: "{\"httpPort\": 70000}",
      sentence: "`httpPort` in c.json is `70000`: a port is a number from 0 to 65535, where 0 picks a free one, or `off`."),
    Fault(text: "{\"strict\": \"true\"}", sentence: "`strict` in c.json is `true`: it is `true` or `false`, without quotes."),
    Fault(text: "{\"host\": 1}", sentence: "`host` in c.json is `1`: it is a text in quotes."),
    Fault(text: "{\"tlsCert\": [\"a\"]}", sentence: "`tlsCert` in c.json is `[\"a\"]`: it is a text in quotes."),
    Fault(text: "{\"tlsHost\": [1]}", sentence: "`tlsHost` in c.json is `[1]`: it is a text in quotes or a list of such texts."),
    Fault(
      text: "{\"tlsHost\": [\"a.test\", \"b:1\"]}",
      sentence: "`tlsHost` in c.json is `a.test,b:1`: it is a host name, perhaps with a leading `*.`, or an IP address, without a port."),
    Fault(text: "{\"apps\": [\"MYAPP\"]}", sentence: "c.json: `apps` is `[\"MYAPP\"]`: it is an object, `{…}`."),
    Fault(
      text: "{\"apps\": {\"MY APP\": {}}}",
      sentence: "c.json: `apps` has the key `MY APP`: an appkey is 1 to 64 letters, digits, `-` or `_`."),
    Fault(
      text: "{\"apps\": {\"MYAPP\": \"abcd1234\"}}",
      sentence: "c.json: `apps.MYAPP` is `abcd1234`: settings are an object, such as `{\"secretKeys\": [\"abcd1234\"]}`."),
    Fault(
      text: "{\"apps\": {\"MYAPP\": {\"secretKey\": \"abcd1234\"}}}",
      sentence: "c.json: `apps.MYAPP.secretKey` is not known: did you mean `secretKeys`?"),
    Fault(
      text: #"{"apps": {"MYAPP": {"devices": [{"token": "a", "answer": "OFFLINE"}, {"token": "b", "answr": "OFFLINE"}]}}}"#,
      sentence: "c.json: apps.MYAPP.devices[1] has the unknown key `answr`; known are token, uid, pushType, answer, newToken, environment, receipts. Did you mean `answer`?"),
    Fault(
      text: #"{"apps": {"MYAPP": {"devices": {}}}}"#,
      sentence: #"c.json: apps.MYAPP.devices is a list of rules, such as [{"token":"a1b2","answer":"INVALID_TOKEN"}]."#),
    Fault(
      text: #"{"faults": [{"then": {"status": 503}}, {"then": {"status": 99}}]}"#,
      sentence: "c.json: faults[1]: then.status is `99`: it is an HTTP status of a whole answer, a whole number from 200 to 599."),
    Fault(
      text: #"{"faults": {"then": {"status": 503}}}"#,
      sentence: #"c.json: faults is a list of fault rules, such as [{"match":{"path":"/tokens"},"then":{"status":503}}]."#),
    Fault(text: #"{"faults": [5]}"#, sentence: #"c.json: faults[0] is `5`: a fault rule is an object, such as {"then":{"status":503}}."#),
    Fault(text: #"{"fault": []}"#, sentence: "`fault` in c.json is no option. Did you mean `faults`?"),
  ])
  func aFaultIsNamedWithItsPlaceAndItsRule(_ row: Fault) {
    #expect(usageError(["--config=c.json"], files: ["c.json": row.text]) == UsageError(row.sentence, exitCode: row.exitCode))
  }

  @Test func anUnreadableFileIsNoUsageFault() {
    #expect(
      usageError(["--config", "none.json"])
        == UsageError("The configuration file none.json cannot be read: no such file or directory.", exitCode: 1))
  }

  @Test func theSystemsReasonReachesTheSentence() {
    #expect(throws: FileFault(reason: "is a directory")) { try FileReader.read("/") }
    #expect(throws: FileFault(reason: "it is larger than 16 MiB")) { try FileReader.read("/dev/zero") }
  }

  @Test func nullCountsAsLeftOut() throws {
    let keys = ServeOptions.all.compactMap(\.configKey).map { ($0, JSON.null) }
    #expect(try configuration(file: JSON.object(JSONObject(keys)).compactText) == configuration())
  }

  @Test func anObjectWithoutMembersChangesNothing() throws {
    #expect(try configuration(file: "{}") == configuration())
  }

  struct Apps: Sendable {
    let flags: [String]
    let variable: String
    let file: String
    /// Appkey, then its secret keys; `any` when every well-formed credential is let in.
    let expected: [String]
  }

  @Test(arguments: [
    Apps(flags: [], variable: "", file: "{}", expected: []),
    Apps(flags: ["A"], variable: "", file: "{}", expected: ["A any"]),
    Apps(flags: ["A:abcd1234", "A:efgh5678", "B"], variable: "", file: "{}", expected: ["A abcd1234 efgh5678", "B any"]),
    Apps(flags: [], variable: "A:abcd1234, B", file: "{}", expected: ["A abcd1234", "B any"]),
    Apps(flags: ["C"], variable: "A:abcd1234,B", file: "{}", expected: ["C any"]),
    Apps(flags: ["B"], variable: "", file: #"{"A": {"secretKeys": ["abcd1234"]}}"#, expected: ["A abcd1234", "B any"]),
    Apps(flags: ["A"], variable: "", file: #"{"A": {"secretKeys": ["abcd1234"]}}"#, expected: ["A abcd1234"]),
    Apps(flags: ["A:efgh5678", "A:ijkl9012"], variable: "", file: #"{"A": {"secretKeys": ["abcd1234"]}}"#, expected: ["A efgh5678 ijkl9012"]),
    Apps(flags: [], variable: "A:efgh5678", file: #"{"B": {}, "A": {}}"#, expected: ["B any", "A efgh5678"]),
  ])
  func appsOfTheCommandLineJoinThoseOfTheFile(_ row: Apps) throws {
    let configuration = try configuration(row.flags.flatMap { ["--app", $0] }, ["MOCK_PUSH_APP": row.variable], file: "{\"apps\": \(row.file)}")
    let apps = configuration.apps.map { app in
      ([app.key] + (app.settings.credentials == .listed ? app.settings.secretKeys : ["any"])).joined(separator: " ")
    }
    #expect(apps == row.expected)
    #expect(configuration.isOpen == row.expected.isEmpty)
  }

  @Test func aSecretOnTheCommandLineLeavesTheOtherSettingsOfTheFile() throws {
    let file = #"{"apps": {"A": {"secretKeys": ["abcd1234"], "appType": "SINGLE"}}}"#
    let app = try #require(try configuration(["--app=A:efgh5678"], file: file).apps.first)
    #expect(app.settings.appType == .single)
    #expect(app.settings.secretKeys == ["efgh5678"])
  }

  @Test func strictEndsTheOpenModeWithoutAnyApp() throws {
    #expect(try configuration(["--strict"]).isOpen == false)
  }
}
