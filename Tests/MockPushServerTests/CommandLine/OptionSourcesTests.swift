import PushStore
import Testing

@testable import MockPushServer

@Suite struct OptionSourcesTests {
  /// One option of each shape, with a value per source and the way to read it back.
  struct Precedence: Sendable {
    let flag: String
    let inFile: String
    let inEnvironment: String
    let onCommandLine: String
    let read: @Sendable (Configuration) -> String
  }

  static let precedences: [Precedence] = [
    Precedence(flag: "host", inFile: "\"10.0.0.1\"", inEnvironment: "10.0.0.2", onCommandLine: "10.0.0.3") { $0.host },
    Precedence(flag: "http-port", inFile: "1", inEnvironment: "2", onCommandLine: "3") { "\($0.httpPort)" },
    Precedence(flag: "https-port", inFile: "\"off\"", inEnvironment: "2", onCommandLine: "3") { "\($0.httpsPort)" },
    Precedence(flag: "proxy-port", inFile: "1", inEnvironment: "2", onCommandLine: "3") { "\($0.proxy.port)" },
    Precedence(flag: "proxy-host", inFile: "\"10.0.0.1\"", inEnvironment: "10.0.0.2", onCommandLine: "10.0.0.3") { $0.proxy.host },
    Precedence(flag: "proxy-open", inFile: "true", inEnvironment: "0", onCommandLine: "true") { "\($0.proxy.isOpen)" },
    Precedence(flag: "control-host", inFile: "[\"a.test\", \"b.test\"]", inEnvironment: "c.test, d.test", onCommandLine: "e.test") {
      $0.controlHosts.joined(separator: " ")
    },
    Precedence(flag: "admin-token", inFile: "\"a\"", inEnvironment: "b", onCommandLine: "c") { $0.adminToken ?? "" },
    Precedence(flag: "tls-host", inFile: "[\"a.test\"]", inEnvironment: "c.test,::1", onCommandLine: "*.e.test") {
      $0.tls.hosts.joined(separator: " ")
    },
    Precedence(flag: "data-dir", inFile: "\"/a\"", inEnvironment: "/b", onCommandLine: "/c") { $0.dataDir },
    Precedence(flag: "database", inFile: "\"/a.db\"", inEnvironment: ":memory:", onCommandLine: "/c.db") { $0.database },
    Precedence(flag: "durability", inFile: "\"normal\"", inEnvironment: "full", onCommandLine: "normal") { $0.durability.rawValue },
    Precedence(flag: "seed", inFile: "\"/a.json\"", inEnvironment: "/b.json", onCommandLine: "/c.json") { $0.seed ?? "" },
    Precedence(flag: "strict", inFile: "true", inEnvironment: "0", onCommandLine: "true") { "\($0.strict)" },
    Precedence(
      flag: "clock", inFile: "\"2026-03-01T00:00:00Z\"", inEnvironment: "2026-03-02T00:00:00Z", onCommandLine: "2026-03-03T00:00:00Z"
    ) { "\($0.clock?.milliseconds ?? 0)" },
    Precedence(flag: "daemon", inFile: "true", inEnvironment: "0", onCommandLine: "true") { "\($0.isDaemon)" },
    Precedence(flag: "pid-file", inFile: "\"/a.pid\"", inEnvironment: "/b.pid", onCommandLine: "/c.pid") { $0.pidFile ?? "" },
    Precedence(flag: "log-file", inFile: "\"/a.log\"", inEnvironment: "/b.log", onCommandLine: "/c.log") { $0.logFile ?? "" },
    Precedence(flag: "journal", inFile: "\"off\"", inEnvironment: "on", onCommandLine: "off") { "\($0.journal)" },
    Precedence(flag: "webhook-host", inFile: "[\"a.test\"]", inEnvironment: "c.test, ::1", onCommandLine: "E.test") {
      $0.webhookHosts.joined(separator: " ")
    },
    Precedence(flag: "log-format", inFile: "\"json\"", inEnvironment: "text", onCommandLine: "json") { $0.logFormat.rawValue },
    Precedence(flag: "log-level", inFile: "\"error\"", inEnvironment: "warning", onCommandLine: "debug") { $0.logLevel.rawValue },
  ]

