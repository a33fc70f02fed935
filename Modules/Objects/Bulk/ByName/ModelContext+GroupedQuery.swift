public import StrataModel
public import StrataQuery
package import StrataSQLite
public import StrataSchema
package import StrataStorage
public import StrataContexts

// Aggregates by entity name, for queries that are parsed from text.
extension ModelContext {
  /// A group of objects, with the aggregates that a query computed over it.
  @_spi(Query) public struct QueryGroup: Sendable, Hashable {
    /// The values that the group's objects have in common, in the order of the query's keys.
    public let keys: [Key]
    /// The aggregates, in the order of the query, which defines their meaning.
    public let values: [ColumnValue]

    /// A value that the objects of a group have in common.
    public enum Key: Sendable, Hashable {
      /// A column's value.
      case value(ColumnValue)
      /// A related object's identifier, or nil.
      case object(PersistentIdentifier?)
    }
  }

  /// Computes a grouped query in one statement, without loading objects.
  ///
  /// Unsaved changes of this context are included.
  ///
  /// - Returns: The groups, or a single group of all objects if the query has no keys.
  /// - Throws: `StackError.unknownModel`, `StackError.unsupportedAggregate`,
  ///   `StackError.sumTooLarge`, `StorageError`.
  @_spi(Query) public func groups(_ query: GroupedQuery) throws -> [QueryGroup] {
    func groups<T: PersistentModel>(_ type: T.Type) throws -> [QueryGroup] {
      let graph = graph(of: type)
      let query = graph.scoped(query)
      return try graph.groups(type, query, .init(query.query)).map {
        QueryGroup(keys: $0.keys, values: try query.columns(of: $0.results))
      }
    }
    return try groups(try modelType(query.query.entity))
  }

  /// The SQL of a grouped query with its bound values, and the engine's plan.
  ///
  /// - Parameter analyze: True to run the query too, and to count its rows and round trips.
  /// - Throws: as ``groups(_:)``.
  @_spi(Query) public func explain(
    _ query: GroupedQuery, analyze: Bool = false
  ) throws -> QueryExplanation {
    let graph = self.graph(named: query.query.entity)
    return try QueryExplanation(try graph.sql(graph.scoped(query)), graph.reader, analyze: analyze)
  }
}

extension ObjectGraph {
  /// Adds the scopes to a grouped query.
  fileprivate func scoped(_ query: GroupedQuery) -> GroupedQuery {
    var query = query
    query.query = scoped(query.query)
    return query
  }
}

extension StoreReader {
  /// Computes a grouped query over the stored rows, for stores without model classes.
  ///
  /// - Throws: as ``ModelContext/groups(_:)``.
  package func queryGroups(_ query: GroupedQuery) throws -> [ModelContext.QueryGroup] {
    let whole = try WholeGroups(query, in: store)
    return try groups(whole.query).map { keys, results in
      ModelContext.QueryGroup(keys: whole.keys(of: keys), values: try query.columns(of: results))
    }
  }
}

extension SQLQuery {
  /// The SQL of ``StoreReader/queryGroups(_:)``.
  package init(groups query: GroupedQuery, in store: Store) throws {
    try self.init(try WholeGroups(query, in: store).query, tables: store.tables)
  }
}

extension GroupedQuery {
  /// The columns of the aggregates, given the result of each measure.
  ///
  /// - Throws: `StackError.sumTooLarge`.
  fileprivate func columns(of results: [AggregateValue]) throws -> [ColumnValue] {
    let measures = self.measures
    return try aggregates.map { try $0.column(of: results[measures.firstIndex(of: $0) ?? 0]) }
  }
}

extension GroupedQuery.Aggregate {
  /// The column value of a result.
  ///
  /// - Throws: `StackError.sumTooLarge`.
  fileprivate func column(of result: AggregateValue) throws(StackError) -> ColumnValue {
    guard let value = result.column(kind) else {
      throw .sumTooLarge(property: propertyName, sum: "\(result)", type: "\(Int64.self)")
    }
    return value
  }

  private var propertyName: String {
    guard case .column(.column(_, let column), _)? = value else { return "values" }
    let part = column.description.part
    return part.isEmpty ? column.property : "\(column.property).\(part)"
  }
}
