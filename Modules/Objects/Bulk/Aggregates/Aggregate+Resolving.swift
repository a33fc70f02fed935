internal import Foundation
import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage
internal import StrataStack

extension Aggregate {
  /// What an aggregate is in a query, and how its result is read.
  struct Resolved {
    let query: GroupedQuery.Aggregate
    /// The values among which the smallest or greatest is looked for by its place; nil where the store
    /// orders values by themselves.
    fileprivate let ranks: [[QueryExpression]]?
    fileprivate let words: String
  }

  /// The aggregate of a query.
  func resolved() throws -> Resolved {
    let words = keyPath.map { Model._$entity.words(for: $0) } ?? ""
    guard let keyPath else { return Resolved(query: .init(function), ranks: nil, words: words) }
    let value = try Model.groupValue(at: keyPath, of: operandType)
    switch function {
    case .count: break
    case .countDistinct: try Model.checkEquality(of: operandType, keyPath)
    case .sum, .average:
      guard value.kind != .other else {
        throw StackError.unsupportedAggregate(
          "a sum of \(words), which is no number in the store")
      }
    case .minimum, .maximum:
      if let ranks = try PredicateTranslator().ranks(of: operandType) {
        let rank = GroupedQuery.Value.column(
          value.expression.place(in: ranks), .init("", .integer))
        return Resolved(query: .init(function, of: rank), ranks: ranks, words: words)
      }
      guard value.expression.meaning != .json else {
        throw StackError.unsupportedAggregate(
          "the order of \(words), whose values are JSON in the store")
      }
    }
    return Resolved(query: .init(function, of: value), ranks: nil, words: words)
  }
}

extension Aggregate.Resolved {
  /// A value that the aggregate is compared with, as its result would be.
  func constant(_ value: some Any) throws -> ColumnValue {
    guard let column = try StoredValue.encode(value).first else { return .null }
    guard let ranks else { return column }
    return ranks.firstIndex { $0.contains(.literal(column)) }.map { .integer(Int64($0)) } ?? .null
  }

  /// The value that a result is.
  func value(of result: AggregateValue) throws -> Value {
    if let ranks { return try decode(Self.value(at: result, in: ranks)) }
    let column = result.column(query.kind)
    guard query.function == .sum else { return try decode(column ?? .null) }
    do {
      if let column { return try decode(column) }
    } catch {
      // A sum of a type's values is none of them only where it is too large.
    }
    throw StackError.sumTooLarge(property: words, sum: "\(result)", type: "\(Value.self)")
  }

  private func decode(_ column: ColumnValue) throws -> Value {
    try StoredValue.decode([column], as: Value.self, table: Model._$entity.name)
  }

  private static func value(
    at place: AggregateValue, in ranks: [[QueryExpression]]
  ) -> ColumnValue {
    guard case .integer(let number) = place, let index = Int(exactly: number),
      ranks.indices.contains(index), case .literal(let value)? = ranks[index].first
    else { return .null }
    return value
  }
}