  /// What each source gives alone, which must differ from the source below it.
  @Test(arguments: precedences)
  func aFlagWinsOverAVariableOverTheFileOverTheDefault(_ row: Precedence) throws {
    let option = try #require(ServeOptions.all.first { $0.flag == row.flag })
    let file = "{\"\(try #require(option.configKey))\": \(row.inFile)}"
    let variable = [option.variable: row.inEnvironment]
    let flag = ["--\(row.flag)=\(row.onCommandLine)"]

    let byDefault = row.read(try configuration())
    let byFile = row.read(try configuration(file: file))
    let byVariable = row.read(try configuration([], variable))
    let byFlag = row.read(try configuration(flag))
    #expect(byFile != byDefault)
    #expect(row.read(try configuration([], variable, file: file)) == byVariable)
    #expect(byVariable != byFile)
    #expect(row.read(try configuration(flag, variable, file: file)) == byFlag)
    #expect(byFlag != byVariable)
  }

  @Test func everyOptionIsCoveredHere() {
    let elsewhere = ["app", "config", "tls-cert", "tls-key"]
    #expect(Set(Self.precedences.map(\.flag) + elsewhere) == Set(ServeOptions.all.map(\.flag)))
  }

  @Test func theDefaultsThatHelpNamesAreTheOnesInForce() throws {
    for option in ServeOptions.all {
      guard let text = option.defaultText, !text.contains(" ") else { continue }
      var draft = ServeDraft()
      try option.store(&draft, [text])
      #expect(draft == ServeDraft(), "--\(option.flag)")
    }
    let configuration = try configuration()
    #expect(configuration.host == "127.0.0.1")
    #expect(configuration.httpPort == .port(8080))
    #expect(configuration.httpsPort == .port(8443))
    #expect(configuration.durability == .full)
    #expect(configuration.clock == nil)
    #expect(configuration.isOpen)
    #expect(configuration.tls == TLSConfiguration(hosts: [], files: nil))
  }

  @Test func theConfigurationFileMayBeNamedByAVariable() throws {
    let files = ["/v.json": "{\"httpPort\": 9}", "/f.json": "{\"httpPort\": 10}"]
    let byVariable = try parsed([], ["MOCK_PUSH_CONFIG": "/v.json"], files: files, as: Configuration.self)
    #expect(byVariable.httpPort == .port(9))
    let byFlag = try parsed(["--config=/f.json"], ["MOCK_PUSH_CONFIG": "/v.json"], files: files, as: Configuration.self)
    #expect(byFlag.httpPort == .port(10))
  }

  @Test func anEmptyVariableCountsAsNotSet() throws {
    let empty = Dictionary(uniqueKeysWithValues: ServeOptions.all.map { ($0.variable, "") })
    #expect(try configuration([], empty) == configuration())
  }

  @Test func aFlagTakesItsValueAsTheNextArgumentOrBehindAnEqualsSign() throws {
    #expect(try configuration(["--http-port", "1"]) == configuration(["--http-port=1"]))
    #expect(try configuration(["--database=a=b"]).database == "a=b")
    #expect(try configuration(["--strict=false"]).strict == false)
    #expect(try configuration(["--strict", "--host=::1", "--"]).host == "::1")
  }

