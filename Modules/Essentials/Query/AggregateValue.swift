package import Foundation
package import StrataSchema

/// A value that rows are grouped by, or that is worked out over them: what a column means, rather
/// than how it is written, so that equal values are the same and their order is their meaning's.
package enum AggregateValue: Sendable, Hashable {
  case none
  // A sum of 64-bit numbers needs more than 64 bits on the way.
  case integer(Int128)
  case real(Double)
  case decimal(Decimal)
  // As bytes, since texts are the same for the store only where their bytes are.
  case text(Data)
  case blob(Data)

  /// How a column's values are counted with.
  package enum Kind: Sendable, Hashable {
    case integer
    /// Two's complement of 64 bits.
    case unsigned
    case real
    /// The digits of a decimal number.
    case decimal
    /// A text or bytes, which have an order and no sum.
    case other

    /// What a column's description says.
    package init(_ column: ColumnDescription) {
      switch (column.storageClass, column.meaning) {
      case (_, .unsigned): self = .unsigned
      case (_, .decimal): self = .decimal
      case (.integer, _): self = .integer
      case (.real, _): self = .real
      default: self = .other
      }
    }
  }

  /// What a column's raw value means.
  ///
  /// - Throws: ``NoDecimal``.
  package init(_ value: ColumnValue, _ kind: Kind) throws(NoDecimal) {
    switch (value, kind) {
    case (.null, _): self = .none
    case (.integer(let number), .unsigned): self = .integer(Int128(UInt64(bitPattern: number)))
    case (.integer(let number), .real): self = .real(Double(number))
    case (.integer(let number), _): self = .integer(Int128(number))
    case (.real(let number), _): self = .real(number)
    case (.text(let digits), .decimal):
      guard let number = Decimal(digits: digits) else { throw NoDecimal(text: digits) }
      self = .decimal(number)
    case (.text(let text), _): self = .text(Data(text.utf8))
    case (.blob(let data), _): self = .blob(data)
    }
  }

  /// What a column means that SQL has made fit to be ordered.
  package init(ordered value: ColumnValue, _ kind: Kind) throws(NoDecimal) {
    if kind == .unsigned, case .integer(let number) = value {
      self = .integer(Int128(number) - Int128(Int64.min))
    } else {
      try self.init(value, kind)
    }
  }

  /// The same the other way: the column to compare with one that is fit to be ordered.
  package func orderedColumn(_ kind: Kind) -> ColumnValue {
    if kind == .unsigned, case .integer(let number) = self {
      return .integer(Int64(clamping: number + Int128(Int64.min)))
    }
    return column(kind) ?? .null
  }

  /// A text that stands where the digits of a decimal number should.
  package struct NoDecimal: Error, CustomStringConvertible {
    package let text: String
    package var description: String { "'\(text)' is no decimal number" }
  }

  /// The column that holds the value; nil for an integer that no column can hold.
  package func column(_ kind: Kind) -> ColumnValue? {
    switch self {
    case .none: return .null
    case .integer(let number) where kind == .unsigned:
      return UInt64(exactly: number).map { .integer(Int64(bitPattern: $0)) }
    case .integer(let number): return Int64(exactly: number).map { .integer($0) }
    case .real(let number): return .real(number)
    case .decimal(let number): return number.isNaN ? nil : .text(number.digits)
    case .text(let bytes): return .text(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): return .blob(bytes)
    }
  }
}

extension AggregateValue {
  /// The order of the store: no value before numbers, numbers before texts, texts before bytes.
  package func order(_ other: AggregateValue) -> ComparisonResult {
    func by<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> ComparisonResult {
      lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
    }
    func bytes(_ lhs: Data, _ rhs: Data) -> ComparisonResult {
      if lhs == rhs { return .orderedSame }
      return lhs.lexicographicallyPrecedes(rhs) ? .orderedAscending : .orderedDescending
    }
    return switch (self, other) {
    case (.integer(let lhs), .integer(let rhs)): by(lhs, rhs)
    case (.real(let lhs), .real(let rhs)): by(lhs, rhs)
    case (.decimal(let lhs), .decimal(let rhs)): by(lhs, rhs)
    case (.text(let lhs), .text(let rhs)), (.blob(let lhs), .blob(let rhs)): bytes(lhs, rhs)
    default: by(rank, other.rank)
    }
  }

  private var rank: Int {
    switch self {
    case .none: 0
    case .integer, .real, .decimal: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// Whether a comparison of the value with another is true.
  package func meets(
    _ comparison: QueryExpression.Comparison, _ other: AggregateValue
  ) -> Bool {
    if case .real(let number) = self, number.isNaN { return comparison == .notEqual }
    let order = order(other)
    if comparison == .equal { return order == .orderedSame }
    if comparison == .notEqual { return order != .orderedSame }
    // An order with no value is neither way.
    guard self != .none, other != .none else { return false }
    return switch comparison {
    case .less: order == .orderedAscending
    case .lessOrEqual: order != .orderedDescending
    case .greater: order == .orderedDescending
    default: order != .orderedAscending
    }
  }
}

extension Decimal {
  /// The digits, as a column keeps them.
  package var digits: String {
    var value = self
    return NSDecimalString(&value, Locale(identifier: "en_US_POSIX"))
  }
}

extension AggregateValue: CustomStringConvertible {
  /// The value for messages.
  package var description: String {
    switch self {
    case .none: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .decimal(let number): number.digits
    case .text(let bytes): "'\(String(decoding: bytes, as: UTF8.self))'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
