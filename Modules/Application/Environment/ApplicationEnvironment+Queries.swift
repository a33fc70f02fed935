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
    let schema = stack.container.schema
    if let entity = schema.entitiesByName[name.text] { return entity }
    let names = schema.entities.map(\.name)
    if let entity = schema.entities.first(where: { $0.name.lowercased() == name.text.lowercased() })
    {
      throw name.error("there is no entity “\(name.text)”", hint: "did you mean \(entity.name)?")
    }
    let nearest = NearestName.find(name.text, in: names)
    throw name.error(
      "there is no entity “\(name.text)”",
      hint: nearest.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))")
  }

  /// Reads the tail of a line, `[where …] [sort by …] [limit N] [offset N]`, as a query.
  ///
  /// - Throws: an error with the column in the line.
  public func query(_ tail: RawText?, entity: Schema.Entity) throws -> Query {
    guard let tail else { return Query(entity: entity.name) }
    return try reading(at: tail.column) {
      try resolver.resolve(try QuerySyntax(parsing: tail.text), entity: entity)
    }
  }

  /// Reads the tail of a line, `AGGREGATE, … [where …] [group by …] [having …] [sort by …] [limit N]
  /// [offset N]`, as a query, with its text taken apart.
  ///
  /// - Throws: an error with the column in the line.
  public func groupedQuery(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: GroupedQuery, syntax: GroupedQuerySyntax) {
    try reading(at: tail.column) {
      let syntax = try GroupedQuerySyntax(parsing: tail.text)
      return (try resolver.resolve(syntax, entity: entity), syntax)
    }
  }

  /// Reads the tail of a line, `where PREDICATE set PROPERTY = VALUE, …`, as what becomes of which
  /// objects; no query when there is no `where`.
  ///
  /// - Throws: an error with the column in the line.
  public func update(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: Query?, assignments: [QueryAssignment]) {
    try reading(at: tail.column) {
      let syntax = try UpdateSyntax(parsing: tail.text)
      let assignments = try resolver.resolve(syntax.assignments, entity: entity)
      guard let predicate = syntax.predicate else { return (nil, assignments) }
      let query = try resolver.resolve(QuerySyntax(predicate: predicate), entity: entity)
      return (query, assignments)
    }
  }

  /// Reads a predicate, the value of an option.
  ///
  /// - Throws: an error with the column in the line.
  public func predicate(_ value: ArgumentValue, entity: Schema.Entity) throws -> QueryExpression? {
    try reading(at: value.contentColumn) {
      let predicate = try PredicateSyntax(parsing: value.text)
      return try resolver.resolve(QuerySyntax(predicate: predicate), entity: entity).predicate
    }
  }

  /// Gives errors in a text that begins at a column of the line their column in the line.
  private func reading<Value>(at column: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PredicateSyntaxError {
      throw ShellError(error.message, column: error.column + column - 1, kind: .usage)
    } catch let error as QueryError {
      throw ShellError(
        error.message, hint: error.hint, column: error.column + column - 1, kind: .usage)
    }
  }

  private var resolver: QueryResolver {
    QueryResolver(schema: stack.container.schema, timeZone: output.timeZone)
  }
}
