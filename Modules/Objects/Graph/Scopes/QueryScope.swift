package import Foundation
package import StrataModel
import StrataPredicates
package import StrataQuery
import StrataSQLite
package import StrataSchema
import StrataStorage
import StrataTables

/// A condition that a context adds to its queries for the objects of a class.
package struct QueryScope: Sendable {
  /// The class, whose subclasses' objects have to meet the condition as well.
  package let entity: _ModelEntity
  /// The condition in a query for the class or a subclass.
  let condition: QueryExpression
  /// The condition in a query for a superclass, true for objects of other classes.
  let conditionBelow: QueryExpression

  /// Translates the predicate of a scope.
  ///
  /// - Throws: `StackError.unknownModel` if the graph doesn't have the class,
  ///   `PredicateTranslationError.unsupportedPredicate(_:)`.
  package init<T: PersistentModel>(_ predicate: Predicate<T>, in graph: ObjectGraph) throws {
    _ = try graph.index(of: T.self)
    entity = T._$entity
    condition = try PredicateTranslator.translate(predicate, in: graph)
    let cast = QueryPath(steps: [.cast(to: entity.name)])
    conditionBelow = .or([
      .not(.isEntity(QueryPath(), [entity.name])),
      try PredicateTranslator.translate(predicate, of: cast, in: graph),
    ])
  }

  /// Creates the scope of the objects that aren't deleted, or nil if the class doesn't declare a
  /// property with `@Attribute(.deletedAt)` itself.
  init?(withoutDeleted entity: GraphEntity) {
    guard let property = entity.deletedAt,
      property.rawValue >= (entity.entity.superentity?.propertyCount ?? 0)
    else { return nil }
    // Nil also where the object is of another class.
    let cast = QueryPath(steps: [.cast(to: entity.name)])
    guard let attribute = entity.table.entity.timestamp(.deletedAt),
      let condition = QueryExpression.isNotDeleted(by: attribute),
      let below = QueryExpression.isNotDeleted(by: attribute, at: cast)
    else { return nil }
    self.entity = entity.entity
    self.condition = condition
    conditionBelow = below
  }

  /// The condition in a query for a class, or nil if it concerns none of the class's objects.
  func condition(for other: _ModelEntity) -> QueryExpression? {
    if other.isKind(of: entity) { return condition }
    return entity.isKind(of: other) ? conditionBelow : nil
  }
}

extension GraphEntity {
  /// The only column of an attribute of the object at the end of a path.
  package func column(
    of property: PropertyIndex, at path: QueryPath = QueryPath()
  ) -> QueryExpression? {
    table.columns.first { $0.property == property }.map { column in
      .column(
        path,
        QueryExpression.ColumnReference(
          property: entity.properties[property].name, description: column.description))
    }
  }
}

extension ObjectGraph {
  /// The limits of a context's reads and saves, which it passes on to a child and to an import.
  package struct Limits {
    fileprivate let scopes: [QueryScope]
    fileprivate let serverSettings: [String: String]
  }

  /// The scopes, and the settings of a server.
  package var limits: Limits {
    get { Limits(scopes: scopes, serverSettings: reader.serverSettings) }
    set { (scopes, reader.serverSettings) = (newValue.scopes, newValue.serverSettings) }
  }

  /// Adds the scopes to a query, and the condition that objects aren't deleted.
  ///
  /// - Parameters:
  ///   - includesDeleted: True to find deleted objects as well.
  ///   - ignoresScopes: True to add only the condition that objects aren't deleted.
  package func scoped(
    _ query: Query, includesDeleted: Bool = false, ignoresScopes: Bool = false
  ) -> Query {
    var conditions = ignoresScopes ? [] : scopeConditions(of: query.entity)
    if !includesDeleted { conditions += self.conditions(deletionScopes, of: query.entity) }
    guard !conditions.isEmpty else { return query }
    var query = query
    if let predicate = query.predicate { conditions.append(predicate) }
    query.predicate = conditions.count == 1 ? conditions[0] : .and(conditions)
    return query
  }

  /// The conditions of the context's scopes for an entity's objects.
  package func scopeConditions(of entity: String) -> [QueryExpression] {
    conditions(scopes, of: entity)
  }

  /// True if an object meets the context's scopes as it is in memory.
  package func isInScope(_ model: some PersistentModel) throws -> Bool {
    let conditions = scopeConditions(of: type(of: model)._$entity.name)
    guard !conditions.isEmpty else { return true }
    return try QueryEvaluator.condition(.and(conditions))(
      QueryEvaluator.Variables(model, search: searchTest))
  }

  /// True if the row of an object meets the context's scopes, in the transaction of a save.
  func isInScope(
    _ entity: EntityIndex, _ key: Int64, _ transaction: StoreTransaction
  ) throws -> Bool {
    let table = entities[entity].table
    var conditions = scopeConditions(of: table.entity.name)
    guard !conditions.isEmpty else { return true }
    conditions.append(.membership(.key(QueryPath()), [.integer(key)]))
    let query = Query(entity: table.entity.name, predicate: .and(conditions))
    let found = try transaction.keys(
      try SQLQuery(query, select: .keys, tables: store.tables), ofKindsOf: table)
    return found.contains { !$0.isEmpty }
  }

  private func conditions(_ scopes: [QueryScope], of name: String) -> [QueryExpression] {
    guard !scopes.isEmpty, let index = index(named: name) else { return [] }
    let entity = entities[index].entity
    return scopes.compactMap { $0.condition(for: entity) }
  }
}
