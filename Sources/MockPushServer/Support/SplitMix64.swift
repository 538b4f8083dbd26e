/// Chance that comes out the same each time: SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seeds: different ones give unrelated sequences, also where they differ in little.
  init(_ seeds: UInt64...) {
    state = 0
    for seed in seeds {
      state ^= seed
      state = next()
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// At least 0 and less than 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
