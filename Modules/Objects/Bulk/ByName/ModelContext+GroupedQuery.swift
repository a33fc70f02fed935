public import StrataModel
public import StrataQuery
public import StrataSQLite
public import StrataSchema
package import StrataStorage
public import StrataStack

// Working something out by the name of an entity, for queries that come as text.
extension ModelContext {
  /// What a query worked out over one group of objects.
  public struct QueryGroup: Sendable, Hashable {
    /// What the objects have alike, in the order of the query's keys.
    public let keys: [Key]
    /// The aggregates, in the query's order; their columns say what they mean.
    public let values: [ColumnValue]

    /// A key.
    public enum Key: Sendable, Hashable {
      /// A column's value.
      case value(ColumnValue)
      /// An object, or none.
      case object(PersistentIdentifier?)
    }
  }

  /// Works out what a query asks for, in one statement and without loading an object. Unsaved changes
  /// of this context count.
  ///
  /// - Returns: One group of all objects, or the groups that there are.
  /// - Throws: `StackError.unknownModel`, `StackError.unsupportedAggregate`,
  ///   `StackError.sumTooLarge`, `StorageError`.
  public func groups(_ query: GroupedQuery) throws -> [QueryGroup] {
    func groups<T: PersistentModel>(_ type: T.Type) throws -> [QueryGroup] {
      try graph(of: type).groups(type, query, .init(query.query)).map {
        QueryGroup(keys: $0.keys, values: try query.columns(of: $0.results))
      }
    }
    return try groups(try modelType(query.query.entity))
  }

  /// The SQL that works out what a query asks for, its bound values, and SQLite's plan for it.
  ///
  /// - Throws: as ``groups(_:)``.
  public func explain(_ query: GroupedQuery) throws -> (sql: SQLQuery, plan: [String]) {
    let graph = self.graph(named: query.query.entity)
    let sql = try graph.sql(query)
    return (sql, try graph.reader.plan(of: sql))
  }
}

extension StoreReader {
  /// Works out what a query asks for over what the store has, where there are no classes.
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
  /// The columns of the aggregates, of what was worked out of each measure.
  ///
  /// - Throws: `StackError.sumTooLarge`.
  fileprivate func columns(of results: [AggregateValue]) throws -> [ColumnValue] {
    let measures = self.measures
    return try aggregates.map { try $0.column(of: results[measures.firstIndex(of: $0) ?? 0]) }
  }
}

extension GroupedQuery.Aggregate {
  /// The column that holds a result.
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
