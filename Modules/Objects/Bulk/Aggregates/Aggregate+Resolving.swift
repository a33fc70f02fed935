internal import Foundation
import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage
internal import StrataContexts

extension Aggregate {
  /// The query form of an aggregate, with the information needed to decode its result.
  struct Resolved {
    let query: GroupedQuery.Aggregate
    /// The values in Swift's order, if the store compares their indexes, or nil if it compares the
    /// values.
    fileprivate let ranks: [[QueryExpression]]?
    fileprivate let words: String
  }

  /// Translates the aggregate into its query form.
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
  /// The constant that a result is compared with, in the form of the result.
  func constant(_ value: some Any) throws -> ColumnValue {
    guard let column = try StoredValue.encode(value).first else { return .null }
    guard let ranks else { return column }
    return ranks.firstIndex { $0.contains(.literal(column)) }.map { .integer(Int64($0)) } ?? .null
  }

  /// Decodes a result.
  func value(of result: AggregateValue) throws -> Value {
    if let ranks { return try decode(Self.value(at: result, in: ranks)) }
    let column = result.column(query.kind)
    guard query.function == .sum else { return try decode(column ?? .null) }
    do {
      if let column { return try decode(column) }
    } catch {
      // Each addend fits the type, so only a sum that is too large can't be decoded.
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