  @Test func aVariableThatIsNearlyAnOptionIsWorthAWarning() throws {
    #expect(
      try configuration([], ["MOCK_PUSH_HTPP_PORT": "1", "MOCK_PUSH_PORT": "1", "MOCK_PUSH_NONSENSE": "1", "OTHER": "x"]).warnings == [
        "The variable `MOCK_PUSH_HTPP_PORT` is no option and was ignored; did you mean `MOCK_PUSH_HTTP_PORT`?",
        "The variable `MOCK_PUSH_PORT` is no option and was ignored; did you mean `MOCK_PUSH_HTTP_PORT`?",
      ])
  }

  @Test func whatKubernetesSetsForAServiceOfOurNameIsNoWarning() throws {
    let environment = [
      "MOCK_PUSH_PORT": "tcp://10.0.0.1:8080", "MOCK_PUSH_SERVICE_HOST": "10.0.0.1", "MOCK_PUSH_SERVICE_PORT": "8080",
      "MOCK_PUSH_PORT_8080_TCP": "tcp://10.0.0.1:8080", "MOCK_PUSH_PORT_8080_TCP_ADDR": "10.0.0.1",
      "MOCK_PUSH_PORT_8080_TCP_PORT": "8080", "MOCK_PUSH_PORT_8080_TCP_PROTO": "tcp", "MOCK_PUSH_SERVICE_PORT_HTTP": "8080",
    ]
    #expect(try configuration([], environment) == configuration())
  }

  struct PathRow: Sendable {
    let text: String
    let onCommandLine: String
    let inFile: String
  }

  @Test(arguments: [
    PathRow(text: "/abs/x", onCommandLine: "/abs/x", inFile: "/abs/x"),
    PathRow(text: "rel/x", onCommandLine: "rel/x", inFile: "/etc/push/rel/x"),
    PathRow(text: "~/x", onCommandLine: "/home/me/x", inFile: "/home/me/x"),
    PathRow(text: "~", onCommandLine: "/home/me", inFile: "/home/me"),
    PathRow(text: ":memory:", onCommandLine: ":memory:", inFile: ":memory:"),
  ])
  func pathsKnowTheHomeFolderAndTheFolderOfTheConfigurationFile(_ row: PathRow) throws {
    #expect(try configuration(["--database", row.text]).database == row.onCommandLine)
    #expect(try configuration(file: "{\"database\": \"\(row.text)\"}").database == row.inFile)
  }

  @Test func pathsInAConfigurationFileOfTheWorkingFolderStayAsTheyAre() throws {
    let configuration = try parsed(["--config=conf.json"], files: ["conf.json": #"{"dataDir": "state"}"#], as: Configuration.self)
    #expect(configuration.dataDir == "state")
  }

  @Test func otherRelativePathsStartAtTheWorkingFolder() throws {
    let files = ["/work/c.json": #"{"tlsKey": "key.pem"}"#]
    let configuration = try #require(
      try CommandLineParser.parse(
        arguments: ["--config=c.json", "--database", "x.db"],
        environment: ["HOME": "/h", "MOCK_PUSH_DATA_DIR": "d", "MOCK_PUSH_TLS_CERT": "/abs.pem"], folder: "/work"
      ) { path throws(FileFault) in
        guard let text = files[path] else { throw FileFault(reason: "no such file or directory") }
        return Array(text.utf8)
      } as? Configuration)
    #expect(configuration.database == "/work/x.db")
    #expect(configuration.dataDir == "/work/d")
    #expect(configuration.tls.files == CertificateFiles(certificate: "/abs.pem", key: "/work/key.pem"))
  }

  @Test func theDatabaseIsInTheDataFolderUnlessNamed() throws {
    #expect(try configuration(["--data-dir=/d"]).database == "/d/mock-push.db")
    #expect(try configuration(["--data-dir=/d/"]).database == "/d/mock-push.db")
  }

  @Test func theDataFolderIsThePlatformsUnlessNamed() throws {
    typealias Row = (environment: [String: String], platform: StateFolder.Platform, folder: String?)
    let rows: [Row] = [
      (["HOME": "/h"], .linux, "/h/.local/state/mock-push-server"),
      (["HOME": "/h", "XDG_STATE_HOME": "/s"], .linux, "/s/mock-push-server"),
      (["HOME": "/h", "XDG_STATE_HOME": "rel"], .linux, "/h/.local/state/mock-push-server"),
      (["XDG_STATE_HOME": "/s"], .linux, "/s/mock-push-server"),
      (["HOME": "/h", "XDG_STATE_HOME": "/s"], .macOS, "/h/Library/Application Support/mock-push-server"),
      (["HOME": ""], .linux, nil), ([:], .linux, nil), ([:], .macOS, nil),
    ]
    for row in rows { #expect(StateFolder.path(environment: row.environment, platform: row.platform) == row.folder) }
    #expect(
      usageError([], ["HOME": ""])?.message
        == "There is no place for the server's state, because `HOME` is not set: name a folder with `--data-dir DIR`.")
    #expect(try configuration(["--data-dir=/d"], ["HOME": ""]).dataDir == "/d")
  }
}
