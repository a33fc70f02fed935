import Foundation
import StrataQuery
import StrataSchema

extension QueryEvaluator {
  /// Evaluates a function, with the same result as SQLite or the library's own SQL functions.
  static func apply(
    _ function: QueryExpression.Function, _ arguments: [ColumnValue]
  ) -> ColumnValue {
    let first = arguments.first ?? .null
    let second = arguments.last ?? .null
    switch (function, first) {
    case (.coalesce, _): return arguments.first { !$0.isNull } ?? .null
    case (.now, _): return .real(Date().timeIntervalSinceReferenceDate)
    case (.lowercase, .text(let text)): return .text(text.lowercased())
    case (.uppercase, .text(let text)): return .text(text.uppercased())
    case (.length, .text(let text)): return .integer(Int64(text.count))
    case (.negate, _): return ColumnValue.integer(0).combined(.subtract, first)
    case (.absolute, .integer(..<0)): return ColumnValue.integer(0).combined(.subtract, first)
    case (.absolute, .integer): return first
    case (.absolute, .real(let number)): return .real(abs(number))
    default: return applyBits(function, first, second) ?? applyNumbers(function, first, second)
    }
  }

  /// Evaluates a bitwise function, or returns nil for any other function.
  private static func applyBits(
    _ function: QueryExpression.Function, _ first: ColumnValue, _ second: ColumnValue
  ) -> ColumnValue? {
    let operation: (Int64, Int64) -> Int64
    switch function {
    case .bitAnd: operation = { $0 & $1 }
    case .bitOr: operation = { $0 | $1 }
    case .bitXor: operation = { $0 ^ $1 }
    case .leftShift: operation = { $0 << $1 }
    case .rightShift: operation = { $0 >> $1 }
    // A unary function has its argument as first and last one.
    case .bitNot: operation = { number, _ in ~number }
    default: return nil
    }
    guard let lhs = first.truncated, let rhs = second.truncated else { return .null }
    return .integer(operation(lhs, rhs))
  }

  /// Evaluates a function that SQLite lacks.
  private static func applyNumbers(
    _ function: QueryExpression.Function, _ first: ColumnValue, _ second: ColumnValue
  ) -> ColumnValue {
    switch (function, first, second) {
    case (.real, .text(let text), _): Double(text).map { .finite($0) } ?? .null
    case (.real, let value, _): value.number.map { .real($0) } ?? .null
    case (.integer, let value, _): value.truncated.map { .integer($0) } ?? .null
    case (.byteCount, .blob(let data), _): .integer(Int64(data.count))
    case (.bitCount, .integer(let bits), _): .integer(Int64(bits.nonzeroBitCount))
    case (.uuidText, .blob(let data), _): data.uuidText.map { .text($0) } ?? .null
    case (.unsignedOrder, .integer(let number), _): .integer(number.unsignedOrder)
    case (.decimalOrder, .text(let text), _): text.decimalOrder.map { .text($0) } ?? .null
    case (.unsigned(let operation), .integer(let lhs), .integer(let rhs)):
      lhs.unsigned(operation, rhs).map { .integer($0) } ?? .null
    case (.decimal(let operation), .text(let lhs), .text(let rhs)):
      lhs.decimal(operation, rhs).map { .text($0) } ?? .null
    default: .null
    }
  }
}
