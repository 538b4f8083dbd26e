import CEvent
import Testing

@testable import MockPushServer

struct CertificateOwnTests {
  let fixture: CertificateFixture
  let made: ServerCertificate

  init() throws {
    fixture = try CertificateFixture()
    made = try fixture.prepare()
  }

  private func own(_ certificate: String, _ key: String, now: Int64 = CertificateFixture.now) throws -> ServerCertificate {
    try CertificateAuthority.own(certificate: certificate, key: key, now: now)
  }

  private func sentence(_ certificate: String, _ key: String) -> String {
    #expect(throws: CertificateError.self) { try own(certificate, key) }?.description ?? ""
  }

  @Test func matchingPairIsTakenAsItIs() throws {
    let own = try own(made.certificatePath, made.keyPath)
    #expect(own == ServerCertificate(certificatePath: made.certificatePath, keyPath: made.keyPath, authority: nil, notices: []))
    #expect(own.caPath == nil && own.caPEM == nil && own.caDER == nil)
  }

  @Test func chainWithTheServersCertificateFirstIsTaken() throws {
    let chain = fixture.root + "/chain.pem"
    try fixture.prepareFile(chain, fixture.bytes("server.pem") + fixture.bytes("ca.pem"))
    #expect(try own(chain, made.keyPath).certificatePath == chain)
    _ = try TLSContext(certificatePath: chain, keyPath: made.keyPath)
  }

  @Test func chainWithTheCAFirstIsRefused() throws {
    let chain = fixture.root + "/chain.pem"
    try fixture.prepareFile(chain, fixture.bytes("ca.pem") + fixture.bytes("server.pem"))
    #expect(sentence(chain, made.keyPath).contains("does not belong to the first certificate in \(chain). Give --tls-cert and --tls-key files"))
  }

  @Test func missingFilesAreNamedWithTheirOption() {
    let none = fixture.root + "/none.pem"
    #expect(sentence(none, made.keyPath) == "\(none) cannot be read (No such file or directory). Give --tls-cert a PEM file that this user can read.")
    #expect(sentence(made.certificatePath, none) == "\(none) cannot be read (No such file or directory). Give --tls-key a PEM file that this user can read.")
    #expect(sentence(fixture.root, made.keyPath).hasPrefix("\(fixture.root) cannot be read (Is a directory)."))
  }

  @Test func filesInAnotherFormatAreRefused() throws {
    let der = fixture.root + "/leaf.der"
    try fixture.prepareFile(der, fixture.certificate("server.pem").der())
    #expect(sentence(der, made.keyPath).hasPrefix("\(der) holds no readable PEM certificate. Give --tls-cert a PEM file"))
    #expect(sentence(made.certificatePath, der).hasPrefix("\(der) holds no readable PEM private key. Give --tls-key a PEM file"))
  }

  @Test func swappedFilesAreRefused() {
    #expect(sentence(made.keyPath, made.certificatePath).hasPrefix("\(made.keyPath) holds no readable PEM certificate."))
  }

  @Test func keyOfAnotherCertificateIsRefused() {
    let key = fixture.file("ca-key.pem")
    #expect(
      sentence(made.certificatePath, key)
        == "The private key \(key) does not belong to the first certificate in \(made.certificatePath). "
          + "Give --tls-cert and --tls-key files that were made together."
    )
  }

  @Test func keyWithAPassphraseIsRefusedWithoutAsking() throws {
    let key = fixture.root + "/locked.pem"
    try fixture.prepareFile(key, CertificateFixture.keyPEM("EC", passphrase: "secret"))
    #expect(sentence(made.certificatePath, key).hasPrefix("The private key \(key) needs a passphrase. Give --tls-key one without"))
  }

  @Test(arguments: [(-40, "valid only from 2026-01-31 on"), (900, "ended on 2028-05-04")] as [(Int64, String)])
  func certificateOutOfItsTimeIsServedWithANotice(days: Int64, part: String) throws {
    let own = try own(made.certificatePath, made.keyPath, now: CertificateFixture.now + days * CertificateFixture.day)
    #expect(own.notices.count == 1)
    #expect(own.notices.first?.contains(part) == true)
  }

  @Test func refusalsLeaveNoErrorForTheNextConnection() {
    ERR_clear_error()
    _ = sentence(made.keyPath, made.keyPath)
    _ = sentence(made.certificatePath, fixture.file("ca-key.pem"))
    _ = sentence(made.certificatePath, made.certificatePath)
    #expect(ERR_peek_error() == 0)
  }
}
