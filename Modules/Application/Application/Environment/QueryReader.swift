public import Foundation
public import Strata
public import StrataQuery
public import StrataQueryText
public import StrataShell

/// Parses names of entities and queries on a line, against a schema.
public struct QueryReader {
  /// The schema that names are resolved in.
  public let schema: Schema
  /// The time zone of dates that name none.
  public let timeZone: TimeZone

  /// Makes a reader for a schema.
  public init(schema: Schema, timeZone: TimeZone) {
    self.schema = schema
    self.timeZone = timeZone
  }

  /// Returns the entity that a word names.
  ///
  /// - Throws: A usage error with the nearest name.
  public func entity(_ name: ArgumentValue) throws(ShellError) -> Schema.Entity {
    if let entity = schema.entitiesByName[name.text] { return entity }
    let names = schema.entities.map(\.name)
    if let entity = schema.entities.first(where: { $0.name.lowercased() == name.text.lowercased() })
    {
      throw name.error(
        "there is no entity “\(name.text)”", hint: "did you mean \(entity.name)?")
    }
    let nearest = NearestName.find(name.text, in: names)
    throw name.error(
      "there is no entity “\(name.text)”",
      hint: nearest.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))")
  }

  /// Parses the tail of a line, `[where …] [sort by …] [limit N] [offset N]`, as a query.
  ///
  /// - Throws: An error with the column in the line.
  public func query(_ tail: RawText?, entity: Schema.Entity) throws -> Query {
    guard let tail else { return Query(entity: entity.name) }
    return try reading(tail) {
      try resolver.resolve(try QuerySyntax(parsing: tail.text), entity: entity)
    }
  }

  /// Parses a text, `[where …] [sort by …] [limit N] [offset N]`, as a query.
  ///
  /// - Throws: An error with the column in the text.
  public func query(_ text: String, entity: Schema.Entity) throws -> Query {
    try reading(at: 1) { try resolver.resolve(try QuerySyntax(parsing: text), entity: entity) }
  }

  /// Parses the tail of a line as an aggregate query, and returns it with its syntax tree.
  ///
  /// The form is `AGGREGATE, … [where …] [group by …] [having …] [sort by …] [limit N] [offset N]`.
  ///
  /// - Throws: An error with the column in the line.
  public func groupedQuery(
    _ tail: RawText, entity: Schema.Entity
  ) throws -> (query: GroupedQuery, syntax: GroupedQuerySyntax) {
    try reading(tail) {
      let syntax = try GroupedQuerySyntax(parsing: tail.text)
      return (try resolver.resolve(syntax, entity: entity), syntax)
    }
  }

  /// Runs a parser of a line's tail, and adds a hint if the tail has a word like an option. The
  /// shell has taken the command's own options out of it.
  private func reading<Value>(
    _ tail: RawText, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try reading(at: tail.column, body)
    } catch var error as ShellError where error.hint == nil {
      let option = tail.text.split(separator: " ").first {
        $0.hasPrefix("--") && $0.dropFirst(2).first?.isLetter ?? false
      }
      if let option = option?.prefix(while: { $0 != "=" }) {
        error.hint = "the command has no option \(option); --help lists those that it has"
      }
      throw error
    }
  }

  /// Runs a parser, and shifts the columns of its errors by the column where its text begins.
  func reading<Value>(at column: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PredicateSyntaxError {
      throw ShellError(error.message, column: error.column + column - 1, kind: .usage)
    } catch let error as QueryError {
      throw ShellError(
        error.message, hint: error.hint, column: error.column + column - 1, kind: .usage)
    }
  }

  var resolver: QueryResolver { QueryResolver(schema: schema, timeZone: timeZone) }
}
