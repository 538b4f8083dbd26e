import CEvent
import Testing

@testable import MockPushServer

/// What clients check in the two certificates.
struct CertificateChainTests {
  let fixture: CertificateFixture

  init() throws {
    fixture = try CertificateFixture()
    _ = try fixture.prepare(names: ["Push.Test", "*.mock.internal", "10.0.2.2", "[fe80::1]", "my_container"], host: "Build-Mac.local")
  }

  @Test(arguments: [
    "localhost", "127.0.0.1", "::1", "build-mac.local", "push.test", "a.mock.internal", "10.0.2.2", "fe80::1", "my_container",
    "api-push.cloud.toast.com", "alpha-api-push.cloud.toast.com", "beta-api-push.cloud.toast.com", "collector-push.cloud.toast.com",
    "push.api.nhncloudservice.com", "alpha-push.api.nhncloudservice.com", "push.capi.nhncloudservice.com",
  ])
  func verifiesForHost(host: String) throws {
    #expect(try fixture.verify(host: host) == X509_V_OK)
  }

  @Test(arguments: ["cloud.toast.com", "a.b.cloud.toast.com", "nhncloudservice.com", "example.com", "mock.internal"])
  func doesNotVerifyForOtherHost(host: String) throws {
    #expect(try fixture.verify(host: host) == X509_V_ERR_HOSTNAME_MISMATCH)
  }

  @Test func doesNotVerifyForOtherAddress() throws {
    #expect(try fixture.verify(host: "10.0.2.3") == X509_V_ERR_IP_ADDRESS_MISMATCH)
  }

  @Test(arguments: [
    (-31, X509_V_ERR_CERT_NOT_YET_VALID), (-29, X509_V_OK), (793, X509_V_OK), (795, X509_V_ERR_CERT_HAS_EXPIRED),
  ] as [(Int64, Int32)])
  func isValidFromThirtyDaysBackToItsEnd(days: Int64, verdict: Int32) throws {
    #expect(try fixture.verify(host: "localhost", at: CertificateFixture.now + days * CertificateFixture.day) == verdict)
  }

  @Test func leafLastsNoLongerThanApplesLimitAndTheCAForTenYears() throws {
    let leaf = try fixture.certificate("server.pem")
    let authority = try fixture.certificate("ca.pem")
    #expect(leaf.validUntil - leaf.validFrom <= 825 * CertificateFixture.day)
    #expect(leaf.validFrom < CertificateFixture.now)
    #expect(authority.validUntil - CertificateFixture.now == 3652 * CertificateFixture.day)
  }

  @Test func authorityMaySignOnlyLeavesAndNothingElse() throws {
    let authority = try fixture.certificate("ca.pem")
    let isAuthority = authority.isAuthority
    #expect(isAuthority)
    #expect(X509_get_pathlen(authority.pointer) == 0)
    #expect(X509_get_key_usage(authority.pointer) == UInt32(KU_KEY_CERT_SIGN | KU_CRL_SIGN))
    #expect(X509_get_ext_by_critical(authority.pointer, 1, -1) >= 0)
    #expect(authority.extensionBytes(NID_subject_key_identifier) != nil)
    #expect(X509_get_signature_nid(authority.pointer) == NID_ecdsa_with_SHA256)
    #expect(try fixture.key("ca-key.pem").isP256)
  }

  @Test func leafServesAndDoesNothingElse() throws {
    let leaf = try fixture.certificate("server.pem")
    let isAuthority = leaf.isAuthority
    #expect(!isAuthority)
    #expect(X509_get_key_usage(leaf.pointer) == UInt32(KU_DIGITAL_SIGNATURE))
    #expect(X509_get_extended_key_usage(leaf.pointer) == UInt32(XKU_SSL_SERVER))
    #expect(X509_get_signature_nid(leaf.pointer) == NID_ecdsa_with_SHA256)
    #expect(leaf.commonName == "mock-push-server")
    #expect(leaf.extensionBytes(NID_authority_key_identifier) != nil)
    #expect(leaf.extensionBytes(NID_subject_key_identifier) != nil)
    #expect(try fixture.key("server-key.pem").isP256)
    #expect(X509_get_version(leaf.pointer) == X509_VERSION_3)
  }

  @Test func serialNumbersAreLongPositiveAndDifferent() throws {
    let other = try CertificateFixture()
    _ = try other.prepare()
    var serials: Set<[UInt8]> = []
    for folder in [fixture, other] {
      for name in ["ca.pem", "server.pem"] {
        let certificate = try folder.certificate(name)
        let number = X509_get0_serialNumber(certificate.pointer)
        #expect(ASN1_STRING_type(number) == V_ASN1_INTEGER)
        #expect(ASN1_STRING_length(number) == 16)
        serials.insert(Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(number), count: Int(ASN1_STRING_length(number)))))
      }
    }
    #expect(serials.count == 4)
    #expect(serials.allSatisfy { $0[0] & 0x80 == 0 })
  }

  /// X.509 allows a common name 64 characters; a longer host name is cut.
  @Test(arguments: [
    ("Build-Mac.local", "Build-Mac, "), ("", ""), (String(repeating: "h", count: 63), String(repeating: "h", count: 26) + ", "), ("Jörg's Mac", "Jrg'sMac, "),
  ])
  func authorityIsNamedAfterTheMachine(host: String, inName: String) throws {
    let folder = try CertificateFixture()
    let name = try #require(try folder.prepare(host: host).authority).name
    let prefix = "mock-push-server local CA (" + inName
    #expect(name.hasPrefix(prefix))
    let identifier = name.dropFirst(prefix.count)
    #expect(identifier.count == 9 && identifier.last == ")" && identifier.dropLast().allSatisfy(\.isHexDigit))
  }

  @Test func authorityIsGivenAsPEMAndDERWithItsFingerprint() throws {
    let authority = try #require(try fixture.prepare(names: ["other.test"]).authority)
    #expect(Array(authority.pem.utf8) == (try fixture.bytes("ca.pem")))
    let certificate = try fixture.certificate("ca.pem")
    #expect(authority.der == (try certificate.der()))
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    try #require(X509_digest(certificate.pointer, EVP_sha256(), &digest, &count) == 1)
    let parts = authority.fingerprint.split(separator: ":")
    #expect(parts.map { UInt8($0, radix: 16) } == digest)
    #expect(authority.fingerprint.count == 95)
  }
}
