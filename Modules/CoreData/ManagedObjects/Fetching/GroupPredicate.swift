internal import Foundation
import StrataQueryText

/// Translates a predicate to a condition on groups: comparisons of aggregates with constants. The
/// predicate names an aggregate as a variable or like a property.
struct GroupPredicate {
  private let aggregates: [String: AggregateSyntax]

  init(_ aggregates: [String: AggregateSyntax]) { self.aggregates = aggregates }

  /// Translates a predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  func syntax(_ predicate: NSPredicate) throws(ManagedObjectError) -> GroupConditionSyntax {
    switch predicate.textual {
    case let predicate as FormatPredicate:
      return try condition(try predicate.syntax(), predicate)
    case let compound as NSCompoundPredicate:
      var terms: [GroupConditionSyntax] = []
      for term in compound.subpredicates { terms.append(try syntax(term)) }
      switch compound.compoundPredicateType {
      case .and: return .and(terms)
      case .or: return .or(terms)
      case .not: return .not(.and(terms))
      }
    case NSPredicate(value: true): return .and([])
    case NSPredicate(value: false): return .or([])
    default:
      throw .invalidPredicate(
        "\(type(of: predicate))", reason: "a store can't run a block; say it as a text")
    }
  }

  private func condition(
    _ syntax: PredicateSyntax, _ predicate: FormatPredicate
  ) throws(ManagedObjectError) -> GroupConditionSyntax {
    switch syntax.kind {
    case .constant(let truth): return truth ? .and([]) : .or([])
    case .and(let terms): return .and(try conditions(terms, predicate))
    case .or(let terms): return .or(try conditions(terms, predicate))
    case .not(let term): return .not(try condition(term, predicate))
    case .comparison(let comparison): return try self.comparison(comparison, syntax, predicate)
    }
  }

  private func conditions(
    _ terms: [PredicateSyntax], _ predicate: FormatPredicate
  ) throws(ManagedObjectError) -> [GroupConditionSyntax] {
    var all: [GroupConditionSyntax] = []
    for term in terms { all.append(try condition(term, predicate)) }
    return all
  }

  private func comparison(
    _ comparison: ComparisonSyntax, _ syntax: PredicateSyntax, _ predicate: FormatPredicate
  ) throws(ManagedObjectError) -> GroupConditionSyntax {
    func invalid(_ reason: String) -> ManagedObjectError {
      .invalidPredicate(predicate.format, reason: reason)
    }
    let mirrored: [ComparisonOperator: ComparisonOperator] = [
      .equal: .equal, .notEqual: .notEqual, .lessThan: .greaterThan, .greaterThan: .lessThan,
      .lessThanOrEqual: .greaterThanOrEqual, .greaterThanOrEqual: .lessThanOrEqual,
    ]
    guard comparison.modifier == .direct, comparison.options.isEmpty,
      let turned = mirrored[comparison.comparisonOperator]
    else { throw invalid("groups are chosen by ==, !=, <, <=, > and >= alone") }
    if let aggregate = aggregate(comparison.lhs) {
      guard let constant = constant(comparison.rhs, predicate) else {
        throw invalid(
          "\(comparison.rhs) is no number or text that a group's \(comparison.lhs) is compared with"
        )
      }
      return .comparison(aggregate, comparison.comparisonOperator, constant, syntax.range)
    }
    guard let aggregate = aggregate(comparison.rhs) else {
      throw invalid(
        "\(comparison.lhs) is none of the aggregates that are fetched, by which groups are chosen; what each object "
          + "has belongs to the request's predicate")
    }
    guard let constant = constant(comparison.lhs, predicate) else {
      throw invalid(
        "\(comparison.lhs) is no number or text that a group's \(comparison.rhs) is compared with")
    }
    return .comparison(aggregate, turned, constant, syntax.range)
  }

  private func aggregate(_ expression: ExpressionSyntax) -> AggregateSyntax? {
    switch expression.kind {
    case .variable(let name): aggregates[name]
    case .keyPath(let path) where path.count == 1: aggregates[path[0].name]
    default: nil
    }
  }

  private func constant(
    _ expression: ExpressionSyntax, _ predicate: FormatPredicate
  ) -> LiteralSyntax? {
    switch expression.kind {
    case .literal(let literal): literal
    case .variable(let name): predicate.arguments[name]?.literal
    default: nil
    }
  }
}

extension QueryArgument {
  /// The value as a literal, or nil if its type has none.
  fileprivate var literal: LiteralSyntax? {
    switch self {
    case .null: .null
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .decimal(let number): .real(NSDecimalNumber(decimal: number).doubleValue)
    case .text(let text): .string(text)
    case .date, .data, .uuid, .url, .object, .list: nil
    }
  }
}
