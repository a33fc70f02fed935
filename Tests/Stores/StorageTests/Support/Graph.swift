import StrataQuery
import StrataSchema
import StrataSQLite
import StrataStorage
import StrataTestSupport

/// A schema to ask questions of: nodes in a tree, with labels that they share and friends.
enum Graph {
  static func schema() throws -> Schema {
    let node = try Schema.Entity(
      name: "Node",
      properties: [
        Library.attribute("n", Int?.self), Library.attribute("m", Int.self),
        Library.attribute("x", Double?.self), Library.attribute("s", String?.self),
        Library.attribute("t", String.self), Library.attribute("flag", Bool?.self),
        Library.toOne("parent", to: "Node", inverse: "children"),
        .relationship(
          Schema.Relationship(
            name: "children", destination: "Node", inverseName: "parent", inverseIsToOne: true,
            isToOne: false, isOptional: true, deleteRule: .nullify)),
        Library.toMany("labels", to: "Label", inverse: "nodes"),
        Library.toMany("friends", to: "Node", inverse: nil),
      ])
    let label = try Schema.Entity(
      name: "Label",
      properties: [
        Library.attribute("word", String.self), Library.attribute("rank", Int?.self),
        Library.toMany("nodes", to: "Node", inverse: "labels"),
      ])
    return try Schema(entities: [node, label])
  }

  static func column(
    _ name: String, _ storageClass: StorageClass = .integer, path: QueryPath = QueryPath()
  ) -> QueryExpression {
    .column(
      path, .init(property: name, description: ColumnDescription("", storageClass)))
  }

  static let parent = QueryPath.Step(relationship: "parent", destination: "Node")

  /// A to-many relationship of the object at a path's end.
  static func collection(
    _ relationship: String, of owner: QueryPath = QueryPath(), entity: String = "Node",
    variable: Int = 1
  ) -> QueryCollection {
    QueryCollection(
      owner: owner, entity: entity, relationship: relationship,
      destination: relationship == "labels" ? "Label" : "Node", variable: variable)
  }
}
