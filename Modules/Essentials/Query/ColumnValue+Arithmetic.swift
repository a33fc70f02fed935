package import Foundation
package import StrataSchema

// SQLite's order and arithmetic of values, for objects in memory.
extension ColumnValue {
  /// The value as a number, or nil if it isn't one.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .text(let text): Double(text)
    case .null, .blob: nil
    }
  }

  /// The value cast to an integer as SQLite does, or nil if it is NULL or a blob.
  package var truncated: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value) where value.isNaN: nil
    case .real(let value):
      value >= 0x1p63 ? .max : value <= -0x1p63 ? .min : Int64(value.rounded(.towardZero))
    case .text(let text): Int64(text) ?? 0
    case .null, .blob: nil
    }
  }

  /// True for the real NaN, which SQLite stores as NULL.
  package var isNaN: Bool {
    if case .real(let value) = self { return value.isNaN }
    return false
  }

  /// Returns a real, or NULL for NaN, as SQLite does.
  package static func finite(_ value: Double) -> ColumnValue { value.isNaN ? .null : .real(value) }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// Compares in SQLite's order: NULL before numbers before texts before blobs, and texts by their
  /// bytes.
  package func order(_ other: ColumnValue) -> ComparisonResult {
    func by<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> ComparisonResult {
      lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
    }
    switch (self, other) {
    case (.integer(let lhs), .integer(let rhs)): return by(lhs, rhs)
    case (.integer(let lhs), .real(let rhs)): return Self.order(lhs, rhs)
    case (.real(let lhs), .integer(let rhs)): return Self.order(rhs, lhs).reversed
    case (.text(let lhs), .text(let rhs)):
      if lhs.utf8.elementsEqual(rhs.utf8) { return .orderedSame }
      return lhs.utf8.lexicographicallyPrecedes(rhs.utf8) ? .orderedAscending : .orderedDescending
    case (.blob(let lhs), .blob(let rhs)):
      if lhs == rhs { return .orderedSame }
      return lhs.lexicographicallyPrecedes(rhs) ? .orderedAscending : .orderedDescending
    default:
      guard rank == 1, other.rank == 1, let lhs = number, let rhs = other.number else {
        return by(rank, other.rank)
      }
      return by(lhs, rhs)
    }
  }

  // Exact, as in SQLite. Conversion to Double would round an integer beyond 2^53.
  private static func order(_ lhs: Int64, _ rhs: Double) -> ComparisonResult {
    if rhs >= 0x1p63 { return .orderedAscending }
    if rhs < -0x1p63 { return .orderedDescending }
    let whole = Int64(rhs.rounded(.towardZero))
    if lhs != whole { return lhs < whole ? .orderedAscending : .orderedDescending }
    let fraction = rhs - rhs.rounded(.towardZero)
    return fraction > 0 ? .orderedAscending : fraction < 0 ? .orderedDescending : .orderedSame
  }

  /// Calculates with two values.
  ///
  /// Integers remain integers unless they overflow, and a division by zero is NULL.
  package func combined(_ operation: QueryExpression.Arithmetic, _ other: ColumnValue)
    -> ColumnValue
  {
    if case .integer(let lhs) = self, case .integer(let rhs) = other {
      let (value, overflow): (Int64, Bool)
      switch operation {
      case .add: (value, overflow) = lhs.addingReportingOverflow(rhs)
      case .subtract: (value, overflow) = lhs.subtractingReportingOverflow(rhs)
      case .multiply: (value, overflow) = lhs.multipliedReportingOverflow(by: rhs)
      case .divide:
        if rhs == 0 { return .null }
        (value, overflow) = lhs.dividedReportingOverflow(by: rhs)
      case .remainder:
        if rhs == 0 { return .null }
        if rhs == -1 { return .integer(0) }
        (value, overflow) = lhs.remainderReportingOverflow(dividingBy: rhs)
      }
      if !overflow { return .integer(value) }
    }
    guard let lhs = number, let rhs = other.number else { return .null }
    switch operation {
    case .add: return .finite(lhs + rhs)
    case .subtract: return .finite(lhs - rhs)
    case .multiply: return .finite(lhs * rhs)
    case .divide: return rhs == 0 ? .null : .finite(lhs / rhs)
    case .remainder:
      // SQLite casts operands of the remainder to integers.
      guard let lhs = truncated, let rhs = other.truncated, rhs != 0 else { return .null }
      return .real(rhs == -1 ? 0 : Double(lhs % rhs))
    }
  }
}

extension ComparisonResult {
  fileprivate var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}

// Unsigned 64-bit numbers are stored in two's complement. The store and the evaluation in memory
// call the same functions, so that both agree.
extension Int64 {
  /// A signed number in the order of the unsigned ones.
  package var unsignedOrder: Int64 { self ^ .min }

  /// Calculates with two unsigned numbers in two's complement, or returns nil if the result is no
  /// such number.
  package func unsigned(_ operation: QueryExpression.Arithmetic, _ other: Int64) -> Int64? {
    let (lhs, rhs) = (UInt64(bitPattern: self), UInt64(bitPattern: other))
    let result: (partialValue: UInt64, overflow: Bool) =
      switch operation {
      case .add: lhs.addingReportingOverflow(rhs)
      case .subtract: lhs.subtractingReportingOverflow(rhs)
      case .multiply: lhs.multipliedReportingOverflow(by: rhs)
      case .divide: lhs.dividedReportingOverflow(by: rhs)
      case .remainder: lhs.remainderReportingOverflow(dividingBy: rhs)
      }
    return result.overflow ? nil : Int64(bitPattern: result.partialValue)
  }
}
