import Foundation
import StrataSchema

/// Puts objects in memory into the order that the store would give them.
final class StoredOrder<Model: PersistentModel> {
  private let keys: [Query.Sort]
  // Taken once for each object, since an object is compared with many others.
  private var values: [ObjectIdentifier: [ColumnValue]] = [:]

  /// nil for no keys.
  init?(_ keys: [Query.Sort]) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  func areInOrder(_ lhs: Model, _ rhs: Model) -> Bool {
    for (key, (left, right)) in zip(keys, zip(values(of: lhs), values(of: rhs))) {
      let order = key.order(left, right)
      if order != 0 { return order < 0 }
    }
    return false
  }

  private func values(of model: Model) -> [ColumnValue] {
    if let known = values[ObjectIdentifier(model)] { return known }
    // A value that can't be read sorts as nil; reading it again where it matters throws.
    let made = keys.map { (try? QueryEvaluator.value($0.expression, [0: model])) ?? .null }
    values[ObjectIdentifier(model)] = made
    return made
  }
}

extension Query.Sort {
  /// Less than 0 where an object with the first value comes first, 0 where neither does.
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
