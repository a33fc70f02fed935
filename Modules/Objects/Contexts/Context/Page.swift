import StrataGraph
public import StrataModel
import StrataPredicates
package import StrataQuery
import StrataSchema

/// A part of the objects that a descriptor finds, with the cursors of its neighbours.
public struct Page<Element: PersistentModel> {
  /// The objects, in the descriptor's order.
  public let elements: [Element]
  /// The cursor of the next page. Nil on the last one.
  public let next: PageCursor?
  /// The cursor of the previous page. Nil on the first one.
  public let previous: PageCursor?
}

extension Page: RandomAccessCollection {
  /// The position of the first object, 0.
  public var startIndex: Int { elements.startIndex }
  /// The position behind the last object.
  public var endIndex: Int { elements.endIndex }
  /// The object at a position.
  public subscript(position: Int) -> Element { elements[position] }
}

extension ModelContext {
  /// Fetches the first page of the objects that match a descriptor, or the page behind a cursor.
  ///
  /// ```swift
  /// let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.date, order: .reverse)])
  /// let page = try context.fetchPage(trips, limit: 50)
  /// let rest = try context.fetchPage(trips, after: page.next, limit: 50)
  /// ```
  ///
  /// A page costs the same wherever it is, if an index has the first sort key: the store begins at the
  /// cursor, where `fetchOffset` counts all objects before it. The predicate of the descriptor may have
  /// changed since the cursor was made, such as the present time in it.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page before, or nil for the first page.
  ///   - limit: The number of objects on a page, at least 1.
  /// - Throws: ``StackError/cursorOfOtherOrder(_:)``. ``StackError/pendingChangesWithPages`` if the context
  ///   has unsaved changes. ``StackError/pageOfSearch`` for a descriptor with a search. ``StackError/pageWithRange`` for a descriptor with a limit or an offset, and
  ///   for a limit below 1. Otherwise as `fetch(_:)`.
  public func fetchPage<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, after cursor: PageCursor? = nil, limit: Int
  ) throws -> Page<T> {
    try fetchPage(descriptor, from: cursor, limit: limit, isBackward: false)
  }

  /// Fetches the page before a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor ``Page/previous`` of the page behind it, or nil for the last page.
  ///   - limit: The number of objects on a page, at least 1.
  /// - Throws: as `fetchPage(_:after:limit:)`.
  public func fetchPage<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, before cursor: PageCursor?, limit: Int
  ) throws -> Page<T> {
    try fetchPage(descriptor, from: cursor, limit: limit, isBackward: true)
  }

  /// The query for a page and one object more, which tells whether there is a further page.
  package func pageQuery<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, from cursor: PageCursor?, limit: Int, isBackward: Bool
  ) throws -> Query {
    var query = try descriptor.query(in: graph(of: T.self))
    query.position = try cursor?.position(in: query, scopes(of: descriptor))
    query.isReversed = isBackward
    // Too many are all.
    query.limit = limit == .max ? nil : limit + 1
    return query
  }

  /// The conditions of the scopes that a descriptor doesn't ignore.
  private func scopes<T: PersistentModel>(of descriptor: FetchDescriptor<T>) -> [QueryExpression] {
    descriptor.ignoreScopes ? [] : graph(of: T.self).scopeConditions(of: T._$entity.name)
  }

  private func fetchPage<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, from cursor: PageCursor?, limit: Int, isBackward: Bool
  ) throws -> Page<T> {
    guard descriptor.fetchLimit == nil, descriptor.fetchOffset == nil, limit > 0 else {
      throw StackError.pageWithRange
    }
    guard descriptor.search == nil else { throw StackError.pageOfSearch }
    guard !hasChanges else { throw StackError.pendingChangesWithPages }
    let query = try pageQuery(descriptor, from: cursor, limit: limit, isBackward: isBackward)
    var found = try fetch(descriptor, as: query)
    let hasMore = found.count > limit
    if hasMore { found.removeLast() }
    if isBackward { found.reverse() }
    let values = query.sort.map { QueryEvaluator.value($0.expression) }
    func edge(_ model: T?) throws -> PageCursor? {
      guard let model else { return nil }
      let variables = QueryEvaluator.Variables(model)
      let position = Query.Position(
        values: try values.map { try $0(variables) }, key: model._$state.key)
      return PageCursor(position, in: query, scopes(of: descriptor))
    }
    let (hasNext, hasPrevious) = isBackward ? (cursor != nil, hasMore) : (hasMore, cursor != nil)
    return Page(
      elements: found, next: hasNext ? try edge(found.last) : nil,
      previous: hasPrevious ? try edge(found.first) : nil)
  }
}
