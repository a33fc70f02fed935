import Foundation
package import StrataModel
package import StrataQuery
import StrataSchema

/// The store's order, for objects in memory.
package struct StoredOrder<Model: PersistentModel> {
  private let keys: [(sort: Query.Sort, value: QueryEvaluator.Value)]

  /// The values that an object is ordered by: those of the sort keys, then its own key.
  private struct Entry {
    let model: Model
    let values: [ColumnValue]
    // As unsigned numbers, temporary keys, which are negative, come after permanent ones.
    let key: UInt64
  }

  package init(_ keys: [Query.Sort]) {
    self.keys = keys.map { ($0, QueryEvaluator.value($0.expression)) }
  }

  /// Merges objects into an ordered list.
  ///
  /// O(m log m) comparisons for m objects, and O(log n) evaluations for each in a list of n.
  package func merged(_ ordered: [Model], _ others: [Model]) throws -> [Model] {
    guard !others.isEmpty else { return ordered }
    let entries = try others.map(entry).sorted(by: areInOrder)
    var result: [Model] = []
    result.reserveCapacity(ordered.count + others.count)
    var start = 0
    for entry in entries {
      let end = try place(of: entry, in: ordered, from: start)
      result += ordered[start..<end]
      result.append(entry.model)
      start = end
    }
    result += ordered[start...]
    return result
  }

  // An exponential search, then a binary one, so that nearby positions are found quickly.
  private func place(of entry: Entry, in ordered: [Model], from start: Int) throws -> Int {
    var low = start
    var high = start
    var step = 1
    while high < ordered.count, areInOrder(try self.entry(ordered[high]), entry) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, ordered.count)
    while low < high {
      let middle = low + (high - low) / 2
      if areInOrder(try self.entry(ordered[middle]), entry) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func entry(_ model: Model) throws -> Entry {
    let variables = QueryEvaluator.Variables(model)
    return Entry(
      model: model, values: try keys.map { try $0.value(variables) },
      key: UInt64(bitPattern: model._$state.key))
  }

  private func areInOrder(_ lhs: Entry, _ rhs: Entry) -> Bool {
    for (index, key) in keys.enumerated() {
      let order = key.sort.order(lhs.values[index], rhs.values[index])
      if order != 0 { return order < 0 }
    }
    return lhs.key < rhs.key
  }
}

extension Query.Sort {
  /// Compares two values.
  ///
  /// The result is negative if the first comes first, and 0 if neither does.
  func order(_ lhs: ColumnValue, _ rhs: ColumnValue) -> Int {
    if lhs.isNull || rhs.isNull {
      guard lhs.isNull != rhs.isNull else { return 0 }
      let nilsAreFirst = (nils ?? (isAscending ? .first : .last)) == .first
      return lhs.isNull == nilsAreFirst ? -1 : 1
    }
    let order =
      switch (lhs, rhs) {
      case (.text(let lhs), .text(let rhs)): effectiveCollation.order(lhs, rhs)
      case (.integer(let lhs), .integer(let rhs)) where expression.isUnsigned:
        UInt64(bitPattern: lhs) < UInt64(bitPattern: rhs) ? -1 : lhs == rhs ? 0 : 1
      default: lhs.order(rhs).rawValue
      }
    return isAscending ? order : -order
  }
}
