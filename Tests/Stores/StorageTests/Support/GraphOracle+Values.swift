import StrataQuery
import StrataSchema

extension GraphOracle {
  static func number(_ value: ColumnValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  static func text(_ value: ColumnValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  static func compare(
    _ comparison: QueryExpression.Comparison, _ lhs: ColumnValue, _ rhs: ColumnValue
  ) -> Bool {
    let isEqual =
      if let a = number(lhs), let b = number(rhs) { a == b } else { lhs == rhs }
    let isLess =
      if let a = number(lhs), let b = number(rhs) {
        a < b
      } else if let a = text(lhs), let b = text(rhs) {
        a < b
      } else {
        false
      }
    let isNull = lhs.isNull || rhs.isNull
    return switch comparison {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .less: isLess
    case .lessOrEqual: isLess || (isEqual && !isNull)
    case .greater: !isNull && !isLess && !isEqual
    case .greaterOrEqual: !isNull && !isLess
    }
  }

  /// Texts are of ASCII here, so that the options mean little.
  static func compareTexts(
    _ comparison: QueryExpression.TextComparison, _ lhs: ColumnValue, _ rhs: ColumnValue,
    _ options: QueryExpression.TextOptions
  ) -> Bool {
    if comparison == .equal, lhs.isNull || rhs.isNull { return lhs.isNull && rhs.isNull }
    guard var lhs = text(lhs), var rhs = text(rhs) else { return false }
    if options.contains(.caseInsensitive) {
      lhs = lhs.lowercased()
      rhs = rhs.lowercased()
    }
    let tails = (0...lhs.count).map { lhs.dropFirst($0) }
    return switch comparison {
    case .equal: lhs == rhs
    case .contains: tails.contains { $0.starts(with: rhs) }
    case .beginsWith: lhs.starts(with: rhs)
    case .endsWith: tails.contains { $0 == rhs }
    case .like: like(lhs[...], rhs[...])
    case .matches, .containsMatch: lhs == rhs
    }
  }

  private static func like(_ text: Substring, _ pattern: Substring) -> Bool {
    switch pattern.first {
    case nil: text.isEmpty
    case "*":
      like(text, pattern.dropFirst()) || (!text.isEmpty && like(text.dropFirst(), pattern))
    case "?": !text.isEmpty && like(text.dropFirst(), pattern.dropFirst())
    case let letter: text.first == letter && like(text.dropFirst(), pattern.dropFirst())
    }
  }

  static func calculate(
    _ operation: QueryExpression.Arithmetic, _ lhs: ColumnValue, _ rhs: ColumnValue
  ) -> ColumnValue {
    if case .integer(let a) = lhs, case .integer(let b) = rhs {
      return switch operation {
      case .add: .integer(a + b)
      case .subtract: .integer(a - b)
      case .multiply: .integer(a * b)
      case .divide: .integer(a / b)
      case .remainder: .integer(a % b)
      }
    }
    guard let a = number(lhs), let b = number(rhs) else { return .null }
    return switch operation {
    case .add: .real(a + b)
    case .subtract: .real(a - b)
    case .multiply: .real(a * b)
    case .divide: .real(a / b)
    case .remainder: .null
    }
  }

  static func call(
    _ function: QueryExpression.Function, _ arguments: [ColumnValue]
  ) -> ColumnValue {
    if function == .coalesce { return arguments.first { !$0.isNull } ?? .null }
    switch (function, arguments[0]) {
    case (.negate, .integer(let number)): return .integer(-number)
    case (.negate, .real(let number)): return .real(-number)
    case (.absolute, .integer(let number)): return .integer(abs(number))
    case (.absolute, .real(let number)): return .real(abs(number))
    case (.lowercase, .text(let text)): return .text(text.lowercased())
    case (.uppercase, .text(let text)): return .text(text.uppercased())
    case (.length, .text(let text)): return .integer(Int64(text.count))
    case (.bitNot, .integer(let number)): return .integer(~number)
    default:
      guard case .integer(let number) = arguments[0], case .integer(let other) = arguments.last
      else { return .null }
      return switch function {
      case .bitAnd: .integer(number & other)
      case .bitOr: .integer(number | other)
      case .bitXor: .integer(number ^ other)
      default: .null
      }
    }
  }

  /// Of values that are there; nil when there are none.
  static func reduce(
    _ aggregate: QueryExpression.Aggregate, _ values: [ColumnValue]
  ) -> ColumnValue {
    let numbers = values.compactMap(number)
    guard let least = numbers.min(), let greatest = numbers.max() else { return .null }
    return switch aggregate {
    case .count: .integer(Int64(numbers.count))
    case .sum: .real(numbers.reduce(0, +))
    case .average: .real(numbers.reduce(0, +) / Double(numbers.count))
    case .minimum: .real(least)
    case .maximum: .real(greatest)
    }
  }
}
