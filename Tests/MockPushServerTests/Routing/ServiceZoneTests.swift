import Testing
@testable import MockPushServer

@Test(arguments: [
  (nil, .local), ("", .local), ("localhost:8080", .local), ("127.0.0.1", .local), ("example.com", .local), ("cloud.toast.com.evil.example", .local),
  ("api-push.cloud.toast.com", .real), ("API-PUSH.cloud.toast.com:8443", .real), ("alpha-api-push.cloud.toast.com", .alpha),
  ("beta-collector-push.cloud.toast.com", .beta),
  ("push.api.nhncloudservice.com", .real), ("notification-stats.api.nhncloudservice.com", .real),
  ("notification-stats-alpha.api.nhncloudservice.com", .alpha),
  ("notification-hub-beta.capi.nhncloudservice.com:443", .beta), ("alphabet.cloud.toast.com", .real),
] as [(String?, ServiceZone)]) func hostNamesTellTheZone(_ host: String?, _ zone: ServiceZone) {
  #expect(ServiceZone(host: host) == zone)
}

@Test func theZoneIsLogged() async throws {
  try await withTestServer { server in
    _ = await server.send(.get, "/push/v2.4/appkeys/APP/tokens/t?pushType=APNS", headers: [("Host", "alpha-api-push.cloud.toast.com")])
    #expect(server.log.lines.last?.contains("zone=alpha") == true)
  }
}
