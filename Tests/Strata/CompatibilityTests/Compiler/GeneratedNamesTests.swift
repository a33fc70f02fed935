import StrataDescriptions
import StrataModelSource
import Testing

/// Classes that are generated compile whatever a model's names are.
@Suite struct GeneratedNames {
  @Test(.enabled(if: Compiler() != nil, "there is no compiler with the built modules here"))
  func compilesWithNamesThatSwiftHas() throws {
    let compiler = try #require(Compiler())
    let words = [
      "default", "self", "init", "Type", "class", "in", "id", "hash", "hashValue", "description",
      "isDeleted", "hasChanges", "persistentModelID", "modelContext", "value", "error", "newValue",
      "_row", "strata_x", "Name", "name", "a-b", "1st", "été", "$odd", "set", "get", "repeat",
    ]
    let types = [
      "Data", "Date", "String", "Int", "Bool", "Model", "Schema", "Attribute", "Relationship",
      "Index", "Unique", "Optional", "Array", "Task", "Type", "Protocol", "Any", "Swift", "State",
      "_Slot", "Row", "Hashable", "Codable", "Sendable", "PersistentModel",
    ]
    let nasty = EntityDescription(
      name: "Nasty",
      properties: words.map {
        .attribute(AttributeDescription(name: $0, type: .integer64, isOptional: false))
      }, uniquenessConstraints: [["default", "self"], ["init"]],
      indexes: [
        FetchIndexDescription(
          name: "i",
          elements: [
            FetchIndexElementDescription(property: "class", collationType: .rTree),
            FetchIndexElementDescription(property: "Type"),
          ])
      ])
    let hiding = types.map { name in
      EntityDescription(
        name: name,
        properties: [
          .attribute(AttributeDescription(name: "text", type: .string, isOptional: false)),
          .attribute(AttributeDescription(name: "day", type: .date)),
          .attribute(AttributeDescription(name: "bytes", type: .transformable)),
          .relationship(
            RelationshipDescription(name: "others", destination: name, inverse: "owner")),
          .relationship(
            RelationshipDescription(
              name: "owner", destination: name, inverse: "others", maxCount: 1)),
        ], uniquenessConstraints: [["text", "day"]])
    }
    var options = ModelSource.Options()
    options.namespace = .plain(name: "Space")
    let source = ModelSource(ManagedObjectModel(entities: [nasty] + hiding), options)
    #expect(try compiler.errors(in: [source.text]) == [[]])
  }

  @Test(.enabled(if: Compiler() != nil, "there is no compiler with the built modules here"))
  func aSnapshotCompilesAmongTypesWithItsNames() throws {
    let compiler = try #require(Compiler())
    let types = [
      "Snapshot", "ModelSnapshot", "SnapshotError", "TypedObjectID", "Decoder", "Encoder",
      "Sendable", "Codable", "Bool", "Equatable", "ModelContext", "StackError", "String", "Int",
    ]
    let source =
      types.map { "struct \($0) {}" }.joined(separator: "\n") + """

        @Model @Snapshot(including: "b", identifying: "c", "d") public final class A {
          public var x: Swift.String
          var n = 1
          @Relationship var b: [B] = []
          var c: B?
          var d: [B] = []
          init() { x = "" }
        }
        @Model @Snapshot(including: "a") public final class B {
          @Relationship var a: A
          init(a: A) { self.a = a }
        }
        """
    #expect(try compiler.errors(in: [source]) == [[]])
  }
}
