import Testing

@testable import MockPushServer

struct CertificateNamesTests {
  private let vendor = "DNS:*.cloud.toast.com,DNS:*.api.nhncloudservice.com,DNS:*.capi.nhncloudservice.com"

  @Test(arguments: [
    ("build-mac", ["DNS:build-mac"]), ("Build.Example.COM.", ["DNS:build.example.com"]), ("localhost", []), ("", []), ("Jörg's Mac", []),
    ("-x", []), ("a..b", []), ("192.168.0.7", []), ("*.x", []), (String(repeating: "a", count: 64), []), ("a,DNS:evil", []),
  ] as [(String, [String])])
  func machineNameIsListedOnlyIfItIsADNSName(host: String, listed: [String]) throws {
    let names = try CertificateNames(extraNames: [], hostName: host)
    #expect(names.openSSLText == (["DNS:localhost,IP:127.0.0.1,IP:::1"] + listed + [vendor]).joined(separator: ","))
  }

  @Test(arguments: [
    ("Push.Test", "DNS:push.test"), ("*.Push.Test", "DNS:*.push.test"), ("10.0.2.2", "IP:10.0.2.2"), ("[FE80:0::1]", "IP:fe80::1"),
    ("xn--bcher-kva.example", "DNS:xn--bcher-kva.example"), ("my_container", "DNS:my_container"),
  ])
  func extraNameIsListedInItsCanonicalSpelling(text: String, listed: String) throws {
    #expect(try CertificateNames(extraNames: [text], hostName: "").openSSLText.hasSuffix("," + listed))
  }

  @Test func orderRepetitionAndCaseOfExtraNamesDoNotMatter() throws {
    let one = try CertificateNames(extraNames: ["b.test", "10.0.2.2", "a.test"], hostName: "m")
    #expect(try CertificateNames(extraNames: ["A.test", "b.test", "a.test.", "10.0.2.2", "localhost", "m"], hostName: "M") == one)
  }

  @Test(arguments: [
    "", "*", "*.", "a b", "push.test:8443", "https://push.test", "a,DNS:evil.test", "a.*.test", "1.2.3", "256.1.1.1", "[push.test",
    "bücher.example", "fe80::1%eth0", "a..b", "-a.test", "a-.test", "a\nb", "@section",
  ])
  func extraNameThatIsNeitherNameNorAddressIsRefused(text: String) {
    let error = #expect(throws: CertificateError.self) { try CertificateNames(extraNames: [text], hostName: "") }
    #expect(error?.description.hasPrefix("\"\(text)\" cannot be put into the server's certificate. Give --tls-host a host name") == true)
  }
}
