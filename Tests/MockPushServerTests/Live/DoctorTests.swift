import Foundation
import PushStore
import Testing

@testable import MockPushServer

extension Live {
  /// The doctor before real servers; only names, ports and the trusted CAs are a test's.
  @Suite struct DoctorTests {
    private static let home = [ProbeAddress(text: "127.0.0.1")]

    /// All is well: every name leads to this server, and its CA is trusted.
    private func doctor(_ server: LiveServer) -> Doctor {
      var doctor = Doctor(options: DoctorOptions(address: HealthAddress(host: "127.0.0.1", port: server.httpPort)), environment: [:])
      doctor.resolve = { _ in Self.home }
      doctor.ports = (server.httpsPort, server.httpPort)
      doctor.hostsFile = "/nonexistent"
      doctor.trust = .file(server.application.authority!.path)
      doctor.patience = .seconds(30)
      return doctor
    }

    private func of(_ subject: Finding.Subject, _ findings: [Finding]) -> [Finding] { findings.filter { $0.subject == subject } }

    @Test func aMachineOnWhichAllIsWell() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let findings = doctor(server).findings()
        #expect(findings.allSatisfy { $0.state == .ok && $0.mend == nil }, "\(findings)")
        #expect(Set(findings.map(\.subject)) == [.mock, .names, .ports, .trust, .clock, .proxy])
        var alpha = doctor(server)
        alpha.options.zone = .alpha
        #expect(alpha.findings().allSatisfy { $0.state == .ok })
        #expect(of(.names, alpha.findings())[0].sentence.hasPrefix("alpha-api-push.cloud.toast.com, "))
      }
    }

    @Test(arguments: [(nil, "asks for an admin token"), ("wrong", "refuses this admin token"), ("s3cret", nil)] as [(String?, String?)])
    func aTokenThatIsNotTheServersIsNamed(given: String?, words: String?) async throws {
      try await withLiveServer(.init(isSecure: true, adminToken: "s3cret")) { server in
        var doctor = doctor(server)
        doctor.options.adminToken = given
        let notes = of(.clock, doctor.findings()).filter { $0.state == .note }
        #expect(notes.count == (words == nil ? 0 : 1) && notes.allSatisfy { $0.sentence.contains(words ?? "") && $0.mend?.contains("--admin-token") == true }, "\(notes)")
      }
    }

    @Test func aCAThatIsNotTrusted() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.trust = .file("/dev/null")
        let findings = doctor.findings()
        #expect(findings.filter { $0.state != .ok } == of(.trust, findings))
        #expect(of(.trust, findings)[0].mend?.contains("curl -s http://127.0.0.1:\(server.httpPort)/_mock/ca.pem") == true)
        // Nothing leads to it yet: then the CA itself is looked at.
        doctor.resolve = { host throws(ProbeFault) in
          if host == "127.0.0.1" { return Self.home }
          throw ProbeFault(reason: "the name cannot be resolved (so it was)")
        }
        #expect(of(.trust, doctor.findings()).map(\.sentence) == ["This machine does not trust the mock's CA."])
        doctor.trust = .file(server.application.authority!.path)
        #expect(of(.trust, doctor.findings()).map(\.sentence) == ["This machine trusts the mock's CA."])
      }
    }

    @Test func namesThatLeadAway() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.resolve = { host throws(ProbeFault) in
          switch host {
          case "api-push.cloud.toast.com": return [ProbeAddress(text: "203.0.113.7")]
          case "push.api.nhncloudservice.com": return Self.home + [ProbeAddress(text: "2001:db8::1")]
          case "collector-push.cloud.toast.com": throw ProbeFault(reason: "so it was")
          default: return Self.home
          }
        }
        let names = of(.names, doctor.findings())
        #expect(
          names.map(\.sentence) == [
            "notification-stats.api.nhncloudservice.com leads to 127.0.0.1.",
            "api-push.cloud.toast.com leads to 203.0.113.7: the real service, or another server.",
            "push.api.nhncloudservice.com leads to 2001:db8::1, beside the mock's: the real service, or another server.",
            "collector-push.cloud.toast.com leads nowhere: so it was.",
          ])
        let line = "echo '127.0.0.1 api-push.cloud.toast.com push.api.nhncloudservice.com collector-push.cloud.toast.com' | sudo tee -a /nonexistent"
        #expect(names.map(\.mend) == [nil, nil, nil, line])
        // An older line of the hosts file would count beside the new one.
        let hosts = server.folder.file("hosts")
        let older = "127.0.0.1 localhost\n203.0.113.7\tother API-push.cloud.toast.com # push.api.nhncloudservice.com\n"
        try older.write(toFile: hosts, atomically: true, encoding: .utf8)
        doctor.hostsFile = hosts
        #expect(of(.names, doctor.findings()).last?.mend?.hasPrefix("Take api-push.cloud.toast.com out of \(hosts), then: echo ") == true)
        // What is appended to a last line without an end would become a part of it.
        try "127.0.0.1 localhost".write(toFile: hosts, atomically: true, encoding: .utf8)
        #expect(of(.names, doctor.findings()).last?.mend?.hasPrefix("(echo; echo '127.0.0.1 api-push.cloud.toast.com ") == true)
      }
    }

    /// A mock on a public machine: its own address is no reason to think of the real service.
    @Test func aNameThatLeadsToTheMocksOwnPublicAddress() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.resolve = { _ in [ProbeAddress(text: "203.0.113.7")] }
        let (names, local) = doctor.names(Doctor.Mock(addresses: [ProbeAddress(text: "203.0.113.7")]))
        #expect(names.map(\.state) == [.ok])
        #expect(local.count == 4)
      }
    }

    @Test func portsWhereNobodyOrAnotherAnswers() async throws {
      let closed = try TinyListener(answers: [])
      let other = try TinyListener(answers: ["HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"])
      defer { other.stop() }
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.ports = (closed.port, closed.port)
        let nobody = of(.ports, doctor.findings())
        #expect(nobody.map(\.state) == [.missing, .note])
        #expect(nobody[0].sentence.hasSuffix("collector-push.cloud.toast.com: nothing answers there (connection refused)."))
        #expect(nobody[0].mend?.contains("--https-port 443") == true)
        doctor.ports = (other.port, other.port)
        let wrong = of(.ports, doctor.findings())
        #expect(wrong.map(\.state) == [.missing, .note])
        #expect(wrong[0].sentence.contains(": it does not speak TLS with us ("))
        #expect(wrong[1].sentence.contains("it answers 404 to GET /_mock/health"))
      }
    }

    /// By its CA the doctor tells one mock from another.
    @Test func anotherMockUnderTheVendorsNames() async throws {
      let folder = try TemporaryFolder()
      try await withLiveServer(.init(isSecure: true)) { server in
        let other = try ServerProcess.serve(folder)
        var doctor = doctor(server)
        doctor.ports.https = try other.port(.https)
        let ports = of(.ports, doctor.findings())
        #expect(ports.map(\.state) == [.missing, .ok])
        #expect(ports[0].sentence.contains("not of the mock's CA"))
        other.send(SIGTERM)
        #expect(try other.ended().code == 0)
      }
    }

    /// Then it is known by what it answers, and its certificate may lack the vendor's names.
    @Test func aMockWithACertificateOfItsOwn() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let made = try CertificateAuthority.prepare(
          dataDirectory: folder.file("ca"), extraNames: [], hostName: "localhost", now: SystemClock().now.milliseconds / 1000)
        let server = try ServerProcess.serve(folder, ["--tls-cert", made.certificatePath, "--tls-key", made.keyPath])
        var doctor = Doctor(options: DoctorOptions(address: HealthAddress(host: "127.0.0.1", port: try server.port(.http))), environment: [:])
        doctor.resolve = { _ in Self.home }
        doctor.ports = (try server.port(.https), try server.port(.http))
        doctor.trust = .file(made.caPath!)
        #expect(doctor.findings().allSatisfy { $0.state == .ok }, "\(doctor.findings())")
        // The mock has no CA to hand out.
        doctor.trust = .file("/dev/null")
        #expect(of(.trust, doctor.findings()).map(\.mend) == ["Let this machine trust the CA that signed your --tls-cert."])
        doctor.trust = .file(made.caPath!)
        // Served under a name that it is not good for.
        var greetings: [Doctor.Greeting] = []
        _ = doctor.servers(of: [Doctor.LocalHost(name: "push.test", addresses: Self.home)], Doctor.Mock(), &greetings)
        let trust = doctor.trust(greetings, Doctor.Mock())
        #expect(trust.map(\.state) == [.missing])
        #expect(trust[0].mend?.contains("--tls-host push.test") == true)
        server.send(SIGTERM)
        #expect(try server.ended().code == 0)
      }
    }

    @Test func noMockAtAll() throws {
      let closed = try TinyListener(answers: [])
      var doctor = Doctor(options: DoctorOptions(address: HealthAddress(host: "127.0.0.1", port: closed.port)), environment: [:])
      doctor.resolve = { host throws(ProbeFault) in throw ProbeFault(reason: "so it was") }
      let findings = doctor.findings()
      let sentence = "No mock answers at http://127.0.0.1:\(closed.port): nothing answers there (connection refused)."
      #expect(of(.mock, findings).map(\.sentence) == [sentence])
      #expect(of(.mock, findings)[0].mend?.contains("mock-push-server serve") == true)
      #expect(of(.trust, findings) == [] && of(.clock, findings) == [])
    }

    @Test(arguments: [86_400 * 366 * 20, -86_400 * 366] as [Int64])
    func aMachineWhoseClockIsWrong(seconds: Int64) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.now = SystemClock().now.advanced(byMilliseconds: seconds * 1000)
        let clock = of(.clock, doctor.findings())
        #expect(clock[0].state == .missing && clock[0].mend != nil)
        #expect(clock[0].sentence.hasPrefix("This machine's clock says \(CertificateText.day(doctor.now.milliseconds / 1000)), but "))
        // The mock runs by the right time, so seen from here it is away.
        #expect(clock[1].state == .note && clock[1].sentence.contains(seconds > 0 ? "behind" : "ahead of"))
      }
    }

    @Test func aMockWhoseClockStands() async throws {
      let moment = DateText.parse("2030-03-02T20:59:59+09:00")!
      try await withLiveServer(.init(isSecure: true, clock: moment)) { server in
        let clock = of(.clock, doctor(server).findings())
        #expect(clock.map(\.state) == [.ok, .note])
        #expect(clock[1].sentence.hasPrefix("The mock's clock stands at 2030-03-02T20:59:59.000+09:00, "))
      }
    }

    @Test func aProxyThatLeadsToTheMock() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let tunnel = try TinyTunnel(to: server.httpsPort)
        defer { tunnel.stop() }
        var doctor = doctor(server)
        doctor.options.proxy = HealthAddress(host: "127.0.0.1", port: tunnel.port)
        doctor.ports = (443, 80)
        let findings = doctor.findings()
        #expect(findings.allSatisfy { $0.state == .ok }, "\(findings)")
        // Names and ports are the proxy's business.
        #expect(Set(findings.map(\.subject)) == [.mock, .proxy, .trust, .clock])
        #expect(tunnel.targets == doctor.options.zone.vendorHosts.map { "\($0):443" })
      }
    }

    @Test(arguments: [
      ("HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\n\r\n", "it answers 501 to CONNECT"), ("", "what answers there is no proxy"),
      ("HTTP/1.1 200 OK\r\n\r\n", "it ends the connection"),
    ])
    func aProxyThatDoesNot(answer: String, reason: String) async throws {
      let proxy = try TinyListener(answers: [answer])
      defer { proxy.stop() }
      try await withLiveServer(.init(isSecure: true)) { server in
        var doctor = doctor(server)
        doctor.options.proxy = HealthAddress(host: "127.0.0.1", port: proxy.port)
        let found = of(.proxy, doctor.findings())
        #expect(found[0].state == .missing)
        #expect(found[0].sentence == "The proxy http://127.0.0.1:\(proxy.port) does not lead api-push.cloud.toast.com to the mock: \(reason).")
        #expect(found[0].mend?.contains("--proxy-port \(proxy.port)") == true)
      }
    }

    /// What it finds on this machine is not for a test to say, but that it is one JSON object, and that the exit code agrees.
    @Test func theCommandSaysTheSameInItsExitCode() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let ending = try ServerProcess.run(["doctor", "--json", "--url", "http://127.0.0.1:\(server.httpPort)"])
        let json = try JSONParser.parse(Array(ending.output.utf8))
        #expect(json["ok"]?.boolValue == (ending.code == 0))
        #expect(json["findings"]?[0]?["state"]?.stringValue == "ok")
        #expect(ending.errors == "")
      }
    }
  }
}
