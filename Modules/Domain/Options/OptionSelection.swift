/// A set of option ids from 0 to 63, kept in the bits of one integer.
///
/// Every bit pattern is a selection, so `rawValue` fits an integer column as it is: id *n* is bit
/// *n*, and id 63 the sign bit, with which the raw value is negative.
public struct OptionSelection: Equatable, Hashable, Sendable, RawRepresentable {
  /// The ids that a selection can hold.
  public static let validIDs: ClosedRange<OptionID> = 0...63

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

  /// Makes a selection of ids in any order; one that comes twice is in it once.
  ///
  /// - Throws: `OptionSelectionError.idIsOutOfRange` for the first id that isn't in `validIDs`.
  public init(_ ids: some Sequence<OptionID>) throws(OptionSelectionError) {
    var selection = OptionSelection()
    for id in ids {
      try selection.insert(id)
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

  /// The selection of one id.
  init(id: OptionID) throws(OptionSelectionError) {
    guard Self.validIDs.contains(id) else { throw .idIsOutOfRange(id) }
    self.init(bits: 1 << UInt64(id))
  }
}

extension OptionSelection: CustomStringConvertible {
  /// The ids in ascending order, as an array is written: `[0, 5, 63]`.
  public var description: String { Array(self).description }
}
