import StrataQuery
import StrataQueryText
import StrataSchema

/// Resolves `entity` and `entity.name` in predicates: comparisons of them with entities and their names
/// become conditions on an object's entity.
struct EntityNames {
  private let schema: Schema
  private let entity: Schema.Entity
  private let arguments: [String: QueryArgument]

  init(_ schema: Schema, _ entity: Schema.Entity, _ arguments: [String: QueryArgument]) {
    self.schema = schema
    self.entity = entity
    self.arguments = arguments
  }

  /// Resolves a predicate to a condition.
  func condition(
    _ syntax: PredicateSyntax, _ resolver: QueryResolver
  ) throws(QueryError) -> QueryExpression? {
    // A property called `entity` takes precedence.
    guard entity.property(named: "entity") == nil else {
      return try resolver.resolve(QuerySyntax(predicate: syntax), entity: entity).predicate
    }
    switch syntax.kind {
    case .and(let terms): return .and(try conditions(terms, resolver))
    case .or(let terms): return .or(try conditions(terms, resolver))
    case .not(let term): return .not(try condition(term, resolver) ?? .and([]))
    case .comparison(let comparison):
      if let condition = isNamed(comparison) { return condition }
    case .constant: break
    }
    return try resolver.resolve(QuerySyntax(predicate: syntax), entity: entity).predicate
  }

  private func conditions(
    _ terms: [PredicateSyntax], _ resolver: QueryResolver
  ) throws(QueryError) -> [QueryExpression] {
    var all: [QueryExpression] = []
    for term in terms { all.append(try condition(term, resolver) ?? .and([])) }
    return all
  }

  /// Returns the condition for a comparison of `entity.name`, or nil for any other comparison.
  private func isNamed(_ comparison: ComparisonSyntax) -> QueryExpression? {
    guard case .keyPath(let path) = comparison.lhs.kind,
      path.map(\.name) == ["entity", "name"] || isEntity(path, comparison.rhs),
      comparison.modifier == .direct, comparison.options.isEmpty,
      let names = names(comparison.rhs)
    else { return nil }
    switch comparison.comparisonOperator {
    case .equal where names.count == 1, .inCollection: return .or(names.map(isOf))
    case .notEqual where names.count == 1: return .not(.or(names.map(isOf)))
    default: return nil
    }
  }

  /// True for the key path of the entity itself beside an argument, which may be a description.
  private func isEntity(_ path: [KeyPathComponent], _ value: ExpressionSyntax) -> Bool {
    if case .variable = value.kind { path.map(\.name) == ["entity"] } else { false }
  }

  private func names(_ expression: ExpressionSyntax) -> [String]? {
    func text(_ argument: QueryArgument) -> String? {
      if case .text(let text) = argument { text } else { nil }
    }
    switch expression.kind {
    case .literal(.string(let name)): return [name]
    case .variable(let variable):
      guard case .list(let list)? = arguments[variable] else {
        return arguments[variable].flatMap(text).map { [$0] }
      }
      let names = list.compactMap(text)
      return names.count == list.count ? names : nil
    case .aggregate(let parts):
      let names = parts.map(names)
      return names.contains { $0 == nil } ? nil : names.flatMap { $0 ?? [] }
    default: return nil
    }
  }

  /// The condition that an object is of exactly this entity, not of a subentity.
  private func isOf(_ name: String) -> QueryExpression {
    // An entity of another hierarchy matches nothing: the fetch never returns its objects.
    guard let named = schema.entitiesByName[name], Self.root(named) === Self.root(entity) else {
      return .or([])
    }
    let own = QueryExpression.isEntity(QueryPath(), [name])
    guard !named.subentities.isEmpty else { return own }
    return .and([own, .not(.isEntity(QueryPath(), named.subentities.map(\.name)))])
  }

  private static func root(_ entity: Schema.Entity) -> Schema.Entity {
    entity.superentity.map { root($0) } ?? entity
  }
}
