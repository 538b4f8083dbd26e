import PushStore
import Testing

@testable import MockPushServer

/// Contract 9.5: the push type decides certificate and environment.
@Suite struct SandboxTests {
  private static let pairs: [(PushType, PushType)] = [(.apns, .apnsSandbox), (.apnsSandbox, .apns), (.apnsVoip, .apnsSandboxVoip), (.apnsSandboxVoip, .apnsVoip)]

  @Test(arguments: pairs) func aMessageReachesOneEnvironmentAlone(named: PushType, other: PushType) async throws {
    try await withTestServer { server in
      await server.register(.device("named", named))
      await server.register(.device("other", other))
      // One text registered in both is two records.
      await server.register(.device("both", named))
      await server.register(.device("both", other))
      let message = await server.deliver(Body.notification(["type": "ALL", "pushTypes": [.string(named.name)]]))
      #expect(message["sentCount"] == 2 && message["targetCount"] == 2)
      for delivery in await server.deliveries() {
        #expect(delivery["reason"]?.stringValue == (delivery["pushType"]?.stringValue == named.name ? "ACCEPTED" : "PUSH_TYPE"))
      }
    }
  }

  @Test(arguments: pairs) func aDeviceOfTheOtherEnvironmentRejectsTheToken(registered: PushType, lives: PushType) async throws {
    try await withTestServer { server in
      await server.register(.device("t", registered))
      await server.register(.device("right", registered))
      let environment = lives == .apns || lives == .apnsVoip ? "PRODUCTION" : "SANDBOX"
      let own = environment == "SANDBOX" ? "PRODUCTION" : "SANDBOX"
      await server.devices([["token": "t", "environment": .string(environment)], ["token": "right", "environment": .string(own)]])
      let message = await server.deliver(Body.notification(["type": "ALL", "pushTypes": [.string(registered.name)]]))
      #expect(await server.reasons() == ["t": "WRONG_ENVIRONMENT", "right": "ACCEPTED"])
      #expect(message["outcomes"]?["INVALID_TOKEN"] == 1 && message["sentCount"] == 1 && message["targetCount"] == 2)
      #expect(await server.token("t", registered.name) == nil, "it is unregistered")
      let sentence = await server.deliveries("latest", "token=t")[0]["explanation"]?.stringValue ?? ""
      #expect(sentence.contains("rejects \(registered.name); register its token as \(lives.name)"), "\(sentence)")
      // Registered as it lives, it is reached.
      await server.register(.device("t", lives))
      await server.deliver(Body.notification(["type": "ALL", "pushTypes": [.string(lives.name)]]))
      #expect(await server.reasons("latest")["t"] == "ACCEPTED")
    }
  }

  @Test func otherProvidersKnowNoEnvironment() async throws {
    try await withTestServer { server in
      for type in [PushType.fcm, .tencent, .adm] { await server.register(.device("t", type)) }
      await server.devices([["token": "t", "environment": "SANDBOX"]])
      #expect(await server.deliver(Body.notification())["sentCount"] == 3)
    }
  }
}
