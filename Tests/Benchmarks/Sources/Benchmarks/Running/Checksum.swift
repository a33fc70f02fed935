/// What a contender came to: how many rows, and a sum over their values.
struct Checksum: Equatable, CustomStringConvertible {
  var count = 0
  var sum: UInt64 = 0

  var description: String { "\(count) rows with sum \(sum)" }

  /// Adds a number; the order of numbers counts.
  mutating func add(_ number: some BinaryInteger) {
    sum = (sum &* 31) &+ UInt64(truncatingIfNeeded: number)
  }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
  }
}
