import Testing

@testable import PushStore

@Suite struct GenerationTests {
  @Test func everyResetHasANewOne() throws {
    let folder = StoreFolder()
    let file = try DatabaseFile(path: folder.database, durability: .normal)
    defer { file.close() }
    let writer = try Writer(file)
    var seen: [Int] = []
    for _ in 0..<3 {
      seen.append(try writer.perform { $0.generation })
      try writer.commit()
      try writer.reset()
    }
    #expect(Set(seen).count == 3, "\(seen)")
  }
}
