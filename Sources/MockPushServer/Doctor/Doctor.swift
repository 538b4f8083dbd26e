import CEvent
import PushStore

/// Looks, as a client on this machine does, at everything between an app and the mock. Blocks while it waits for answers.
///
/// ruling: it never calls the real service. A public address that is not the mock's is taken for it, and left alone; at the end of a proxy it
/// looks at the certificate only, if the mock has a CA to know it by.
struct Doctor {
  var options: DoctorOptions
  var environment = ProcessEnvironment.current
  var resolve: (String) throws(ProbeFault) -> [ProbeAddress] = ProbeAddress.resolve
  /// Where clients call: https and plain http.
  var ports: (https: UInt16, http: UInt16) = (443, 80)
  var hostsFile = "/etc/hosts"
  var trust = TrustStore.system
  var now = SystemClock().now
  /// For each question.
  var patience = Duration.seconds(3)

  /// What the mock says of itself.
  struct Mock {
    /// Of the host in its address.
    var addresses: [ProbeAddress] = []
    var authorityPEM: [UInt8]?
    var clock: (now: Timestamp, isFrozen: Bool)?
    /// The admin token that was given or left out.
    var refusesToken = false
    var isFound = false

    /// The one to write into a hosts file.
    var address: String { (addresses.first { $0.family == AF_INET } ?? addresses.first)?.text ?? "127.0.0.1" }
  }

  /// A server that answered on the port where SDKs call it, by the name of a vendor's host.
  struct Greeting {
    let host: String
    let verdict: TrustVerdict
    /// Unix seconds.
    let validFrom, validUntil: Int64
  }

  func findings() -> [Finding] {
    var (findings, mock) = inspectMock()
    var greetings: [Greeting] = []
    if let proxy = options.proxy {
      findings += route(through: proxy, mock, &greetings)
    } else {
      let (names, local) = names(mock)
      findings += names + servers(of: local, mock, &greetings)
    }
    return findings + trust(greetings, mock) + clock(greetings, mock) + proxyVariables()
  }

  var deadline: ContinuousClock.Instant { .now + patience }

  private var url: String { "http://\(options.address.authority)" }

  // MARK: The mock itself

  private func inspectMock() -> ([Finding], Mock) {
    var mock = Mock()
    mock.addresses = (try? resolve(options.address.host)) ?? []
    let version: String
    do throws(ProbeFault) {
      version = try ask("/_mock/health") { answer throws(ProbeFault) in try answer.health()["version"]?.stringValue ?? "" }
    } catch {
      let start = "Start it with `mock-push-server serve`, or name its address with --url."
      return ([Finding(.mock, .missing, "No mock answers at \(url): \(error.reason).", mend: start)], mock)
    }
    mock.isFound = true
    mock.authorityPEM = try? ask("/_mock/ca.pem") { answer throws(ProbeFault) in
      guard answer.status == 200 else { throw ProbeFault(reason: "there is no CA") }
      return Array(answer.body)
    }
    mock.clock = try? ask("/_mock/clock") { answer throws(ProbeFault) in
      mock.refusesToken = answer.status == 401
      guard let clock = try? JSONParser.parse(answer.body), let now = clock["now"]?.stringValue.flatMap({ DateText.parse($0) }) else {
        throw ProbeFault(reason: "there is no clock")
      }
      return (now, clock["mode"]?.stringValue == "frozen")
    }
    return ([Finding(.mock, .ok, "mock-push-server \(version) answers at \(url).")] + ownHTTPS(mock), mock)
  }

  private func ask<Result>(_ path: String, _ read: (ProbeAnswer) throws(ProbeFault) -> Result) throws(ProbeFault) -> Result {
    try HealthProbe(address: options.address, deadline: deadline, adminToken: options.adminToken).ask(path, read)
  }

  /// The mock's own https port, which is not the one that SDKs call unless it is 443.
  private func ownHTTPS(_ mock: Mock) -> [Finding] {
    guard let port = options.httpsPort, port != ports.https, let address = mock.addresses.first else { return [] }
    let place = "https://\(HealthAddress(host: options.address.host, port: port).authority)"
    do throws(ProbeFault) {
      _ = try TLSProbe(try ProbeSocket(address, port: port, deadline: deadline), host: "localhost", trust: trust)
      return [Finding(.mock, .ok, "It answers at \(place), too.")]
    } catch {
      return [Finding(.mock, .note, "It does not answer at \(place): \(error.reason).")]
    }
  }
}
