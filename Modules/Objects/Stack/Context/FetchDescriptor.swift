package import StrataGraph
public import Foundation
public import StrataModel
internal import StrataPredicates
package import StrataQuery
internal import StrataSchema

/// Which objects of a class are wanted, in which order.
public struct FetchDescriptor<T: PersistentModel> {
  /// What they must meet; nil for all.
  public var predicate: Predicate<T>?
  /// What they are ordered by; without it, and among equals, by age.
  public var sortBy: [SortDescriptor<T>]
  /// At most so many, of which 0 is none; nil for all. Fetching with a negative one throws.
  public var fetchLimit: Int?
  /// So many are left out at the start. Fetching with a negative one throws.
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

  /// The query that is asked of a graph's store; identifiers of another store's objects find nothing
  /// there. Without a graph the query is one to look at, and not to ask.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedPredicate(_:)``, ``PredicateTranslationError/unsupportedSortDescriptor(_:)``,
  ///   ``StackError/negativeRange(limit:offset:)``.
  package func query(in graph: ObjectGraph?) throws -> Query {
    try Query(
      entity: T._$entity.name,
      predicate: try predicate.map { try PredicateTranslator.translate($0, in: graph) },
      sort: try sortBy.map { try PredicateTranslator.translate($0) },
      limit: fetchLimit, offset: fetchOffset ?? 0
    ).inRange()
  }

  /// What unsaved objects are held against; nil when they don't count.
  package func pending(_ query: Query) -> ObjectGraph.Pending<T>? {
    includePendingChanges ? ObjectGraph.Pending(query) : nil
  }
}

// Predicates and sort descriptors of literals can be sent; key paths say so only when they are
// declared with it, which SwiftData's initializers don't ask for.
extension FetchDescriptor: @unchecked Sendable {}
