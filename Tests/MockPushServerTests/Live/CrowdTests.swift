import Testing

@testable import MockPushServer

extension Live {
  /// Many at once.
  @Suite struct CrowdTests {
    @Test(arguments: [Request.Scheme.http, .https]) func fiveHundredConnectionsAreServedAtOnce(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let clients = try (0..<500).map { _ in try server.connect(scheme) }
        for round in 0..<2 {
          for (number, client) in clients.enumerated() { try client.send(SampleBody.register("t\(round)-\(number)")) }
          for client in clients { #expect(try client.answer().resultCode == 0) }
        }
        #expect(await server.application.connectionCount == 500)
        #expect(try await server.registrations().count == 1000)
        for client in clients { client.socket.close() }
        try await server.expectNoConnections()
      }
    }

    /// Durable writes of many connections share commits; every answer still means that its own row is there.
    @Test func everyAnsweredRegistrationIsStored() async throws {
      let folder = try TemporaryFolder()
      try await withLiveServer(.init(database: folder.file("test.db"))) { server in
        let (connections, each) = (32, 200)
        let answered = try await withThrowingTaskGroup(of: [String].self) { group in
          for connection in 0..<connections {
            group.addTask {
              let client = try server.connect()
              var answered: [String] = []
              for number in 0..<each {
                let token = "c\(connection)-\(number)"
                if try client.ask(SampleBody.register(token)).resultCode == 0 { answered.append(token) }
                // What is answered is committed, so any other connection sees it at once.
                if number % 50 == 0 { #expect(try server.connect().ask(SampleBody.query(token)).resultCode == 0) }
              }
              return answered
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answered.count == connections * each)
        #expect(Set(try await server.registrations().map(\.token)) == Set(answered))
      }
    }

    /// Refused requests and stored ones share a commit: each keeps to itself.
    @Test func aRefusalAmongOthersUndoesOnlyItself() async throws {
      try await withLiveServer { server in
        let clients = try (0..<40).map { _ in try server.connect() }
        for (number, client) in clients.enumerated() {
          let uid = "u\(number)"
          let good = SampleBody.registration("t\(number)", uid: uid)
          // The tag does not exist: refused inside the transaction, after a write of its own to the uid's record.
          let bad = "{\"uid\":\"refused\(number)\",\"tagIds\":[\"NOSUCHTA\"]}"
          try client.send(
            HTTPText.request("POST", SampleBody.tokens, body: good)
              + HTTPText.request("POST", "/push/v2.3/appkeys/APP/uids", ["X-Secret-Key: abcdefgh"], body: bad)
              + HTTPText.request("GET", "/push/v2.3/appkeys/APP/uids/refused\(number)", ["X-Secret-Key: abcdefgh"]))
        }
        for client in clients {
          #expect(try client.answer().resultCode == 0)
          #expect(try client.answer().resultCode == 400)
          #expect(try client.answer().resultCode == 400)
        }
        #expect(try await server.registrations().count == clients.count)
      }
    }
  }
}
