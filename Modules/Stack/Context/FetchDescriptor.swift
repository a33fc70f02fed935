public import Foundation
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
  /// - Throws: ``StackError/unsupportedPredicate(_:)``, ``StackError/unsupportedSortDescriptor(_:)``,
  ///   ``StackError/negativeRange(limit:offset:)``.
  func query(in graph: ObjectGraph?) throws -> Query {
    try Query(
      entity: T._$entity.name,
      predicate: try predicate.map { try PredicateTranslator.translate($0, in: graph) },
      sort: try sortBy.map { try PredicateTranslator.translate($0) },
      limit: fetchLimit, offset: fetchOffset ?? 0
    ).inRange()
  }

  /// What unsaved objects are held against; nil when they don't count.
  ///
  /// It is the predicate itself, but where Swift would trap or throw and SQL answers: what is divided
  /// by zero, what leaves 64 bits, what unwraps nil. There the query's expression is evaluated, so that
  /// an object is found or not found whether it is saved or not.
  func pending(in graph: ObjectGraph?) -> ObjectGraph.Pending<T>? {
    guard includePendingChanges else { return nil }
    let predicate = predicate
    // Worked out for the first object: most fetches have none that is unsaved.
    var known: (expression: QueryExpression, mayTrap: Bool)?
    // A key that can't be sorted by has been reported by the query.
    let sort = sortBy.compactMap { try? PredicateTranslator.translate($0) }
    return ObjectGraph.Pending(
      matches: { model in
        guard let predicate else { return true }
        if known == nil {
          let expression = try PredicateTranslator.translate(predicate, in: graph)
          known = (expression, expression.hasArithmetic)
        }
        guard let known else { return false }
        if !known.mayTrap, let result = try? predicate.evaluate(model) { return result }
        return try QueryEvaluator.truth(known.expression, [0: model])
      },
      areInOrder: StoredOrder<T>(sort)?.areInOrder)
  }
}

// Predicates and sort descriptors of literals can be sent; key paths say so only when they are
// declared with it, which SwiftData's initializers don't ask for.
extension FetchDescriptor: @unchecked Sendable {}
