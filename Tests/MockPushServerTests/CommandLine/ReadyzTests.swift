import Testing

@testable import MockPushServer

@Suite struct ReadyzTests {
  private func options(_ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:]) throws -> ReadyzOptions {
    try parsed(["readyz"] + arguments, environment, files: files)
  }

  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}"

  private func ask(_ answers: [String?], wait: Bool = false, timeout: Int = 5_000) throws -> (outcome: ReadyzCommand.Outcome, requests: [String]) {
    let listener = try TinyListener(answers: answers)
    defer { listener.stop() }
    let address = HealthAddress(host: "127.0.0.1", port: listener.port)
    let outcome = ReadyzCommand.run(ReadyzOptions(address: address, wait: wait, timeoutMilliseconds: timeout))
    let sentence = outcome.sentence.replacing("http://127.0.0.1:\(listener.port)", with: "URL")
    let requests = listener.requests.map { $0.replacing(":\(listener.port)", with: ":PORT") }
    return (ReadyzCommand.Outcome(exitCode: outcome.exitCode, sentence: sentence), requests)
  }

  @Test func aHealthyServerIsReady() throws {
    let (outcome, requests) = try ask([Self.ok])
    #expect(outcome == ReadyzCommand.Outcome(exitCode: 0, sentence: "URL is ready."))
    #expect(requests == ["GET /_mock/health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n"])
  }

  @Test func anAnswerWithoutALengthEndsWithItsConnection() throws {
    #expect(try ask(["HTTP/1.1 200 OK\r\n\r\n{\"status\":\"ok\",\"version\":\"1\"}"]).outcome.exitCode == 0)
  }

  struct NotReady: Sendable {
    let answer: String
    let problem: String
  }

  @Test(arguments: [
    NotReady(
      answer: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
      problem: "it answers 404 to GET /_mock/health, so it may be another server"),
    NotReady(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", problem: "its answer is not the one of mock-push-server"),
    NotReady(answer: "HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{\"status\":\"draining\"}", problem: "it says `draining`"),
    NotReady(answer: "SSH-2.0-OpenSSH_9\r\n", problem: "what answers there does not speak HTTP"),
    NotReady(answer: "SSH-2.0-x\r\n\r\n", problem: "what answers there does not speak HTTP"),
    NotReady(answer: "", problem: "what answers there does not speak HTTP"),
  ])
  func anyOtherAnswerIsNotReadyAndSaysWhy(_ row: NotReady) throws {
    #expect(try ask([row.answer]).outcome == ReadyzCommand.Outcome(exitCode: 1, sentence: "URL is not ready: \(row.problem)."))
  }

  @Test func aSilentServerIsGivenUpAtTheTimeout() throws {
    let outcome = try ask([nil], timeout: 50).outcome
    #expect(outcome == ReadyzCommand.Outcome(exitCode: 1, sentence: "URL is not ready: there was no answer in time."))
  }

  @Test func waitAsksUntilTheServerIsReady() throws {
    let starting = "HTTP/1.1 503 Starting\r\nContent-Length: 0\r\n\r\n"
    let (outcome, requests) = try ask([starting, "", starting, Self.ok], wait: true)
    #expect(outcome.exitCode == 0)
    #expect(requests.count == 4)
  }

  @Test func withoutWaitTheFirstAnswerDecides() throws {
    #expect(try ask(["HTTP/1.1 503 Starting\r\n\r\n", Self.ok]).requests.count == 1)
  }

  @Test func waitEndsAtTheTimeoutWithTheLastProblem() throws {
    let (outcome, requests) = try ask(["HTTP/1.1 503 Starting\r\nContent-Length: 0\r\n\r\n"], wait: true, timeout: 300)
    #expect(outcome.sentence == "URL is not ready: it answers 503 to GET /_mock/health, so it may be another server.")
    #expect(requests.count > 1)
  }

  @Test func aClosedPortIsNotReady() throws {
    let listener = try TinyListener(answers: [])
    let address = HealthAddress(host: "localhost", port: listener.port)
    let outcome = ReadyzCommand.run(ReadyzOptions(address: address, wait: false, timeoutMilliseconds: 1000))
    #expect(
      outcome.sentence == "http://localhost:\(listener.port) is not ready: nothing answers there (connection refused).")
    #expect(outcome.exitCode == 1)
  }

  @Test func aNameIsTriedAtEachOfItsAddresses() throws {
    let listener = try TinyListener(answers: [Self.ok])
    defer { listener.stop() }
    let address = HealthAddress(host: "localhost", port: listener.port)
    #expect(ReadyzCommand.run(ReadyzOptions(address: address, wait: false, timeoutMilliseconds: 5000)).exitCode == 0)
  }

  struct Address: Sendable {
    var arguments: [String] = []
    var environment: [String: String] = [:]
    let authority: String
  }

  @Test(arguments: [
    Address(authority: "127.0.0.1:8080"),
    Address(environment: ["MOCK_PUSH_HTTP_PORT": "9000"], authority: "127.0.0.1:9000"),
    Address(environment: ["MOCK_PUSH_HOST": "0.0.0.0"], authority: "127.0.0.1:8080"),
    Address(environment: ["MOCK_PUSH_HOST": "::"], authority: "[::1]:8080"),
    Address(environment: ["MOCK_PUSH_HOST": "192.0.2.1"], authority: "192.0.2.1:8080"),
    Address(environment: ["MOCK_PUSH_CONFIG": "c.json"], authority: "127.0.0.1:7000"),
    Address(environment: ["MOCK_PUSH_CONFIG": "c.json", "MOCK_PUSH_HTTP_PORT": "9000"], authority: "127.0.0.1:9000"),
    Address(arguments: ["--url", "http://push.test:81/"], environment: ["MOCK_PUSH_HTTP_PORT": "9000"], authority: "push.test:81"),
    Address(arguments: ["--url", "http://push.test"], authority: "push.test:80"),
    Address(arguments: ["--url", "HTTP://[::1]:81"], authority: "[::1]:81"),
    Address(arguments: ["--url", "http://[::1]"], authority: "[::1]:80"),
    Address(arguments: ["--url", "http://0.0.0.0:81"], authority: "127.0.0.1:81"),
    Address(arguments: ["--url", "http://127.0.0.1:81"], environment: ["MOCK_PUSH_HTTP_PORT": "off"], authority: "127.0.0.1:81"),
  ])
  func itAsksWhereTheServerWouldListen(_ row: Address) throws {
    let options = try options(row.arguments, row.environment, files: ["c.json": "{\"httpPort\": 7000}"])
    #expect(options.address.authority == row.authority)
  }

  @Test(arguments: [
    "https://127.0.0.1", "127.0.0.1:8080", "http://", "http://:80", "http://a:0", "http://a:off", "http://a:b", "http://a/path", "http://::1",
    "http://a b", "http://user@a",
  ])
  func aURLIsAnAddressAndNothingMore(_ url: String) {
    #expect(
      usageError(["readyz", "--url", url])
        == UsageError("`--url` is `\(url)`: it is the server's address over plain http and nothing more, such as `http://127.0.0.1:8080`."))
  }

  @Test func withoutAKnownPortTheAddressMustBeNamed() {
    #expect(
      usageError(["readyz"], ["MOCK_PUSH_HTTP_PORT": "off"])?.message
        == "readyz does not know where to ask, because the http port is `off`, and readyz asks over plain http: "
        + "name the address with `--url http://HOST:PORT`.")
    #expect(
      usageError(["readyz"], ["MOCK_PUSH_HTTP_PORT": "0"])?.message
        == "readyz does not know where to ask, because the http port is 0, so the server chose it: "
        + "name the address with `--url http://HOST:PORT`.")
  }

  @Test func theTimeoutIsThirtySecondsUnlessGiven() throws {
    #expect(try options([]).timeoutMilliseconds == 30_000)
    #expect(try options([]).wait == false)
    #expect(try options(["--timeout=0.25", "--wait"]).timeoutMilliseconds == 250)
    #expect(try options(["--timeout", "2", "--wait"]).wait)
  }

  @Test(arguments: ["0", "-1", "abc", "1e3", "86401", "inf", "1.2.3", "."])
  func aTimeoutIsAPositiveNumberOfSeconds(_ text: String) {
    #expect(
      usageError(["readyz", "--timeout=\(text)"]) == UsageError("`--timeout` is `\(text)`: it is a number of seconds above 0, at most 86400."))
  }
}
