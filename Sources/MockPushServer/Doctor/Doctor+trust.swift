extension Doctor {
  /// Whether a client of this machine accepts the mock's certificate.
  func trust(_ greetings: [Greeting], _ mock: Mock) -> [Finding] {
    if greetings.isEmpty {
      guard let authority = mock.authorityPEM.flatMap({ Certificate(pem: $0) }) else {
        guard mock.isFound else { return [] }
        let sentence = "The mock made no CA (https is off, or the certificate is your own), and no vendor host leads to it: nothing to look at."
        return [Finding(.trust, .note, sentence)]
      }
      return [finding(trust.verdict(on: authority), "the mock's CA", hosts: [], mock)]
    }
    let verdicts = greetings.map(\.verdict).reduce(into: [TrustVerdict]()) { if !$0.contains($1) { $0.append($1) } }
    return verdicts.map { verdict in
      let hosts = greetings.filter { $0.verdict == verdict }.map(\.host)
      return finding(verdict, "the mock's certificate for \(Self.list(hosts))", hosts: hosts, mock)
    }
  }

  private func finding(_ verdict: TrustVerdict, _ what: String, hosts: [String], _ mock: Mock) -> Finding {
    switch verdict {
    case .trusted: return Finding(.trust, .ok, "This machine trusts \(what).")
    case .unknownAuthority:
      // The mock serves its own CA only.
      let trustMend = mock.authorityPEM == nil ? "Let this machine trust the CA that signed your --tls-cert." : trustMend
      let reason = hosts.isEmpty ? "" : ": it does not know its CA"
      #if os(macOS)
        // ruling: only a note there, because what apps trust is in the keychain, which OpenSSL does not read.
        return Finding(.trust, .note, "OpenSSL does not trust \(what)\(reason). Whether apps do, the keychain says.", mend: trustMend)
      #else
        return Finding(.trust, .missing, "This machine does not trust \(what)\(reason).", mend: trustMend)
      #endif
    case .wrongName:
      let options = hosts.map { "--tls-host \($0)" }.joined(separator: " ")
      return Finding(.trust, .missing, "The name does not stand in \(what).", mend: "mock-push-server serve \(options)   # or another --tls-cert")
    case .wrongTime: return Finding(.trust, .missing, "By this machine's clock, \(what) is expired or not valid yet.", mend: clockMend)
    case .other(let reason): return Finding(.trust, .missing, "This machine refuses \(what): \(reason).")
    }
  }

  /// For this machine; devices, simulators and language runtimes have stores of their own.
  private var trustMend: String {
    let fetch = "curl -s http://\(options.address.authority)/_mock/ca.pem"
    let others = "   # devices, simulators, Java, Python, Node: mock-push-server ca"
    #if os(macOS)
      return "\(fetch) -o mock-push-server.pem && "
        + "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db mock-push-server.pem\(others)"
    #else
      let stores = [
        ("/etc/pki/ca-trust/source/anchors", "update-ca-trust"), ("/etc/ca-certificates/trust-source/anchors", "update-ca-trust"),
        ("/usr/local/share/ca-certificates", "update-ca-certificates"),
      ]
      let (folder, update) = stores.first { access($0.0, F_OK) == 0 } ?? stores[2]
      return "\(fetch) | sudo tee \(folder)/mock-push-server.crt >/dev/null && sudo \(update)\(others)"
    #endif
  }

  /// Whether this machine's time is within the certificates', and what the mock's own clock does.
  func clock(_ greetings: [Greeting], _ mock: Mock) -> [Finding] {
    var findings: [Finding] = []
    let seconds = now.milliseconds / 1000
    var periods = greetings.map { ($0.validFrom, $0.validUntil) }
    if let authority = mock.authorityPEM.flatMap({ Certificate(pem: $0) }) { periods.append((authority.validFrom, authority.validUntil)) }
    if let from = periods.map(\.0).max(), let until = periods.map(\.1).min() {
      let period = "\(CertificateText.day(from)) to \(CertificateText.day(until))"
      if from <= seconds, seconds < until {
        findings.append(Finding(.clock, .ok, "This machine's clock is within the certificates' time, \(period)."))
      } else {
        let sentence = "This machine's clock says \(CertificateText.day(seconds)), but the certificates are good from \(period)."
        findings.append(Finding(.clock, .missing, sentence, mend: clockMend))
      }
    }
    if mock.refusesToken {
      let given = options.adminToken == nil ? "asks for an admin token" : "refuses this admin token"
      findings.append(Finding(.clock, .note, "The mock \(given), so its clock is not known.", mend: "Give the token that `serve` was started with by --admin-token."))
    }
    guard let clock = mock.clock else { return findings }
    let ahead = Int(clock.now.milliseconds - now.milliseconds) / 1000
    let away = "\(UptimeText.of(seconds: abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") this machine's time"
    if clock.isFrozen {
      findings.append(Finding(.clock, .note, "The mock's clock stands at \(DateText.iso(clock.now)), \(away); PUT /_mock/clock moves it."))
    } else if abs(ahead) > 5 {
      findings.append(Finding(.clock, .note, "The mock's clock runs \(away); PUT /_mock/clock sets it."))
    }
    return findings
  }

  private var clockMend: String {
    #if os(macOS)
      "sudo sntp -sS time.apple.com"
    #else
      "sudo timedatectl set-ntp true"
    #endif
  }
}
