public import StrataModel
public import StrataQuery
public import StrataSQLite
public import StrataSchema
internal import StrataStorage
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
      let measures = query.measures
      let places = query.aggregates.map { measures.firstIndex(of: $0) ?? 0 }
      return try graph(of: type).groups(type, query, .init(query.query)).map { group in
        let values = try zip(query.aggregates, places).map { aggregate, place in
          try aggregate.column(of: group.results[place])
        }
        return QueryGroup(keys: group.keys, values: values)
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
