public import StrataSchema

/// A set of numbers from 0 to 63 that one INTEGER column keeps in its bits: bit n for number n.
///
/// Predicates ask such a column by its bits: `contains`, `isEmpty`, `count`.
public protocol BitmaskColumnRepresentable: ColumnRepresentable, Sequence
where Element: FixedWidthInteger {
  /// The bits.
  var bitmask: Int64 { get }
}

extension BitmaskColumnRepresentable {
  /// One INTEGER column: a bitmask.
  public static var columns: [ColumnDescription] {
    [ColumnDescription("", .integer, meaning: .bitmask)]
  }

  /// One.
  public static var columnCount: Int { 1 }

  /// Binds the bits.
  public func bind(to binder: inout Binder) throws { binder.bind(integer: bitmask) }
}

extension BitmaskColumnRepresentable where Self: RawRepresentable, RawValue == Int64 {
  /// The raw value.
  public var bitmask: Int64 { rawValue }

  /// Reads the bits; ``RawRepresentable/init(rawValue:)`` says whether they are a set.
  public init(from row: inout Row) throws {
    let bits = try row.integer()
    guard let value = Self(rawValue: bits) else {
      throw row.invalidLast("\(bits) is no \(Self.self)")
    }
    self = value
  }
}
