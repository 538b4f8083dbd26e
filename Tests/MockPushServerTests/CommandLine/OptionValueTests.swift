import Testing

@testable import MockPushServer

@Suite struct OptionValueTests {
  struct Bad: Sendable {
    let flag: String
    let values: [String]
    let sentence: String
  }

  static let bad: [Bad] = [
    Bad(
      flag: "host", values: ["127.0.0.1:8080", "a b", "-", "http://localhost", "1.2.3", "1.2.3.4.5", "a..b", "[::1", "256.1.1.1"],
      sentence: "it is an IP address or a host name, without a port, such as `127.0.0.1`, `0.0.0.0` or `::1`."),
    Bad(
      flag: "http-port", values: ["65536", "-1", "+80", "80a", "8080.0", "Off", "١"],
      sentence: "a port is a number from 0 to 65535, where 0 picks a free one, or `off`."),
    Bad(flag: "https-port", values: ["https"], sentence: "a port is a number from 0 to 65535, where 0 picks a free one, or `off`."),
    Bad(flag: "proxy-port", values: ["8888/tcp"], sentence: "a port is a number from 0 to 65535, where 0 picks a free one, or `off`."),
    Bad(
      flag: "proxy-host", values: ["127.0.0.1:8888", "*"],
      sentence: "it is an IP address or a host name, without a port, such as `127.0.0.1`, `0.0.0.0` or `::1`."),
    Bad(flag: "proxy-open", values: ["yes"], sentence: "it is either `true` (or `1`) or `false` (or `0`)."),
    Bad(
      flag: "control-host", values: ["push.test:8080", "http://push.test", "*.push.test", "a_b!"],
      sentence: "it is a host name as it stands in the `Host` header, without scheme and port, such as `push.test`."),
    Bad(
      flag: "admin-token", values: ["two words", "é", "a\r\nX: y", String(repeating: "x", count: 257)],
      sentence: "an admin token is 1 to 256 characters of printable ASCII without blanks."),
    Bad(
      flag: "tls-host", values: ["push.test:8443", "*", "*.*.test", "a.*.test", "*."],
      sentence: "it is a host name, perhaps with a leading `*.`, or an IP address, without a port."),
    Bad(flag: "durability", values: ["FULL", "off"], sentence: "it is one of `full`, `normal`."),
    Bad(flag: "log-format", values: ["JSON", "xml"], sentence: "it is one of `text`, `json`."),
    Bad(flag: "log-level", values: ["warn", "trace"], sentence: "it is one of `error`, `warning`, `info`, `debug`."),
    Bad(flag: "strict", values: ["yes", "TRUE", "2"], sentence: "it is either `true` (or `1`) or `false` (or `0`)."),
    Bad(
      flag: "clock", values: ["now", "2026-03-02", "2026-03-02T20:59:59", "2026-02-30T00:00:00Z"],
      sentence: "a moment is ISO 8601 with an offset, such as `2026-03-02T20:59:59+09:00`."),
    Bad(
      flag: "app", values: ["a b", "é", ":abcd1234", String(repeating: "a", count: 65)],
      sentence: "an appkey is 1 to 64 letters, digits, `-` or `_`."),
    Bad(
      flag: "app", values: ["MYAPP:", "MYAPP:short", "MYAPP:abcd12345", "MYAPP:abcd_234", "MYAPP:abcd1234:x"],
      sentence: "after the colon comes the secret key, exactly 8 letters or digits, as in `MYAPP:abcd1234`."),
  ]

  @Test(arguments: bad)
  func aWrongValueIsRefusedWithItsRuleWhereverItStands(_ row: Bad) throws {
    let option = try #require(ServeOptions.all.first { $0.flag == row.flag })
    for value in row.values {
      let shown = ShownValue.oneLine(value)
      #expect(usageError(["--\(row.flag)=\(value)"]) == UsageError("`--\(row.flag)` is `\(shown)`: \(row.sentence)"))
      #expect(usageError([], [option.variable: value]) == UsageError("`\(option.variable)` is `\(shown)`: \(row.sentence)"))
      if option.shape == .text || option.shape == .number || option.shape == .list {
        let key = try #require(option.configKey)
        let error = usageError(["--config=c.json"], files: ["c.json": JSON.object([key: .string(value)]).compactText])
        #expect(error == UsageError("`\(key)` in c.json is `\(shown)`: \(row.sentence)"))
      }
    }
  }

  @Test func anEmptyValueIsRefused() {
    for option in ServeOptions.all {
      let error = usageError(["--\(option.flag)="])
      #expect(error?.message.hasPrefix("`--\(option.flag)` is empty: ") == true, "--\(option.flag)")
      #expect(error?.exitCode == 2)
    }
  }

  @Test func aWrongValueIsFoundAlsoWhereAnotherSourceWins() {
    #expect(
      usageError(["--http-port=1"], ["MOCK_PUSH_HTTP_PORT": "x"])?.message.hasPrefix("`MOCK_PUSH_HTTP_PORT` is `x`: ") == true)
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0", "::", "::1", "[::1]", "localhost", "my-host.example.com", "a_b"])
  func addressesAndNamesCanBeListenedOn(_ host: String) throws {
    #expect(try configuration(["--host", host]).host == (host == "[::1]" ? "::1" : host))
  }

