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
  /// Whether changes that aren't saved count: new objects that fit, changed ones as they are now.
  public var includePendingChanges = true
  /// The properties that will be needed. A row is read whole here, so that this changes nothing.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose objects are read along, in one query each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

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

  /// What unsaved objects are held against; nil when they don't count.
  var pending: ObjectGraph.Pending<T>? {
    guard includePendingChanges else { return nil }
    let predicate = predicate
    // A key that can't be sorted by has been reported by the query.
    let sort = sortBy.compactMap { try? PredicateTranslator.translate($0) }
    return ObjectGraph.Pending(
      matches: { try predicate?.evaluate($0) ?? true },
      areInOrder: StoredOrder<T>(sort)?.areInOrder)
  }
}

// Predicates and sort descriptors of literals can be sent; key paths say so only when they are
// declared with it, which SwiftData's initializers don't ask for.
extension FetchDescriptor: @unchecked Sendable {}
