import Testing

@testable import MockPushServer

@Suite struct BackgroundOptionsTests {
  @Test func onlyADaemonHasFilesOfItsOwnAccord() throws {
    let plain = try configuration(["--data-dir=/d"])
    #expect(!plain.isDaemon && plain.pidFile == nil && plain.logFile == nil)
    let daemon = try configuration(["--data-dir=/d", "--daemon"])
    #expect(daemon.isDaemon)
    #expect(daemon.pidFile == "/d/mock-push-server.pid")
    #expect(daemon.logFile == "/d/mock-push-server.log")
    let named = try configuration(["--data-dir=/d", "--pid-file=/run/x", "--log-file=/log/x"], ["MOCK_PUSH_DAEMON": "1"])
    #expect(named.isDaemon && named.pidFile == "/run/x" && named.logFile == "/log/x")
  }

  @Test(arguments: [
    ("/d/x.db", "/d/mock-push-server.pid", true), ("/x.db", "/d/mock-push-server.pid", true), ("/d/x.db", nil, true), ("/x.db", nil, false),
    ("/x.db", "/data/x.pid", false), (":memory:", "/run/x.pid", false),
  ])
  func theDataFolderIsMadeForWhatLiesInIt(database: String, pidFile: String?, isNeeded: Bool) throws {
    let file = pidFile.map { ["--pid-file=\($0)"] } ?? []
    #expect(try configuration(["--data-dir=/d", "--https-port=off", "--database=\(database)"] + file).needsDataFolder == isNeeded)
  }

  @Test func statusAndStopLookWhereTheDaemonKeepsItsPidFile() throws {
    for arguments in [[], ["--data-dir=/d"], ["--pid-file", "/run/x"], ["--config=/c/c.json"]] {
      let files = ["/c/c.json": #"{"pidFile": "state/x.pid"}"#]
      let file = try parsed(["serve", "--daemon"] + arguments, files: files, as: Configuration.self).pidFile
      #expect(try parsed(["status"] + arguments, files: files, as: StatusOptions.self).pidFile == file)
      #expect(try parsed(["stop"] + arguments, files: files, as: StopOptions.self).pidFile == file)
    }
    #expect(try parsed(["status", "--json"], as: StatusOptions.self).isJSON)
    #expect(try parsed(["stop"], as: StopOptions.self).timeoutMilliseconds == 30_000)
    #expect(try parsed(["stop", "--timeout=0.5"], as: StopOptions.self).timeoutMilliseconds == 500)
  }
}
