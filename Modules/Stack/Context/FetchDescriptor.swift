public import Foundation
internal import StrataSchema

/// Which objects of a class are wanted, in which order.
public struct FetchDescriptor<T: PersistentModel> {
  /// What they must meet; nil for all.
  public var predicate: Predicate<T>?
  /// What they are ordered by; without it, and among equals, by age.
  public var sortBy: [SortDescriptor<T>]
  /// At most so many; nil for all.
  public var fetchLimit: Int?
  /// So many are left out at the start.
  public var fetchOffset: Int?

  /// Describes a fetch.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }

  func query() throws -> Query {
    Query(
      entity: T._$entity.name,
      predicate: try predicate.map { try PredicateTranslator.translate($0) },
      sort: try sortBy.map { try PredicateTranslator.translate($0) },
      limit: fetchLimit, offset: fetchOffset ?? 0)
  }

  var pending: ObjectGraph.Pending<T> {
    let predicate = predicate
    let sortBy = sortBy
    return ObjectGraph.Pending(
      matches: { try predicate?.evaluate($0) ?? true },
      areInOrder: sortBy.isEmpty ? nil : { lhs, rhs in
        for descriptor in sortBy {
          switch descriptor.compare(lhs, rhs) {
          case .orderedAscending: return true
          case .orderedDescending: return false
          case .orderedSame: continue
          }
        }
        return false
      })
  }
}
