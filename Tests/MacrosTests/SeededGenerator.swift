/// A reproducible source of random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension Array {
  /// Deletes, doubles, swaps or replaces a few elements.
  mutating func mutate(using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) where count > 1 {
      let index = Int.random(in: 0..<count, using: &generator)
      let other = Int.random(in: 0..<count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: remove(at: index)
      case 1: insert(self[index], at: index)
      case 2: insert(self[other], at: index)
      case 3: swapAt(index, other)
      default: removeSubrange(index..<Swift.min(count, index + 5))
      }
    }
  }
}
