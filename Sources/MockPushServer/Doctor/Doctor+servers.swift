import CEvent

extension Doctor {
  /// Whether the mock is what answers under the vendor's names. Fills in who greeted over TLS.
  func servers(of hosts: [LocalHost], _ mock: Mock, _ greetings: inout [Greeting]) -> [Finding] {
    var findings: [Finding] = []
    var faults = Grouped()
    for host in hosts {
      do throws(ProbeFault) {
        greetings.append(try first(of: host.addresses) { address throws(ProbeFault) in
          try greet(try ProbeSocket(address, port: ports.https, deadline: deadline), host.name, mock)
        })
      } catch {
        faults.add(host.name, error.reason)
      }
    }
    if !greetings.isEmpty { findings.append(Finding(.ports, .ok, "The mock answers on port \(ports.https) of \(Self.list(greetings.map(\.host))).")) }
    for fault in faults.groups {
      let sentence = "The mock is not on port \(ports.https) of \(Self.list(fault.hosts)): \(fault.text)."
      findings.append(Finding(.ports, .missing, sentence, mend: portMend))
    }
    return findings + plain(hosts, mock)
  }

  /// ruling: only a note, because of all SDKs only Push SDK for Android 1.6.0 uses it, for metrics.
  private func plain(_ hosts: [LocalHost], _ mock: Mock) -> [Finding] {
    guard let collector = hosts.last, collector.name == options.zone.vendorHosts.last else { return [] }
    do throws(ProbeFault) {
      _ = try first(of: collector.addresses) { address throws(ProbeFault) in
        try ProbeSocket(address, port: ports.http, deadline: deadline).get("/_mock/health", host: address.literal).health()
      }
      return [Finding(.ports, .ok, "The mock answers on port \(ports.http) of \(collector.name).")]
    } catch {
      let sentence = "The mock is not on port \(ports.http) of \(collector.name): \(error.reason)."
      return [Finding(.ports, .note, sentence + " Only the metrics of Push SDK for Android 1.6.0 go there.")]
    }
  }

  /// Shakes hands, and makes sure that it is the mock: by its CA, or where it has none of its own by what it answers.
  ///
  /// - Throws: why it is not.
  func greet(_ socket: ProbeSocket, _ host: String, _ mock: Mock) throws(ProbeFault) -> Greeting {
    let connection = try TLSProbe(socket, host: host, trust: trust)
    let certificate = try connection.certificate()
    if let authority = mock.authorityPEM.flatMap({ Certificate(pem: $0) }) {
      guard certificate.isSigned(by: authority) else {
        throw ProbeFault(reason: "what answers there has a certificate of `\(ShownValue.oneLine(certificate.issuerName))`, not of the mock's CA")
      }
    } else {
      _ = try connection.get("/_mock/health", host: "localhost").health()
    }
    return Greeting(host: host, verdict: connection.verdict, validFrom: certificate.validFrom, validUntil: certificate.validUntil)
  }

  /// What the first address gives that gives anything; clients try them in turn as well.
  private func first<Result>(of addresses: [ProbeAddress], _ work: (ProbeAddress) throws(ProbeFault) -> Result) throws(ProbeFault) -> Result {
    var fault = ProbeFault(reason: "it has no address")
    for address in addresses {
      do throws(ProbeFault) { return try work(address) } catch { fault = error }
    }
    throw fault
  }

  private var portMend: String {
    #if os(macOS)
      "mock-push-server serve --host 0.0.0.0 --http-port 80 --https-port 443"
    #else
      "mock-push-server serve --http-port 80 --https-port 443   # once before, for ports below 1024: "
        + "sudo setcap cap_net_bind_service=+ep \"$(command -v mock-push-server)\""
    #endif
  }
}

extension ProbeAddress {
  /// As in the `Host` header.
  var literal: String { family == AF_INET6 ? "[\(text)]" : text }
}

extension Certificate {
  func isSigned(by issuer: borrowing Certificate) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_issued(issuer.pointer, pointer) == X509_V_OK && X509_verify(pointer, X509_get0_pubkey(issuer.pointer)) == 1
  }

  /// The issuer's common name, else its organization; empty when it has neither.
  var issuerName: String {
    let name = X509_get_issuer_name(pointer)
    for kind in [NID_commonName, NID_organizationName] {
      guard let entry = X509_NAME_get_entry(name, X509_NAME_get_index_by_NID(name, kind, -1)) else { continue }
      let content = X509_NAME_ENTRY_get_data(entry)
      return String(decoding: UnsafeBufferPointer(start: ASN1_STRING_get0_data(content), count: Int(ASN1_STRING_length(content))), as: UTF8.self)
    }
    return ""
  }
}
