import Foundation

/// SplitMix64: random enough for tests, and the same for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  /// Takes the seed from the variable `STRATA_TEST_SEED`, to repeat a failure, or a new one; prints
  /// it either way.
  init(for test: String = #function) {
    let given = ProcessInfo.processInfo.environment["STRATA_TEST_SEED"].flatMap(UInt64.init)
    seed = given ?? UInt64.random(in: .min ... .max)
    state = seed
    print("\(test): STRATA_TEST_SEED=\(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
