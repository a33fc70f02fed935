import StrataStack
internal import Foundation
public import Strata
public import StrataQuery
public import StrataQueryText
public import StrataShell

extension ApplicationEnvironment {
  /// Returns the entity with a name.
  ///
  /// - Throws: A usage error that names the nearest entity.
  public func entity(_ name: ArgumentValue) throws(ShellError) -> Schema.Entity {
    try queryReader.entity(name)
  }

  /// Parses the tail of a line, `[where …] [sort by …] [limit N] [offset N]`, as a query.
  ///
  /// - Throws: An error with the column in the line.
  public func query(_ tail: RawText?, entity: Schema.Entity) throws -> Query {
    try queryReader.query(tail, entity: entity)
  }

  /// Parses the tail of a line as an aggregate query, and returns it with its syntax tree.
  ///
  /// The form is `AGGREGATE, … [where …] [group by …] [having …] [sort by …] [limit N] [offset N]`.
  ///
  /// - Throws: An error with the column in the line.
  public func groupedQuery(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: GroupedQuery, syntax: GroupedQuerySyntax) {
    try queryReader.groupedQuery(tail, entity: entity)
  }

  /// Parses the tail of a line, `where PREDICATE set PROPERTY = VALUE, …`, as a batch update.
  ///
  /// The query is nil if there is no `where`.
  ///
  /// - Throws: An error with the column in the line.
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

  /// Parses the predicate that is an option's value.
  ///
  /// - Parameter rewrite: A function that replaces a command's own words in the syntax tree. It
  ///   should keep the positions of nodes, since errors refer to them.
  /// - Throws: An error with the column in the line.
  public func predicate(
    _ value: ArgumentValue, entity: Schema.Entity,
    rewrite: (PredicateSyntax) throws -> PredicateSyntax = { $0 }
  ) throws -> QueryExpression? {
    try queryReader.reading(at: value.contentColumn) {
      let predicate = try rewrite(try PredicateSyntax(parsing: value.text))
      return try queryReader.resolver.resolve(QuerySyntax(predicate: predicate), entity: entity)
        .predicate
    }
  }

  /// Resolves a predicate's syntax tree as a query for objects of an entity.
  ///
  /// - Parameter column: The column in the line at which the predicate's text begins.
  /// - Throws: An error with the column in the line.
  public func query(
    where predicate: PredicateSyntax, entity: Schema.Entity, column: Int
  ) throws -> Query {
    try queryReader.reading(at: column) {
      try queryReader.resolver.resolve(QuerySyntax(predicate: predicate), entity: entity)
    }
  }

  private var queryReader: QueryReader {
    QueryReader(schema: stack.container.schema, timeZone: output.timeZone)
  }
}
