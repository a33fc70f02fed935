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

// The encoded form is an array of ascending numbers instead of `rawValue`, which only stores use.
// JSON readers that represent numbers as doubles would lose bits beyond 2⁵³, and a negative integer
// is unreadable as a set.
extension OptionSelection: Codable {
  /// Decodes an array of numbers, in any order.
  ///
  /// - Throws: A `DecodingError` with the text of `OptionSelectionError`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    do {
      try self.init(numbers)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Encodes the numbers as an array, in ascending order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}

// Conversions of option numbers to one integer, for models that store the integer itself.
extension Sequence where Element == Int {
  /// Returns an integer with the bit of each number set: the raw value of their
  /// ``OptionSelection``.
  ///
  /// - Throws: ``OptionSelectionError/numberIsOutOfRange(_:)`` for the first number that isn't in
  ///   ``OptionSelection/validNumbers``.
  public func optionIDsToInt64() throws(OptionSelectionError) -> Int64 {
    try OptionSelection(self).rawValue
  }
}

extension Int64 {
  /// Returns the numbers of the set bits, in ascending order.
  public func toArray() -> [Int] { Array(OptionSelection(rawValue: self)) }
}

/// The error of a number that isn't valid in an `OptionSelection`.
public enum OptionSelectionError: Error, Equatable, Hashable, Sendable {
  /// The number is less than 0 or greater than 63.
  case numberIsOutOfRange(Int)
}

extension OptionSelectionError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
  public var description: String {
    switch self {
    case .numberIsOutOfRange(let number):
      "The option number \(number) can't be in a selection: give a number from "
        + "\(OptionSelection.validNumbers.lowerBound) to \(OptionSelection.validNumbers.upperBound)."
    }
  }
}
