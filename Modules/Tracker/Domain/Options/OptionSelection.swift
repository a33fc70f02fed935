/// A set of option numbers from 0 to 63, stored in the bits of one integer.
///
/// Every bit pattern is valid, so an integer column can store `rawValue` as it is. Number *n* is
/// bit *n*. Number 63 is the sign bit, so a raw value with it is negative.
public struct OptionSelection: Equatable, Hashable, Sendable, RawRepresentable {
  /// The range of valid numbers.
  public static let validNumbers: ClosedRange<Int> = 0...63

  /// The bit pattern.
  public let rawValue: Int64

  /// Makes a selection of a bit pattern. Each one is valid.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Makes the empty selection.
  public init() {
    self.init(rawValue: 0)
  }

  /// Makes a selection of numbers in any order. Duplicates have no effect.
  ///
  /// - Throws: `OptionSelectionError.numberIsOutOfRange` for the first number that isn't in
  ///   `validNumbers`.
  public init(_ numbers: some Sequence<Int>) throws(OptionSelectionError) {
    var selection = OptionSelection()
    for number in numbers {
      try selection.insert(number)
    }
    self = selection
  }
}

extension OptionSelection {
  /// The raw value without a sign, for counting and shifting bits.
  var bits: UInt64 { UInt64(bitPattern: rawValue) }

  init(bits: UInt64) {
    self.init(rawValue: Int64(bitPattern: bits))
  }

  /// Makes a selection of one number.
  init(number: Int) throws(OptionSelectionError) {
    guard Self.validNumbers.contains(number) else { throw .numberIsOutOfRange(number) }
    self.init(bits: 1 << UInt64(number))
  }
}

extension OptionSelection: CustomStringConvertible {
  /// The numbers in ascending order, in the form of an array: `[0, 5, 63]`.
  public var description: String { Array(self).description }
}
