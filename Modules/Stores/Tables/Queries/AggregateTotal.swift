internal import Foundation
package import StrataQuery
package import StrataSchema

/// A partial result of an aggregate. Totals of parts of a group add up to the total of the group,
/// so that stored and unsaved values can be combined.
package struct AggregateTotal {
  private let function: GroupedQuery.Aggregate.Function
  private let kind: AggregateValue.Kind
  private var count = 0
  private var sum: AggregateValue = .none
  // Filled only where values that aren't saved are counted together with the store's.
  private var distinct: Set<AggregateValue> = []

  /// The total of nothing.
  package init(_ aggregate: GroupedQuery.Aggregate) {
    function = aggregate.function
    kind = aggregate.value?.kind ?? .integer
    switch (function, kind) {
    case (.sum, .real): sum = .real(0)
    case (.sum, .decimal): sum = .decimal(0)
    case (.sum, _): sum = .integer(0)
    default: break
    }
  }

  /// Adds one row's value.
  package mutating func add(_ value: AggregateValue) {
    if function == .count {
      count += 1
    } else if value != .none {
      count += 1
      take(value)
    }
  }

  /// Adds what the store has worked out: the columns that the aggregate is selected as.
  package mutating func add(part columns: ArraySlice<ColumnValue>) throws(AggregateValue.NoDecimal)
  {
    let first = columns.first ?? .null
    switch function {
    case .count, .countDistinct: count += Self.number(first)
    case .sum, .average:
      let added = Self.number(columns.last ?? .null)
      count += added
      guard !first.isNull else {
        // Infinity and its opposite make no number, which SQL has no value for.
        if added > 0 { take(kind == .decimal ? .decimal(.nan) : .real(.nan)) }
        return
      }
      if kind == .integer || kind == .unsigned {
        let low = Self.number(columns[columns.startIndex + 1])
        take(.integer(Int128(Self.number(first)) << 32 + Int128(low)))
      } else {
        take(try AggregateValue(first, kind))
      }
    case .minimum, .maximum:
      take(try AggregateValue(ordered: first, kind))
    }
  }

  /// Adds a value that is counted once.
  package mutating func add(distinct value: AggregateValue) {
    if value != .none { distinct.insert(value) }
  }

  private static func number(_ value: ColumnValue) -> Int {
    if case .integer(let number) = value { Int(number) } else { 0 }
  }

  private mutating func take(_ value: AggregateValue) {
    guard value != .none else { return }
    switch function {
    case .count: break
    case .countDistinct: distinct.insert(value)
    case .minimum:
      if sum == .none || value.order(sum) == .orderedAscending { sum = value }
    case .maximum:
      if sum == .none || value.order(sum) == .orderedDescending { sum = value }
    case .sum, .average:
      switch (sum, value) {
      case (.integer(let lhs), .integer(let rhs)): sum = .integer(lhs + rhs)
      case (.real(let lhs), .real(let rhs)): sum = .real(lhs + rhs)
      case (.decimal(let lhs), .decimal(let rhs)): sum = .decimal(lhs + rhs)
      default: sum = value
      }
    }
  }

  /// The result.
  package var result: AggregateValue {
    switch function {
    case .count: .integer(Int128(count))
    // Counted by the store, or value by value.
    case .countDistinct: .integer(Int128(distinct.isEmpty ? count : distinct.count))
    case .sum, .minimum, .maximum: sum
    case .average where count == 0: .none
    case .average:
      switch sum {
      case .integer(let total): .real(Double(total) / Double(count))
      case .real(let total): .real(total / Double(count))
      case .decimal(let total): .real((Double(total.digits) ?? .nan) / Double(count))
      default: .none
      }
    }
  }
}
