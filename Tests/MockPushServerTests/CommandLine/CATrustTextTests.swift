import Testing

@testable import MockPushServer

struct CATrustTextTests {
  private func text(path: String) -> String {
    CATrustText.text(AuthorityCertificate(path: path, pem: "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n", der: [1, 2, 3], name: "CA (host)"))
  }

  @Test(arguments: [
    "xcrun simctl keychain booted add-root-cert PATH", "adb push PATH /sdcard/Download/mock-push-server-ca.crt",
    "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db PATH",
    "sudo cp PATH /usr/local/share/ca-certificates/mock-push-server.crt && sudo update-ca-certificates", "curl --cacert PATH https://localhost:8443/",
    "-file PATH -keystore", "REQUESTS_CA_BUNDLE=PATH ",
  ])
  func commandsNameTheFileAsOneShellWord(command: String) {
    #expect(text(path: "/data/ca.pem").contains(command.replacing("PATH", with: "/data/ca.pem")))
    #expect(text(path: "/Application Support/ca.pem").contains(command.replacing("PATH", with: "'/Application Support/ca.pem'")))
  }

  @Test func nameFingerprintAndPEMArePrinted() {
    let text = text(path: "/data/ca.pem")
    #expect(text.contains("CA (host)\n"))
    // SHA-256 of the bytes 1, 2, 3.
    #expect(text.contains("03:90:58:C6:F2:C0:CB:49:2C:53:3B:0A:4D:14:EF:77:CC:0F:78:AB:CC:CE:D5:28:7D:84:A1:A2:01:1C:FB:81\n"))
    #expect(text.contains("\n-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n"))
  }

  @Test(arguments: [("/a/b-c_d.pem", "/a/b-c_d.pem"), ("/a b", "'/a b'"), ("/it's", "'/it'\\''s'"), ("/$HOME", "'/$HOME'"), ("", "''")])
  func pathIsQuotedForTheShell(path: String, word: String) {
    #expect(CATrustText.quoted(path) == word)
  }
}
