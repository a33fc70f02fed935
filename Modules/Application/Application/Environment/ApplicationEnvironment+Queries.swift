internal import Foundation
public import Strata
public import StrataQuery
public import StrataQueryText
public import StrataShell

extension ApplicationEnvironment {
  /// The entity of a name.
  ///
  /// - Throws: a usage error that names the nearest entity.
  public func entity(_ name: ArgumentValue) throws(ShellError) -> Schema.Entity {
    try queryReader.entity(name)
  }

  /// Reads the tail of a line, `[where …] [sort by …] [limit N] [offset N]`, as a query.
  ///
  /// - Throws: an error with the column in the line.
  public func query(_ tail: RawText?, entity: Schema.Entity) throws -> Query {
    try queryReader.query(tail, entity: entity)
  }

  /// Reads the tail of a line, `AGGREGATE, … [where …] [group by …] [having …] [sort by …] [limit N]
  /// [offset N]`, as a query, with its text taken apart.
  ///
  /// - Throws: an error with the column in the line.
  public func groupedQuery(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: GroupedQuery, syntax: GroupedQuerySyntax) {
    try queryReader.groupedQuery(tail, entity: entity)
  }

  /// Reads the tail of a line, `where PREDICATE set PROPERTY = VALUE, …`, as what becomes of which
  /// objects; no query when there is no `where`.
  ///
  /// - Throws: an error with the column in the line.
  public func update(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: Query?, assignments: [QueryAssignment]) {
    try queryReader.reading(at: tail.column) {
      let syntax = try UpdateSyntax(parsing: tail.text)
      let assignments = try queryReader.resolver.resolve(syntax.assignments, entity: entity)
      guard let predicate = syntax.predicate else { return (nil, assignments) }
      let query = try queryReader.resolver.resolve(
        QuerySyntax(predicate: predicate), entity: entity)
      return (query, assignments)
    }
  }

  /// Reads a predicate, the value of an option.
  ///
  /// - Throws: an error with the column in the line.
  public func predicate(_ value: ArgumentValue, entity: Schema.Entity) throws -> QueryExpression? {
    try queryReader.reading(at: value.contentColumn) {
      let predicate = try PredicateSyntax(parsing: value.text)
      return try queryReader.resolver.resolve(QuerySyntax(predicate: predicate), entity: entity)
        .predicate
    }
  }

  private var queryReader: QueryReader {
    QueryReader(schema: stack.container.schema, timeZone: output.timeZone)
  }
}
