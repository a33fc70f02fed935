internal import StrataQuery
internal import StrataSchema

extension QueryResolver {
  /// Resolves a path of names from an object.
  mutating func operand(
    along path: ArraySlice<KeyPathComponent>, from scope: Scope, range: SourceRange
  ) throws(QueryError) -> Operand {
    guard let first = path.first else { return .value(.key(scope.path), .object(scope.entity)) }
    let rest = path.dropFirst()
    if first.isCollectionOperator {
      throw QueryError("\(first.name) needs a to-many relationship before it", at: first.range)
    }
    if first.name == "strata_key" || first.name == "self" && rest.isEmpty {
      return .value(.key(scope.path), .object(scope.entity))
    }
    switch try property(first, of: scope.entity) {
    case .attribute(let attribute):
      return try column(of: attribute, rest, in: scope, at: first.range)
    case .relationship(let relationship):
      let destination = try entity(relationship.destination, at: first.range)
      if relationship.isToOne {
        let step = QueryPath.Step(relationship: relationship.name, destination: destination.name)
        return try operand(
          along: rest, from: Scope(path: scope.path.appending(step), entity: destination),
          range: range)
      }
      let variable = nextVariable
      nextVariable += 1
      let collection = QueryCollection(
        owner: scope.path, entity: scope.entity.name, relationship: relationship.name,
        destination: destination.name, variable: variable)
      guard let next = rest.first else { return .members(collection) }
      return try aggregate(next, rest.dropFirst(), over: collection, destination)
    }
  }

  /// Follows to-one relationships to the first to-many one, or returns nil if there is none.
  func splitAtMembers(
    _ path: [KeyPathComponent], from scope: Scope
  ) throws(QueryError) -> (
    owner: Scope, relationship: Schema.Relationship, destination: Schema.Entity,
    rest: ArraySlice<KeyPathComponent>
  )? {
    var scope = scope
    for (index, component) in path.enumerated() {
      guard case .relationship(let relationship) = try property(component, of: scope.entity) else {
        return nil
      }
      let destination = try entity(relationship.destination, at: component.range)
      if !relationship.isToOne {
        return (scope, relationship, destination, path[(index + 1)...])
      }
      let step = QueryPath.Step(relationship: relationship.name, destination: destination.name)
      scope = Scope(path: scope.path.appending(step), entity: destination)
    }
    return nil
  }

  private func property(
    _ component: KeyPathComponent, of entity: Schema.Entity
  ) throws(QueryError) -> Schema.Property {
    if let property = entity.property(named: component.name) { return property }
    let names = entity.properties.map(\.name)
    let nearest = PredicateSyntaxError.nearest(to: component.name, among: names)
    throw QueryError(
      "\(entity.name) has no property \(component.name)",
      hint: nearest.map { "did you mean \($0)?" }
        ?? "it has \(names.joined(separator: ", "))", at: component.range)
  }

  /// Returns the entity of a collection's members.
  func destination(
    of collection: QueryCollection, _ range: SourceRange
  ) throws(QueryError) -> Schema.Entity { try entity(collection.destination, at: range) }

  private func entity(_ name: String, at range: SourceRange) throws(QueryError) -> Schema.Entity {
    guard let entity = schema.entitiesByName[name] else {
      throw QueryError("there is no entity \(name)", at: range)
    }
    return entity
  }

  private func column(
    of attribute: Schema.Attribute, _ rest: ArraySlice<KeyPathComponent>, in scope: Scope,
    at range: SourceRange
  ) throws(QueryError) -> Operand {
    guard !attribute.isEphemeral else {
      throw QueryError(
        "\(attribute.name) is ephemeral, and the store doesn't have it",
        hint: "it is only in memory", at: range)
    }
    let parts = attribute.columns.map(\.part)
    guard let next = rest.first else {
      guard attribute.columns.count == 1, let column = attribute.columns.first else {
        throw QueryError(
          "\(attribute.name) has several parts",
          hint: "ask for one: " + parts.map { "\(attribute.name).\($0)" }.joined(separator: ", "),
          at: range)
      }
      return value(of: column, attribute, scope)
    }
    // The part of a nested part has both names.
    let part = rest.map(\.name).joined(separator: "_")
    guard let column = attribute.columns.first(where: { $0.part == part }) else {
      let hint =
        attribute.columns.count == 1
        ? "\(attribute.name) is a plain value" : "it has \(parts.joined(separator: ", "))"
      throw QueryError(
        "\(attribute.name) has no part \(rest.map(\.name).joined(separator: "."))", hint: hint,
        at: next.range)
    }
    return value(of: column, attribute, scope)
  }

  private func value(
    of column: ColumnDescription, _ attribute: Schema.Attribute, _ scope: Scope
  ) -> Operand {
    let reference = QueryExpression.column(
      scope.path, .init(property: attribute.name, description: column))
    guard column.meaning == .decimal else { return .value(reference, .column(column)) }
    // Decimals are stored as text, which would be compared character by character.
    return .value(.arithmetic(.add, reference, .literal(.integer(0))), .number)
  }

  /// Resolves `tags.@count` or `items.@max.value`.
  private mutating func aggregate(
    _ component: KeyPathComponent, _ rest: ArraySlice<KeyPathComponent>,
    over collection: QueryCollection, _ destination: Schema.Entity
  ) throws(QueryError) -> Operand {
    if component.name == "@count" {
      return .value(.aggregate(.count, collection, where: nil, of: nil), .number)
    }
    let aggregates: [String: QueryExpression.Aggregate] = [
      "@sum": .sum, "@avg": .average, "@min": .minimum, "@max": .maximum,
    ]
    guard let aggregate = aggregates[component.name] else {
      throw QueryError(
        "\(collection.relationship) is a to-many relationship, and has no one \(component.name)",
        hint: "put ANY or ALL before the path, or ask for @count, @sum, @avg, @min or @max",
        at: component.range)
    }
    let scope = Scope(path: QueryPath(variable: collection.variable), entity: destination)
    let operand = try operand(along: rest, from: scope, range: component.range)
    guard let value = operand.value, !rest.isEmpty else {
      throw QueryError("\(component.name) needs a property after it", at: component.range)
    }
    let keepsType = aggregate == .minimum || aggregate == .maximum
    return .value(
      .aggregate(aggregate, collection, where: nil, of: value),
      keepsType ? operand.type : .number)
  }
}
