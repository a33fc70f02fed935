internal import Foundation
import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage
internal import StrataStack

// What an aggregate is in a query, and how its result is read.
extension Aggregate {
  /// The aggregate of a query.
  func resolved() throws -> GroupedQuery.Aggregate {
    guard let keyPath else { return .init(function) }
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
      if let ranks = try ranks() {
        return .init(
          function, of: .column(value.expression.place(in: ranks), .init("", .integer)))
      }
      guard value.expression.meaning != .json else {
        throw StackError.unsupportedAggregate(
          "the order of \(words), whose values are JSON in the store")
      }
    }
    return .init(function, of: value)
  }

  /// A value that the aggregate is compared with, as its result would be.
  func constant(_ value: some Any) throws -> ColumnValue {
    guard let column = try StoredValue.encode(value).first else { return .null }
    guard let ranks = try ranks() else { return column }
    return ranks.firstIndex { $0.contains(.literal(column)) }.map { .integer(Int64($0)) } ?? .null
  }

  /// The value that a result is.
  func value(of result: AggregateValue, _ aggregate: GroupedQuery.Aggregate) throws -> Value {
    func decode(_ column: ColumnValue) throws -> Value {
      try StoredValue.decode([column], as: Value.self, table: Model._$entity.name)
    }
    if let ranks = try ranks() { return try decode(Self.value(at: result, in: ranks)) }
    let column = result.column(aggregate.kind)
    guard function == .sum else { return try decode(column ?? .null) }
    do {
      if let column { return try decode(column) }
    } catch {
      // A sum of a type's values is none of them only where it is too large.
    }
    throw StackError.sumTooLarge(property: words, sum: "\(result)", type: "\(Value.self)")
  }

  private var words: String { keyPath.map { Model._$entity.words(for: $0) } ?? "" }

  /// The values among which the smallest or greatest is looked for by its place; nil where the store
  /// orders values by themselves.
  private func ranks() throws -> [[QueryExpression]]? {
    guard [.minimum, .maximum].contains(function) else { return nil }
    return try PredicateTranslator().ranks(of: operandType)
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
