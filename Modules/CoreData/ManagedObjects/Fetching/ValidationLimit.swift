internal import Foundation
import StrataDescriptions
import StrataQueryText

/// A validation rule that a predicate expresses.
enum ValidationLimit {
  case least(AttributeValue)
  case greatest(AttributeValue)
  case pattern(String)

  /// Extracts the rules from a predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  static func limits(
    of predicate: NSPredicate, for attribute: AttributeDescription
  ) throws(ManagedObjectError) -> [ValidationLimit] {
    if let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and {
      var limits: [ValidationLimit] = []
      for term in compound.subpredicates { limits += try Self.limits(of: term, for: attribute) }
      return limits
    }
    guard let predicate = predicate.textual as? FormatPredicate else {
      throw .invalidPredicate("\(predicate)", reason: "the limits of a model are said as a text")
    }
    return try LimitReader(predicate, attribute).limits(try predicate.syntax())
  }
}

/// Extracts validation rules from a parsed predicate.
private struct LimitReader {
  private let predicate: FormatPredicate
  private let type: AttributeType

  init(_ predicate: FormatPredicate, _ attribute: AttributeDescription) {
    (self.predicate, type) = (predicate, attribute.type)
  }

  private var unknown: ManagedObjectError {
    .invalidPredicate(
      predicate.format,
      reason:
        "a model has limits and patterns of \(type.name); write SELF >= 1, length <= 30 or SELF "
        + "MATCHES '[a-z]+'")
  }

  func limits(_ syntax: PredicateSyntax) throws(ManagedObjectError) -> [ValidationLimit] {
    switch syntax.kind {
    case .and(let terms):
      var limits: [ValidationLimit] = []
      for term in terms { limits += try self.limits(term) }
      return limits
    case .comparison(let comparison)
    where comparison.modifier == .direct && comparison.options == []:
      return try limits(comparison)
    default: throw unknown
    }
  }

  private func limits(_ comparison: ComparisonSyntax) throws(ManagedObjectError)
    -> [ValidationLimit]
  {
    let isLength = try isLength(comparison.lhs)
    let right = comparison.rhs
    if comparison.comparisonOperator == .matches {
      guard type == .string, !isLength, case .text(let pattern)? = argument(right) else {
        throw unknown
      }
      return [.pattern(pattern)]
    }
    guard isLength == (type == .string) else { throw unknown }
    switch comparison.comparisonOperator {
    case .greaterThanOrEqual: return [.least(try value(right))]
    case .greaterThan: return [.least(try value(right, beside: 1))]
    case .lessThanOrEqual: return [.greatest(try value(right))]
    case .lessThan: return [.greatest(try value(right, beside: -1))]
    case .equal: return [.least(try value(right)), .greatest(try value(right))]
    case .between:
      if case .aggregate(let ends) = right.kind, ends.count == 2 {
        return [.least(try value(ends[0])), .greatest(try value(ends[1]))]
      }
      guard case .list(let ends)? = argument(right), ends.count == 2 else { throw unknown }
      return [.least(try value(ends[0])), .greatest(try value(ends[1]))]
    default: throw unknown
    }
  }

  /// True for a limit of the text's length, false for one of the value itself.
  private func isLength(_ expression: ExpressionSyntax) throws(ManagedObjectError) -> Bool {
    switch expression.kind {
    case .selfObject: return false
    case .keyPath(["length"]): return true
    case .member(let owner, ["length"]) where owner.kind == .selfObject: return true
    case .function(.length, let arguments) where arguments.map(\.kind) == [.selfObject]: return true
    default: throw unknown
    }
  }

  private func argument(_ expression: ExpressionSyntax) -> QueryArgument? {
    switch expression.kind {
    case .variable(let name):
      return predicate.arguments[name.hasPrefix("$") ? String(name.dropFirst()) : name]
    case .literal(.integer(let number)): return .integer(number)
    case .literal(.real(let number)): return .real(number)
    case .literal(.string(let text)): return .text(text)
    default: return nil
    }
  }

  private func value(
    _ expression: ExpressionSyntax, beside step: Int64 = 0
  ) throws(ManagedObjectError) -> AttributeValue {
    guard let argument = argument(expression) else { throw unknown }
    return try value(argument, beside: step)
  }

  /// Converts an argument to a limit.
  ///
  /// - Parameter step: 1 or -1 for an exclusive limit, else 0. Only integers can have exclusive
  ///   limits.
  private func value(
    _ argument: QueryArgument, beside step: Int64 = 0
  ) throws(ManagedObjectError) -> AttributeValue {
    switch (argument, type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64), (.integer(let number), .string):
      let (limit, overflows) = number.addingReportingOverflow(step)
      guard !overflows else { throw unknown }
      return .integer(limit)
    case (.integer(let number), .double) where step == 0,
      (.integer(let number), .float) where step == 0:
      return .double(Double(number))
    case (.real(let number), .double) where step == 0, (.real(let number), .float) where step == 0:
      return .double(number)
    case (.integer(let number), .decimal) where step == 0: return .decimal(Decimal(number))
    case (.decimal(let number), .decimal) where step == 0: return .decimal(number)
    case (.date(let date), .date) where step == 0: return .date(date)
    default: throw unknown
    }
  }
}