  @Test func namesAreKeptInLowerCase() throws {
    let configuration = try configuration(["--control-host=Push.TEST", "--tls-host=*.Push.TEST", "--tls-host=FE80::1"])
    #expect(configuration.controlHosts == ["push.test"])
    #expect(configuration.tls.hosts == ["*.push.test", "fe80::1"])
  }

  struct Usage: Sendable {
    let arguments: [String]
    let sentence: String
  }

  @Test(arguments: [
    Usage(
      arguments: ["--prot", "1"],
      sentence: "`serve` has no option `--prot`. `mock-push-server help serve` lists the options."),
    Usage(
      arguments: ["serve", "--http_port=1"],
      sentence: "`serve` has no option `--http_port`. Did you mean `--http-port`? `mock-push-server help serve` lists the options."),
    Usage(
      arguments: ["--htps-port=1"],
      sentence: "`serve` has no option `--htps-port`. Did you mean `--https-port`? `mock-push-server help serve` lists the options."),
    Usage(
      arguments: ["-strict"],
      sentence: "`serve` has no option `-strict`. Did you mean `--strict`? `mock-push-server help serve` lists the options."),
    Usage(arguments: ["readyz", "--app=X"], sentence: "`readyz` has no option `--app`. `mock-push-server help readyz` lists the options."),
    Usage(arguments: ["--host", "a", "--host=b"], sentence: "`--host` is given twice; give it once."),
    Usage(arguments: ["--strict", "--strict"], sentence: "`--strict` is given twice; give it once."),
    Usage(arguments: ["--host"], sentence: "`--host` needs a value: `--host ADDRESS`."),
    Usage(arguments: ["--host", "--strict"], sentence: "`--host` needs a value: `--host ADDRESS`."),
    Usage(arguments: ["serve", "now"], sentence: "`serve` takes options only, and `now` is none; options start with `--`."),
    Usage(arguments: ["--strict", "true"], sentence: "`serve` takes options only, and `true` is none; options start with `--`."),
    Usage(arguments: ["--", "--host=a"], sentence: "`serve` takes options only, and `--host=a` is none; options start with `--`."),
    Usage(arguments: ["-"], sentence: "`serve` takes options only, and `-` is none; options start with `--`."),
    Usage(arguments: ["sevre"], sentence: "There is no command `sevre`. Did you mean `serve`? `mock-push-server help` lists the commands."),
    Usage(arguments: ["help", "zzz"], sentence: "There is no command `zzz`. `mock-push-server help` lists the commands."),
    Usage(arguments: ["help", "serve", "x"], sentence: "`help` takes one [COMMAND], and `x` is a second one; take it away."),
    Usage(arguments: ["completions"], sentence: "`completions` needs the name of a shell: `completions bash` or `completions zsh`."),
    Usage(arguments: ["completions", "fish"], sentence: "There are no completions for `fish`: `completions bash` or `completions zsh`."),
    Usage(arguments: ["man", "--json"], sentence: "`man` stands alone; take `--json` away."),
    Usage(arguments: ["--version", "now"], sentence: "`--version` stands alone; take `now` away."),
    Usage(arguments: ["stop", "--timeout", "0"], sentence: "`--timeout` is `0`: it is a number of seconds above 0, at most 86400."),
    Usage(arguments: ["doctor", "--zone=local"], sentence: "`--zone` is `local`: it is one of `real`, `alpha`, `beta`."),
    Usage(arguments: ["version", "now"], sentence: "`version` stands alone; take `now` away."),
    Usage(
      arguments: ["--http-port=off", "--https-port=off"],
      sentence: "`--http-port` and `--https-port` are both `off`: leave at least one on, or nobody can reach the server."),
    Usage(
      arguments: ["--http-port=8443"],
      sentence: "`--http-port` and `--https-port` are both 8443: give each a port of its own, or turn one `off`."),
    Usage(
      arguments: ["--proxy-port=8443"],
      sentence: "`--https-port` and `--proxy-port` are both 8443: give each a port of its own, or turn one `off`."),
    Usage(arguments: ["--tls-cert=a"], sentence: "`--tls-cert` needs `--tls-key FILE`, the private key of that certificate."),
    Usage(arguments: ["--tls-key=a"], sentence: "`--tls-key` needs `--tls-cert FILE`, the certificate of that key."),
  ])
  func aWrongCommandLineIsRefusedWithWhatToDo(_ row: Usage) {
    #expect(usageError(row.arguments) == UsageError(row.sentence))
  }

  @Test func aProxyIsOffUnlessAskedFor() throws {
    #expect(try configuration().proxy == ProxyConfiguration(port: .off, host: "127.0.0.1", isOpen: false))
    #expect(
      try configuration(["--proxy-port=0", "--proxy-host=0.0.0.0", "--proxy-open"]).proxy
        == ProxyConfiguration(port: .port(0), host: "0.0.0.0", isOpen: true))
  }

  @Test func bothPortsMayBeFree() throws {
    let configuration = try configuration(["--http-port=0", "--https-port=0"])
    #expect(configuration.httpPort == .port(0))
    #expect(configuration.httpsPort == .port(0))
  }

  @Test func ownCertificatesComeAsAPair() throws {
    let files = try configuration(["--tls-cert=a.pem"], ["MOCK_PUSH_TLS_KEY": "b.pem"]).tls.files
    #expect(files == CertificateFiles(certificate: "a.pem", key: "b.pem"))
  }
}
