import Testing

@testable import MockPushServer

@Suite struct JSONFuzzTests {
  private static let seeds = [
    #"{"pushType":"FCM","token":"a:b%2F\"\\\u00e9\ud83d\ude00","flags":[true,false,null],"n":[-1,0.5e-3,10]}"#,
    #"[[[{"a":{"b":{"c":[1,2,3]}}}],"가나다"],"\b\f\n\r\t\/"]"#, #"{"k0":0,"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9}"#,
  ].map { Array($0.utf8) }

  /// Whatever the bytes are, the parser answers with a value that survives a round trip or with a place inside the body.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func mutatedBodiesAreReadOrRefused(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var read = 0
    var refused = 0
    for _ in 0..<2_000 {
      let bytes = mutate(Self.seeds.randomElement(using: &random)!, &random)
      switch Result(catching: { () throws(JSONError) in try JSONParser.parse(bytes) }) {
      case .success(let value):
        #expect(try JSONParser.parse(value.compactBytes) == value)
        #expect(try JSONParser.parse(value.prettyText.utf8) == value)
        read += 1
      case .failure(let error):
        #expect((0...bytes.count).contains(error.offset))
        #expect(error.reason.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
        refused += 1
      }
    }
    #expect(read > 50 && refused > 500)
  }

  private func mutate(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let marks = Array("\"\\{}[],:u0d8-.eE \u{0}\u{ff}".utf8) + [0xc3, 0xed, 0xff, 0x80]
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = marks.randomElement(using: &random)!
      case 1: bytes.insert(marks.randomElement(using: &random)!, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place...)
      case 4: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default: bytes.insert(contentsOf: original[(place % original.count)...].prefix(20), at: place)
      }
    }
    return bytes
  }
}
