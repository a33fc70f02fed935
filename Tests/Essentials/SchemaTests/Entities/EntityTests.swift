import StrataSchema
import Testing

@Suite("Entities")
struct EntityTests {
  private func attribute(
    _ name: String, _ columns: [ColumnDescription] = [ColumnDescription("", .text)],
    options: [Schema.Attribute.Option] = []
  ) -> Schema.Property {
    .attribute(
      Schema.Attribute(name: name, options: options, valueType: String.self, columns: columns))
  }

  private func toOne(_ name: String, to destination: String) -> Schema.Property {
    .relationship(
      Schema.Relationship(
        name: name, destination: destination, inverseName: nil, inverseIsToOne: false,
        isToOne: true, isOptional: true, deleteRule: .nullify))
  }

  @Test(
    "A name that the store or SQLite keeps for itself is refused",
    arguments: ["strata_x", "Strata_Item", "STRATA_", "sqlite_master", "SQLite_x"])
  func reservedEntity(name: String) {
    #expect(throws: SchemaError.reservedName(entity: name, property: nil)) {
      try Schema.Entity(name: name, properties: [])
    }
    #expect(throws: SchemaError.reservedName(entity: "Item", property: name)) {
      try Schema.Entity(name: "Item", properties: [attribute(name)])
    }
    #expect(throws: SchemaError.reservedName(entity: "Item", property: name)) {
      try Schema.Entity(name: "Item", properties: [toOne(name, to: "Item")])
    }
  }

  @Test(
    "Names that only look like the store's own are allowed",
    arguments: ["strata", "Stratagem", "my_strata_", "sqlite", "select", "a \"b\"", "größe"])
  func allowed(name: String) throws {
    #expect(try Schema.Entity(name: name, properties: [attribute(name)]).name == name)
  }

  @Test("Two properties of one name are refused, in whatever case")
  func sameColumn() {
    for name in ["title", "Title"] {
      #expect(throws: SchemaError.duplicateColumn(entity: "Item", column: name)) {
        try Schema.Entity(name: "Item", properties: [attribute("title"), attribute(name)])
      }
    }
  }

  @Test("A property with the name of another's part is refused")
  func sameAsPart() {
    let parts = [ColumnDescription("x", .real), ColumnDescription("y", .real)]
    #expect(throws: SchemaError.duplicateColumn(entity: "Item", column: "place_y")) {
      try Schema.Entity(
        name: "Item", properties: [attribute("place", parts), attribute("place_y")])
    }
    #expect(throws: SchemaError.duplicateColumn(entity: "Item", column: "place_x")) {
      try Schema.Entity(
        name: "Item", properties: [toOne("place_x", to: "Item"), attribute("place", parts)])
    }
  }

  @Test("Attributes and relationships keep the order of declaration and are found by name")
  func properties() throws {
    let entity = try Schema.Entity(
      name: "Item",
      properties: [attribute("b"), toOne("owner", to: "Item"), attribute("a", options: [.unique])])
    #expect(entity.properties.map(\.name) == ["b", "owner", "a"])
    #expect(entity.attributes.map(\.name) == ["b", "a"])
    #expect(entity.attributes.map(\.isUnique) == [false, true])
    #expect(entity.relationships.map(\.name) == ["owner"])
    #expect(entity.property(named: "a")?.columnNames == ["a"])
    #expect(entity.property(named: "c") == nil)
  }

  @Test("An earlier name is the name itself unless one is given")
  func originalName() throws {
    #expect(try Schema.Entity(name: "Item", properties: []).originalName == "Item")
    let renamed = try Schema.Entity(name: "Item", originalName: "Thing", properties: [])
    #expect(renamed.originalName == "Thing")
  }

  @Test("A schema refuses two entities of one name")
  func duplicateEntity() throws {
    let item = try Schema.Entity(name: "Item", properties: [])
    #expect(throws: SchemaError.duplicateEntity("Item")) {
      try Schema(entities: [item, item])
    }
  }

  @Test("A schema refuses two entities whose names differ in case alone, as tables can't")
  func duplicateEntityByCase() throws {
    let upper = try Schema.Entity(name: "Item", properties: [])
    let lower = try Schema.Entity(name: "item", properties: [])
    #expect(throws: SchemaError.self) { try Schema(entities: [upper, lower]) }
  }

  @Test("A schema refuses a relationship to an entity that it lacks")
  func unknownDestination() throws {
    let item = try Schema.Entity(name: "Item", properties: [toOne("owner", to: "Person")])
    #expect(
      throws: SchemaError.unknownDestination(
        entity: "Item", relationship: "owner", destination: "Person")
    ) { try Schema(entities: [item]) }
  }

  @Test("The message about a reserved name says which beginning is reserved")
  func reservedMessage() {
    let strata = SchemaError.reservedName(entity: "strata_x", property: nil)
    #expect(strata.description.contains("strata_x begins with 'strata_'"))
    let sqlite = SchemaError.reservedName(entity: "Item", property: "sqlite_x")
    #expect(sqlite.description.contains("Item.sqlite_x begins with 'sqlite_'"))
  }
}
