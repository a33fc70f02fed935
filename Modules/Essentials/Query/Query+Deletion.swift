package import StrataSchema

extension QueryExpression {
  /// The condition that an object hasn't the date of a deletion.
  ///
  /// - Parameters:
  ///   - attribute: The attribute with the date (`@Attribute(.deletedAt)`).
  ///   - path: The path to the object.
  package static func isNotDeleted(
    by attribute: Schema.Attribute, at path: QueryPath = QueryPath()
  ) -> QueryExpression? {
    attribute.columns.first.map { column in
      .comparison(
        .equal,
        .column(path, ColumnReference(property: attribute.name, description: column)),
        .literal(.null))
    }
  }
}

extension Query {
  /// The query without the objects that have the date of a deletion, as contexts add it to their fetches.
  package func leavingOutDeleted(in schema: Schema) -> Query {
    guard let entity = schema.entitiesByName[entity] else { return self }
    var conditions: [QueryExpression] = []
    if let attribute = entity.timestamp(.deletedAt) {
      conditions += [.isNotDeleted(by: attribute)].compactMap(\.self)
    } else {
      // Nil also where the object is of another entity.
      conditions += schema.entities.compactMap { other in
        guard other !== entity, other.isKind(of: entity),
          let attribute = other.timestamp(.deletedAt),
          other.superentity?.timestamp(.deletedAt) == nil
        else { return nil }
        return .isNotDeleted(by: attribute, at: QueryPath(steps: [.cast(to: other.name)]))
      }
    }
    guard !conditions.isEmpty else { return self }
    var query = self
    if let predicate { conditions.append(predicate) }
    query.predicate = conditions.count == 1 ? conditions[0] : .and(conditions)
    return query
  }
}
