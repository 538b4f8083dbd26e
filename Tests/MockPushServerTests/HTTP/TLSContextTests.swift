import CEvent
import Testing

@testable import MockPushServer

struct TLSContextTests {
  let fixture: CertificateFixture
  let context: TLSContext

  init() throws {
    fixture = try CertificateFixture()
    let made = try fixture.prepare()
    context = try TLSContext(certificatePath: made.certificatePath, keyPath: made.keyPath)
  }

  private func pair(_ versions: ClosedRange<Int32>, host: String = "api-push.cloud.toast.com", alpn: [String] = []) throws -> TLSPair {
    try TLSPair(context, trusting: fixture.certificate("ca.pem"), versions: versions, host: host, alpn: alpn)
  }

  @Test(arguments: [(TLS1_2_VERSION, "TLSv1.2"), (TLS1_3_VERSION, "TLSv1.3")])
  func speaksModernTLS(version: Int32, name: String) throws {
    let pair = try pair(version...version)
    #expect(pair.handshake(), "\(pair.fault ?? "")")
    #expect(pair.version == name)
    #expect(pair.cipher.contains("GCM") || pair.cipher.contains("CHACHA20"))
  }

  @Test(arguments: [TLS1_VERSION, TLS1_1_VERSION])
  func refusesOldTLS(version: Int32) throws {
    let pair = try pair(version...version)
    #expect(!pair.handshake())
    #expect(pair.fault == "unsupported protocol")
  }

  @Test func refusesACipherWithoutForwardSecrecy() throws {
    let pair = try pair(TLS1_2_VERSION...TLS1_2_VERSION)
    try #require(SSL_set_cipher_list(pair.client, "AES128-SHA:ECDHE-ECDSA-AES128-SHA") == 1)
    #expect(!pair.handshake())
    #expect(pair.fault == "no shared cipher")
  }

  @Test func clientRefusesAHostThatTheCertificateDoesNotName() throws {
    let pair = try pair(TLS1_2_VERSION...TLS1_3_VERSION, host: "example.com")
    #expect(!pair.handshake())
    #expect(pair.fault == "certificate verify failed")
  }

  @Test(arguments: [
    ([], nil), (["http/1.1"], "http/1.1"), (["h2", "http/1.1"], "http/1.1"), (["h2"], nil), (["http/1.0", "http/1.10"], nil),
  ] as [([String], String?)])
  func choosesHTTP11AmongWhatIsOffered(offer: [String], chosen: String?) throws {
    for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
      let pair = try pair(version...version, alpn: offer)
      #expect(pair.handshake())
      #expect(pair.chosenProtocol == chosen)
    }
  }

  @Test func refusesRenegotiation() throws {
    let pair = try pair(TLS1_2_VERSION...TLS1_2_VERSION)
    try #require(pair.handshake())
    try #require(SSL_renegotiate(pair.client) == 1)
    #expect(SSL_do_handshake(pair.client) == -1)
    var byte: UInt8 = 0
    #expect(SSL_read(pair.server, &byte, 1) == -1)
    ERR_clear_error()
    let answer = SSL_do_handshake(pair.client)
    #expect(SSL_get_error(pair.client, answer) == SSL_ERROR_SSL)
    #expect(OpenSSLFault.take() == "no renegotiation")
  }

  @Test func resumesASessionFromATicket() throws {
    let first = try pair(TLS1_2_VERSION...TLS1_2_VERSION)
    try #require(first.handshake())
    let session = SSL_get1_session(first.client)
    defer { SSL_SESSION_free(session) }
    let second = try pair(TLS1_2_VERSION...TLS1_2_VERSION)
    try #require(SSL_set_session(second.client, session) == 1)
    #expect(second.handshake())
    #expect(SSL_session_reused(second.client) == 1)
  }

  @Test func servesAnRSACertificateOfTheUsers() throws {
    let keyPEM = try CertificateFixture.keyPEM("RSA")
    let certificatePEM: [UInt8]
    do {
      guard let key = PrivateKey(pem: keyPEM) else { throw CertificateFixture.Unreadable(name: "RSA key") }
      let leaf = try CertificateBuilder.leaf(
        key: key, names: CertificateNames(extraNames: ["push.test"], hostName: ""), issuer: fixture.certificate("ca.pem"),
        issuerKey: fixture.key("ca-key.pem"), now: CertificateFixture.now)
      certificatePEM = try leaf.pem()
    }
    let paths = (certificate: fixture.root + "/rsa.pem", key: fixture.root + "/rsa-key.pem")
    try fixture.prepareFile(paths.certificate, certificatePEM)
    try fixture.prepareFile(paths.key, keyPEM)
    let own = try CertificateAuthority.own(certificate: paths.certificate, key: paths.key, now: CertificateFixture.now)
    let context = try TLSContext(certificatePath: own.certificatePath, keyPath: own.keyPath)
    let versions = TLS1_2_VERSION...TLS1_2_VERSION
    let pair = try TLSPair(context, trusting: fixture.certificate("ca.pem"), versions: versions, host: "push.test")
    #expect(pair.handshake(), "\(pair.fault ?? "")")
  }

  @Test func filesThatOpenSSLDoesNotAcceptAreRefusedWithASentence() {
    ERR_clear_error()
    ERR_clear_error()
    let server = fixture.file("server.pem")
    let foreign = fixture.file("ca-key.pem")
    let mismatch = #expect(throws: CertificateError.self) { try TLSContext(certificatePath: server, keyPath: foreign) }
    #expect(mismatch?.description.hasPrefix("OpenSSL does not accept the private key \(foreign) for \(server) (key values mismatch).") == true)
    let missing = #expect(throws: CertificateError.self) { try TLSContext(certificatePath: fixture.root + "/none", keyPath: foreign) }
    #expect(missing?.description.hasPrefix("OpenSSL does not accept the certificate \(fixture.root)/none (") == true)
    #expect(ERR_peek_error() == 0)
  }
}
