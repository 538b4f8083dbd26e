import Testing

@testable import MockPushServer

@Suite struct DiagnosisTests {
  private static let options = DoctorOptions(address: HealthAddress(host: "::1", port: 8080))

  @Test func everyFindingIsALineAndWhatMendsItAnother() {
    let diagnosis = Diagnosis(
      options: Self.options,
      findings: [
        Finding(.mock, .ok, "It answers."), Finding(.names, .missing, "A leads away.", mend: "do this"), Finding(.clock, .note, "It stands."),
      ])
    #expect(
      diagnosis.text == """
        mock   ok       It answers.
        names  missing  A leads away.
                        -> do this
        clock  note     It stands.

        One thing is missing.
        """)
    #expect(diagnosis.exitCode == 1)
    #expect(
      diagnosis.json == [
        "ok": false, "zone": "real", "url": "http://[::1]:8080",
        "findings": [
          ["subject": "mock", "state": "ok", "sentence": "It answers."],
          ["subject": "names", "state": "missing", "sentence": "A leads away.", "mend": "do this"],
          ["subject": "clock", "state": "note", "sentence": "It stands."],
        ],
      ])
  }

  @Test func notesAloneAreFine() {
    let diagnosis = Diagnosis(options: Self.options, findings: [Finding(.ports, .note, "Port 80 is closed.")])
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis.json["ok"] == true)
    #expect(diagnosis.text.hasSuffix("\n\nCalls of the real zone reach the mock."))
  }

  @Test func theZonesHaveTheirHosts() {
    #expect(ServiceZone.real.vendorHosts.contains("api-push.cloud.toast.com"))
    #expect(ServiceZone.local.vendorHosts == [])
    for zone in [ServiceZone.real, .alpha, .beta] {
      // What the server takes for that zone.
      for host in zone.vendorHosts { #expect(ServiceZone(host: host) == zone, "\(host)") }
    }
  }

  @Test func itAsksWhereTheServerWouldListen() throws {
    let plain = try parsed(["doctor"], as: DoctorOptions.self)
    #expect(plain.address.authority == "127.0.0.1:8080" && plain.httpsPort == 8443 && plain.zone == .real && plain.proxy == nil)
    let set = try parsed(["doctor"], ["MOCK_PUSH_HTTP_PORT": "80", "MOCK_PUSH_HTTPS_PORT": "off"], as: DoctorOptions.self)
    #expect(set.address.authority == "127.0.0.1:80" && set.httpsPort == nil)
    let named = try parsed(
      ["doctor", "--url=http://mock.test:81", "--zone", "beta", "--proxy=http://127.0.0.1:8888", "--json"], ["MOCK_PUSH_HTTP_PORT": "off"],
      as: DoctorOptions.self)
    #expect(named.address.authority == "mock.test:81" && named.httpsPort == nil && named.zone == .beta && named.isJSON)
    #expect(named.proxy?.authority == "127.0.0.1:8888")
    let unknown = usageError(["doctor"], ["MOCK_PUSH_HTTP_PORT": "0"])
    #expect(unknown?.message.hasPrefix("doctor does not know where to ask, because the http port is 0") == true)
  }
}
