import Foundation
import Testing

@testable import MockPushServer

struct MobileConfigTests {
  private func parsed(_ text: String) throws -> [String: Any] {
    try #require(try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any])
  }

  @Test func profileCarriesTheCAAsARootCertificate() throws {
    let fixture = try CertificateFixture()
    let authority = try #require(try fixture.prepare().authority)
    let profile = try parsed(MobileConfig.profile(caDER: authority.der, name: authority.name))
    #expect(profile["PayloadType"] as? String == "Configuration")
    #expect(profile["PayloadVersion"] as? Int == 1)
    #expect(profile["PayloadDisplayName"] as? String == authority.name)
    #expect((profile["PayloadDescription"] as? String)?.contains("Settings > General > About > Certificate Trust Settings") == true)
    let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
    #expect(payloads.count == 1)
    #expect(payloads[0]["PayloadType"] as? String == "com.apple.security.root")
    #expect(payloads[0]["PayloadContent"] as? Data == Data(authority.der))
    for name in ["PayloadUUID", "PayloadIdentifier"] {
      let outer = try #require(profile[name] as? String)
      let inner = try #require(payloads[0][name] as? String)
      #expect(outer != inner)
    }
    #expect(UUID(uuidString: try #require(profile["PayloadUUID"] as? String)) != nil)
    #expect(UUID(uuidString: try #require(payloads[0]["PayloadUUID"] as? String)) != nil)
  }

  @Test func profileDependsOnTheCertificateAlone() throws {
    let one = MobileConfig.profile(caDER: [1, 2, 3], name: "CA")
    #expect(one == MobileConfig.profile(caDER: [1, 2, 3], name: "CA"))
    let first = try parsed(one)["PayloadUUID"] as? String
    #expect(try parsed(MobileConfig.profile(caDER: [1, 2, 4], name: "CA"))["PayloadUUID"] as? String != first)
  }

  @Test func nameIsEscaped() throws {
    let profile = try parsed(MobileConfig.profile(caDER: [1], name: "a <b> & \"c\""))
    #expect(profile["PayloadDisplayName"] as? String == "a <b> & \"c\"")
  }
}
