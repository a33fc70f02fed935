/// A set of option numbers from 0 to 63, kept in the bits of one integer.
///
/// Every bit pattern is a selection, so `rawValue` fits an integer column as it is: number *n* is bit
/// *n*, and number 63 the sign bit, with which the raw value is negative.
public struct OptionSelection: Equatable, Hashable, Sendable, RawRepresentable {
  /// The numbers that a selection can hold.
  public static let validNumbers: ClosedRange<Int> = 0...63

  /// The bit pattern.
  public let rawValue: Int64

  /// Takes a bit pattern; each one is valid.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Makes the empty selection.
  public init() {
    self.init(rawValue: 0)
  }

  /// Makes a selection of numbers in any order; one that comes twice is in it once.
  ///
  /// - Throws: `OptionSelectionError.numberIsOutOfRange` for the first number that isn't in `validNumbers`.
  public init(_ numbers: some Sequence<Int>) throws(OptionSelectionError) {
    var selection = OptionSelection()
    for number in numbers {
      try selection.insert(number)
    }
    self = selection
  }
}

extension OptionSelection {
  /// The raw value without a sign, which is what counting and shifting bits wants.
  var bits: UInt64 { UInt64(bitPattern: rawValue) }

  init(bits: UInt64) {
    self.init(rawValue: Int64(bitPattern: bits))
  }

  /// The selection of one number.
  init(number: Int) throws(OptionSelectionError) {
    guard Self.validNumbers.contains(number) else { throw .numberIsOutOfRange(number) }
    self.init(bits: 1 << UInt64(number))
  }
}

extension OptionSelection: CustomStringConvertible {
  /// The numbers in ascending order, as an array is written: `[0, 5, 63]`.
  public var description: String { Array(self).description }
}
