public import Foundation
public import StrataQuery
public import StrataSchema

/// The resolution of a parsed query against a schema.
///
/// Names become properties, and texts become dates or identifiers where the property's type
/// requires it. A part that doesn't fit the schema is an error with its position.
public struct QueryResolver {
  let schema: Schema
  let timeZone: TimeZone
  var nextVariable = 1
  /// The values of variables, by their names without `$`.
  public var arguments: [String: QueryArgument] = [:]
  /// The identifier of the queried store, or nil to treat objects of all stores as its own.
  ///
  /// Objects of another store never match.
  public var storeIdentifier: String?
  /// The scopes of a SUBQUERY's variables, by name.
  var variables: [String: Scope] = [:]

  /// An object that paths start from.
  struct Scope {
    let path: QueryPath
    let entity: Schema.Entity
  }

  /// Creates a resolver for a schema.
  ///
  /// Dates without a zone are in `timeZone`.
  public init(schema: Schema, timeZone: TimeZone = .current) {
    self.schema = schema
    self.timeZone = timeZone
  }

  /// Resolves a query for objects of an entity.
  ///
  /// - Throws: ``QueryError``.
  public func resolve(_ syntax: QuerySyntax, entity: Schema.Entity) throws(QueryError) -> Query {
    var resolver = self
    let root = Scope(path: QueryPath(), entity: entity)
    var query = Query(entity: entity.name, limit: syntax.limit, offset: syntax.offset ?? 0)
    if let predicate = syntax.predicate {
      query.predicate = try resolver.condition(predicate, in: root)
    }
    for sort in syntax.sort {
      let operand = try resolver.operand(along: sort.path[...], from: root, range: sort.range)
      guard let value = operand.value else {
        throw QueryError(
          "can't sort by \(sort.path.keyPathText), which leads to several values", at: sort.range)
      }
      query.sort.append(Query.Sort(value, isAscending: sort.ascending))
    }
    return query
  }

  mutating func condition(
    _ syntax: PredicateSyntax, in scope: Scope
  ) throws(QueryError) -> QueryExpression {
    switch syntax.kind {
    case .constant(let value): return value ? .and([]) : .or([])
    case .not(let term): return .not(try condition(term, in: scope))
    case .and(let terms): return .and(try conditions(terms, in: scope))
    case .or(let terms): return .or(try conditions(terms, in: scope))
    case .comparison(let comparison):
      return try self.comparison(comparison, in: scope, range: syntax.range)
    }
  }

  private mutating func conditions(
    _ terms: [PredicateSyntax], in scope: Scope
  ) throws(QueryError) -> [QueryExpression] {
    var result: [QueryExpression] = []
    for term in terms { result.append(try condition(term, in: scope)) }
    return result
  }
}

/// The error for a well-formed query that doesn't fit the schema.
public struct QueryError: Error, Sendable, Hashable {
  /// A sentence about the error.
  public let message: String
  /// A suggestion how to correct it.
  public let hint: String?
  /// The position in the text, in characters from 1.
  public let column: Int

  init(_ message: String, hint: String? = nil, at range: SourceRange) {
    self.message = message
    self.hint = hint
    column = range.column
  }
}

extension QueryError: CustomStringConvertible {
  /// The position, the message and the hint.
  public var description: String {
    "column \(column): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
