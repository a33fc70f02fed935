package import StrataGraph
public import Foundation
public import StrataModel
internal import StrataPredicates
package import StrataQuery
internal import StrataSchema

/// The criteria of a fetch: a class, a predicate, a sort order and a range.
public struct FetchDescriptor<T: PersistentModel> {
  /// The predicate that objects match, or nil for all.
  public var predicate: Predicate<T>?
  /// The sort order. Objects that compare equal are ordered by insertion, as are all if it is
  /// empty.
  public var sortBy: [SortDescriptor<T>]
  /// The search that finds the objects in the class's search index, or nil for all objects.
  ///
  /// Objects that ``sortBy`` leaves equal come in order of their rank, the best first; those with unsaved
  /// changes come after the others, since they have none. With an empty ``sortBy`` the rank alone is the
  /// order. The predicate is a further condition.
  public var search: String?
  /// The maximum number of objects, or nil for all. 0 fetches none, and a negative number throws.
  public var fetchLimit: Int?
  /// The number of objects to skip at the start, or nil for none. A negative number throws.
  public var fetchOffset: Int?
  /// True, the default, to include unsaved changes: new objects, and changed ones with present
  /// values.
  public var includePendingChanges = true
  /// True to find objects that are deleted as well, of classes with `@Attribute(.deletedAt)`.
  ///
  /// To find only these, add a predicate that the date isn't nil.
  public var includeDeletedObjects = false
  /// True to find objects outside of the context's scopes as well (`ModelContext.scope(_:)`).
  public var ignoreScopes = false
  /// The attributes to read with the objects, or none, the default, for all but those in
  /// `.externalStorage`.
  ///
  /// An object reads the others when you first ask for one, together with those of the objects that were
  /// fetched with it. To-one relationships are always known. While the context has unsaved objects of the
  /// class, a fetch that includes them also reads all attributes that aren't in external storage.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose objects are fetched together with the result, in one query each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor with a predicate and a sort order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// Creates a descriptor with a search, whose best results come first.
  public init(
    search: String, predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []
  ) {
    self.init(predicate: predicate, sortBy: sortBy)
    self.search = search
  }

  /// Translates the descriptor to a query.
  ///
  /// - Parameter graph: The graph whose store runs the query. Identifiers of another store's
  ///   objects match nothing there. Nil for a query that is only displayed.
  /// - Throws: `PredicateTranslationError.unsupportedPredicate(_:)`,
  ///   `PredicateTranslationError.unsupportedSortDescriptor(_:)`,
  ///   ``StackError/negativeRange(limit:offset:)``, `SearchError`.
  package func query(in graph: ObjectGraph?) throws -> Query {
    var query = try Query(
      entity: T._$entity.name,
      predicate: try predicate.map { try PredicateTranslator.translate($0, in: graph) },
      sort: try sortBy.map { try PredicateTranslator.translate($0) },
      limit: fetchLimit, offset: fetchOffset ?? 0
    ).inRange()
    query.attributes = try attributesToFetch()
    if let graph {
      query = graph.scoped(
        query, includesDeleted: includeDeletedObjects, ignoresScopes: ignoreScopes)
    }
    if let search = try searchCondition() {
      let found = QueryExpression.search(QueryPath(), search)
      query.predicate = query.predicate.map { .and([found, $0]) } ?? found
      query.sort.append(
        Query.Sort(.searchRank(QueryPath(), search), isAscending: false, nils: .last))
    }
    return query
  }

  /// The names of ``propertiesToFetch``, or nil for none.
  private func attributesToFetch() throws -> [String]? {
    guard !propertiesToFetch.isEmpty else { return nil }
    return try propertiesToFetch.map { keyPath in
      guard let property = T._$entity.property(at: keyPath) else {
        throw PredicateTranslationError.unsupportedPredicate(
          T._$entity.words(for: keyPath) + " in propertiesToFetch, which is no stored property")
      }
      return property.name
    }
  }

  /// The search in the words of a query, or nil if there is none.
  func searchCondition() throws -> SearchCondition? {
    try search.map { try SearchCondition($0, of: T._$entity) }
  }

  /// The criteria for unsaved objects, or nil if the fetch doesn't include them.
  package func pending(_ query: Query) -> ObjectGraph.Pending<T>? {
    includePendingChanges ? ObjectGraph.Pending(query) : nil
  }
}

// Unchecked: predicates and sort descriptors contain key paths. Key path literals are sendable, but
// their type says so only where a declaration asks for it, which SwiftData's initializers don't.
extension FetchDescriptor: @unchecked Sendable {}
