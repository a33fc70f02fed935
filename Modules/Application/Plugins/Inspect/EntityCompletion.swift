import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The completion of commands on any entity: entities, properties and the keywords of queries.
enum EntityCompletion {
  private static let words = [
    "where", "set", "group", "having", "sort", "by", "desc", "limit", "offset", "AND", "OR", "NOT",
    "ANY", "ALL", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "nil",
  ]

  /// Completes `ENTITY [where …]`.
  @MainActor static func queries(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    let schema = environment.stack.container.schema
    let named = request.words.first { !$0.hasPrefix("-") }
    guard request.argumentIndex > 0, let named else { return schema.entities.map(\.name) }
    guard let entity = schema.entitiesByName[named] else { return [] }
    return words + paths(of: entity, in: schema, isFollowed: true)
  }

  /// Completes `ENTITY/KEY [PROPERTY]`.
  @MainActor static func objects(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    let schema = environment.stack.container.schema
    guard request.argumentIndex > 0 else { return schema.entities.map { $0.name + "/" } }
    guard request.argumentIndex == 1, let name = request.words.first?.split(separator: "/").first,
      let entity = schema.entitiesByName[String(name)]
    else { return [] }
    return paths(of: entity, in: schema, isFollowed: false)
  }

  /// Returns the paths to attributes, their parts, relationships, and the properties of to-one
  /// targets.
  private static func paths(
    of entity: Schema.Entity, in schema: Schema, isFollowed: Bool
  ) -> [String] {
    entity.properties.flatMap { property in
      switch property {
      case .attribute(let attribute):
        return attribute.columns.map {
          $0.queryName(of: attribute.name)
        }
      case .relationship(let relationship):
        guard isFollowed, relationship.isToOne,
          let destination = schema.entitiesByName[relationship.destination]
        else { return [relationship.name] }
        return [relationship.name]
          + paths(of: destination, in: schema, isFollowed: false).map {
            "\(relationship.name).\($0)"
          }
      }
    }
  }
}
