internal import Foundation
internal import Synchronization

/// SplitMix64: random enough for tests, and the same for the same seed everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed of the sequence.
  public let seed: UInt64
  private var state: UInt64

  /// Takes the seed from the variable `STRATA_TEST_SEED`, to repeat a failure; or one that follows from
  /// `STRATA_RUN_SEED`, to repeat a whole run; or a new one. Prints it in any case.
  public init(for test: String = #function) {
    func variable(_ name: String) -> UInt64? {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
    self.init(
      seed: variable("STRATA_TEST_SEED")
        ?? variable("STRATA_RUN_SEED").map { Self.seed(inRun: $0, test) }
        ?? UInt64.random(in: .min ... .max))
    print("\(test): STRATA_TEST_SEED=\(seed)")
  }

  /// Takes a seed, and says nothing: whoever has it tells.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The number of generators that each test has made. Each generator has its own seed.
  private static let counts = Mutex<[String: UInt64]>([:])

  private static func seed(inRun run: UInt64, _ test: String) -> UInt64 {
    let count = counts.withLock { counts in
      counts[test, default: 0] += 1
      return counts[test, default: 0]
    }
    // FNV-1a: strings have another hash in each process.
    let name = test.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var generator = SeededGenerator(seed: run ^ name &+ count)
    return generator.next()
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  /// Returns true with a probability of `numerator` in `denominator`.
  public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    Int.random(in: 0..<denominator, using: &self) < numerator
  }

  /// A text of letters that are drawn one by one.
  public mutating func text(of letters: String, upTo length: Int) -> String {
    let letters = Array(letters)
    var text = ""
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      text.append(letters[Int.random(in: 0..<letters.count, using: &self)])
    }
    return text
  }
}
