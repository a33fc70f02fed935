package import Foundation
package import StrataSchema

/// A group's key or an aggregate's result, as the value that a column means rather than its
/// encoding.
///
/// So equal values are equal here, and are ordered by their meaning.
package enum AggregateValue: Sendable, Hashable {
  case none
  // 128 bits, since a sum of 64-bit numbers needs more than 64 bits for intermediate results.
  case integer(Int128)
  case real(Double)
  case decimal(Decimal)
  // Bytes, since the store compares texts by their bytes.
  case text(Data)
  case blob(Data)

  /// The arithmetic of a column's values.
  package enum Kind: Sendable, Hashable {
    case integer
    /// Unsigned 64-bit integers, in two's complement.
    case unsigned
    case real
    /// Decimal numbers, as digits.
    case decimal
    /// Texts or bytes, which have an order but no sum.
    case other

    /// Chooses the arithmetic by a column's description.
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

  /// Decodes a column's raw value.
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

  /// Decodes a column's value that SQL has converted so that it can be ordered.
  package init(ordered value: ColumnValue, _ kind: Kind) throws(NoDecimal) {
    if kind == .unsigned, case .integer(let number) = value {
      self = .integer(Int128(number) - Int128(Int64.min))
    } else {
      try self.init(value, kind)
    }
  }

  /// Encodes the value for comparison with columns that SQL has converted so that they can be
  /// ordered.
  package func orderedColumn(_ kind: Kind) -> ColumnValue {
    if kind == .unsigned, case .integer(let number) = self {
      return .integer(Int64(clamping: number + Int128(Int64.min)))
    }
    return column(kind) ?? .null
  }

  /// The error for a text that should be the digits of a decimal number.
  package struct NoDecimal: Error, CustomStringConvertible {
    package let text: String
    package var description: String { "'\(text)' is no decimal number" }
  }

  /// Encodes the value into a column, or returns nil for an integer beyond the column's range.
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
  /// Compares in the store's order: nil before numbers, numbers before texts, texts before bytes.
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

  /// Returns true if the value compares with another as stated.
  package func meets(
    _ comparison: QueryExpression.Comparison, _ other: AggregateValue
  ) -> Bool {
    if case .real(let number) = self, number.isNaN { return comparison == .notEqual }
    let order = order(other)
    if comparison == .equal { return order == .orderedSame }
    if comparison == .notEqual { return order != .orderedSame }
    // An ordering comparison with nil is always false.
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
  /// The digits in the form of a column.
  package var digits: String {
    var value = self
    return NSDecimalString(&value, Locale(identifier: "en_US_POSIX"))
  }
}

extension AggregateValue: CustomStringConvertible {
  /// The value in the form of messages.
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
