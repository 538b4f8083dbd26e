import CEvent
import Testing

@testable import MockPushServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct CertificateAuthorityTests {
  let fixture: CertificateFixture

  init() throws { fixture = try CertificateFixture() }

  @Test func firstStartMakesFourFilesInAPrivateFolderWithPrivateKeys() throws {
    let made = try fixture.prepare()
    #expect(made.certificatePath.hasSuffix("/data/server.pem"))
    #expect(made.keyPath.hasSuffix("/data/server-key.pem"))
    #expect(made.caPath?.hasSuffix("/data/ca.pem") == true)
    #expect(made.notices.count == 2)
    #expect(try fixture.mode(fixture.data) == 0o700)
    #expect(try fixture.mode("ca.pem") == 0o644)
    #expect(try fixture.mode("ca-key.pem") == 0o600)
    #expect(try fixture.mode("server.pem") == 0o644)
    #expect(try fixture.mode("server-key.pem") == 0o600)
  }

  @Test func missingParentFoldersAreMadeToo() throws {
    let deep = fixture.root + "/a/b/c/"
    let made = try CertificateAuthority.prepare(dataDirectory: deep, extraNames: [], hostName: "", now: CertificateFixture.now)
    #expect(made.certificatePath.hasSuffix("/a/b/c/server.pem"))
    #expect(try fixture.mode(fixture.root + "/a") == 0o700)
  }

  @Test func laterStartKeepsEverythingByteForByte() throws {
    let first = try fixture.prepare(names: ["push.test", "10.0.2.2"])
    let names = ["ca.pem", "ca-key.pem", "server.pem", "server-key.pem"]
    let before = try names.map(fixture.bytes)
    let second = try fixture.prepare(names: ["10.0.2.2", "push.test"], now: CertificateFixture.now + 700 * CertificateFixture.day)
    #expect(try names.map(fixture.bytes) == before)
    #expect(second.notices == [])
    #expect(second.authority == first.authority)
  }

  @Test func changedNamesRenewOnlyTheLeaf() throws {
    _ = try fixture.prepare()
    let kept = try ["ca.pem", "ca-key.pem", "server-key.pem"].map(fixture.bytes)
    let leaf = try fixture.bytes("server.pem")
    #expect(try fixture.verify(host: "push.test") == X509_V_ERR_HOSTNAME_MISMATCH)
    let renewed = try fixture.prepare(names: ["push.test"])
    #expect(renewed.notices.count == 1)
    #expect(try ["ca.pem", "ca-key.pem", "server-key.pem"].map(fixture.bytes) == kept)
    #expect(try fixture.bytes("server.pem") != leaf)
    #expect(try fixture.verify(host: "push.test") == X509_V_OK)
    _ = try fixture.prepare(host: "another-machine")
    #expect(try fixture.verify(host: "another-machine") == X509_V_OK)
    #expect(try fixture.verify(host: "push.test") == X509_V_ERR_HOSTNAME_MISMATCH)
  }

  /// The leaf ends 794 days after it was made.
  @Test(arguments: [(763, false), (765, true), (1000, true)] as [(Int64, Bool)])
  func leafIsRenewedWithinThirtyDaysOfItsEnd(days: Int64, renewed: Bool) throws {
    _ = try fixture.prepare()
    let before = try fixture.bytes("server.pem")
    let authority = try fixture.bytes("ca.pem")
    let later = CertificateFixture.now + days * CertificateFixture.day
    _ = try fixture.prepare(now: later)
    #expect(try (fixture.bytes("server.pem") != before) == renewed)
    #expect(try fixture.bytes("ca.pem") == authority)
    #expect(try fixture.verify(host: "localhost", at: later) == X509_V_OK)
  }

  @Test func leafNeverOutlivesItsCAAndIsThenKeptToTheEnd() throws {
    _ = try fixture.prepare()
    let late = CertificateFixture.now + 3640 * CertificateFixture.day
    _ = try fixture.prepare(now: late)
    let leaf = try fixture.bytes("server.pem")
    #expect(try fixture.certificate("server.pem").validUntil == fixture.certificate("ca.pem").validUntil)
    #expect(try fixture.prepare(now: late + CertificateFixture.day).notices == [])
    #expect(try fixture.bytes("server.pem") == leaf)
  }

  @Test func leafFromTheFutureIsRenewed() throws {
    _ = try fixture.prepare()
    // As if the clock had been wrong when the leaf was made: the same CA and key, 100 days later.
    let leaf = try CertificateBuilder.leaf(
      key: fixture.key("server-key.pem"), names: CertificateNames(extraNames: [], hostName: "build-mac"), issuer: fixture.certificate("ca.pem"),
      issuerKey: fixture.key("ca-key.pem"), now: CertificateFixture.now + 100 * CertificateFixture.day)
    try fixture.write(leaf.pem(), to: "server.pem")
    #expect(try fixture.prepare().notices.count == 1)
    #expect(try fixture.verify(host: "localhost") == X509_V_OK)
  }

  @Test(arguments: ["server.pem", "server-key.pem"], [[], Array("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8), [0, 255, 10], nil] as [[UInt8]?])
  func brokenOrMissingLeafFileIsRepaired(name: String, content: [UInt8]?) throws {
    _ = try fixture.prepare()
    let authority = try fixture.bytes("ca.pem")
    if let content { try fixture.write(content, to: name) } else { try fixture.remove(name) }
    let repaired = try fixture.prepare()
    #expect(repaired.notices.count == 1)
    #expect(try fixture.bytes("ca.pem") == authority)
    #expect(try fixture.verify(host: "localhost") == X509_V_OK)
    #expect(try fixture.mode("server-key.pem") == 0o600)
    _ = try TLSContext(certificatePath: repaired.certificatePath, keyPath: repaired.keyPath)
  }

  @Test(arguments: ["server.pem", "server-key.pem"])
  func leafFileOfAnotherFolderIsRepaired(name: String) throws {
    let other = try CertificateFixture()
    _ = try other.prepare()
    _ = try fixture.prepare()
    try fixture.write(other.bytes(name), to: name)
    let repaired = try fixture.prepare()
    #expect(repaired.notices.count == 1)
    #expect(try fixture.verify(host: "localhost") == X509_V_OK)
    _ = try TLSContext(certificatePath: repaired.certificatePath, keyPath: repaired.keyPath)
  }

  @Test func leafKeyOfAnotherKindIsReplaced() throws {
    _ = try fixture.prepare()
    try fixture.write(CertificateFixture.keyPEM("RSA"), to: "server-key.pem")
    _ = try fixture.prepare()
    #expect(try fixture.key("server-key.pem").isP256)
  }

  @Test func leftoversOfAnInterruptedWriteDoNotMatter() throws {
    _ = try fixture.prepare()
    try fixture.write(Array("half".utf8), to: "server.pem.new")
    _ = try fixture.prepare(names: ["push.test"])
    #expect(try fixture.verify(host: "push.test") == X509_V_OK)
  }

  @Test func keysThatOthersCouldReadAreMadePrivate() throws {
    _ = try fixture.prepare()
    for name in ["ca-key.pem", "server-key.pem"] {
      let bytes = try fixture.bytes(name)
      try fixture.remove(name)
      try fixture.write(bytes, to: name)
      chmod(fixture.file(name), 0o644)
    }
    _ = try fixture.prepare()
    #expect(try fixture.mode("ca-key.pem") == 0o600)
    #expect(try fixture.mode("server-key.pem") == 0o600)
  }

  @Test func expiredCAIsReplacedWithANotice() throws {
    let first = try fixture.prepare()
    let later = CertificateFixture.now + 3660 * CertificateFixture.day
    let second = try fixture.prepare(now: later)
    #expect(second.caPEM != first.caPEM)
    #expect(second.notices.contains { $0.contains("ended on 2036-03-01") })
    #expect(try fixture.verify(host: "localhost", at: later) == X509_V_OK)
  }

  enum Damage: CaseIterable { case garbledCertificate, garbledKey, missingKey, foreignKey, leafAsCA }

  @Test(arguments: Damage.allCases)
  func damagedCAIsRefusedWithASentenceAndLeftAlone(damage: Damage) throws {
    _ = try fixture.prepare()
    let expected: String
    switch damage {
    case .garbledCertificate:
      try fixture.write([1, 2, 3], to: "ca.pem")
      expected = "/ca.pem is no readable PEM certificate. Restore it, or delete"
    case .garbledKey:
      try fixture.write([1, 2, 3], to: "ca-key.pem")
      expected = "/ca-key.pem is no readable PEM key without a passphrase. Restore it"
    case .missingKey:
      try fixture.remove("ca-key.pem")
      expected = "/ca-key.pem is missing. Restore it"
    case .foreignKey:
      try fixture.write(fixture.bytes("server-key.pem"), to: "ca-key.pem")
      expected = "/ca-key.pem does not belong to "
    case .leafAsCA:
      try fixture.write(fixture.bytes("server.pem"), to: "ca.pem")
      expected = "/ca.pem is not a CA's. Restore it"
    }
    let before = try fixture.bytes("ca.pem")
    let error = #expect(throws: CertificateError.self) { try fixture.prepare() }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    #expect(try fixture.bytes("ca.pem") == before)
  }

  @Test func clockBeforeTheCAIsRefused() throws {
    _ = try fixture.prepare()
    let error = #expect(throws: CertificateError.self) { try fixture.prepare(now: CertificateFixture.now - 31 * CertificateFixture.day) }
    #expect(error?.description.contains("valid only from 2026-01-31 on. Set this machine's clock right") == true)
  }

  @Test func deletedCAIsMadeAnew() throws {
    let first = try fixture.prepare()
    try fixture.remove("ca.pem")
    #expect(try fixture.prepare().caPEM != first.caPEM)
    #expect(try fixture.verify(host: "localhost") == X509_V_OK)
  }

  @Test func folderThatIsAFileIsRefused() throws {
    let path = fixture.root + "/file"
    try fixture.prepareFile(path)
    let error = #expect(throws: CertificateError.self) {
      try CertificateAuthority.prepare(dataDirectory: path, extraNames: [], hostName: "", now: CertificateFixture.now)
    }
    #expect(error?.description == "The data folder \(path) cannot be made (Not a directory). Give a folder that can be with --data-dir.")
  }

  @Test func authorityAloneMakesNoLeafAndTouchesNone() throws {
    let authority = try CertificateAuthority.authority(dataDirectory: fixture.data, hostName: "build-mac", now: CertificateFixture.now)
    #expect(throws: (any Error).self) { try fixture.bytes("server.pem") }
    let prepared = try fixture.prepare(names: ["push.test"])
    #expect(prepared.authority == authority)
    let leaf = try fixture.bytes("server.pem")
    #expect(try CertificateAuthority.authority(dataDirectory: fixture.data, hostName: "x", now: CertificateFixture.now) == authority)
    #expect(try fixture.bytes("server.pem") == leaf)
  }

  /// Each task wants other names, so that every one of them replaces the leaf while others read it.
  @Test func concurrentStartsLeaveAWorkingPairAndOneCA() async throws {
    let data = fixture.data
    let authorities = try await withThrowingTaskGroup(of: AuthorityCertificate?.self) { group in
      for task in 0..<8 {
        group.addTask {
          var last: AuthorityCertificate?
          for turn in 0..<10 {
            let made = try CertificateAuthority.prepare(
              dataDirectory: data, extraNames: ["t\(task)-\(turn).test"], hostName: "build-mac", now: CertificateFixture.now)
            _ = try TLSContext(certificatePath: made.certificatePath, keyPath: made.keyPath)
            if let last { #expect(made.authority == last) }
            last = made.authority
          }
          return last
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(authorities.count == 8)
    #expect(authorities.allSatisfy { $0 != nil && $0 == authorities[0] })
    #expect(try fixture.verify(host: "localhost") == X509_V_OK)
  }
}
