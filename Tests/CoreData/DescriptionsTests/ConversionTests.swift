import Foundation
import StrataDescriptions
import StrataSchema
import Testing

@Suite struct Conversions {
  private func model(_ entities: EntityDescription...) -> ManagedObjectModel {
    ManagedObjectModel(entities: entities)
  }

  private func schemaError(_ model: ManagedObjectModel) -> ModelConversionError? {
    #expect(throws: ModelConversionError.self) { try Schema(model) }
  }

  @Test func keepEachTypeInItsColumn() throws {
    let types = AttributeType.allCases.filter { $0.column != nil }
    let schema = try Schema(
      model(
        EntityDescription(
          name: "A",
          properties: types.map { .attribute(AttributeDescription(name: "of\($0)", type: $0)) })))
    let attributes = try #require(schema.entitiesByName["A"]).attributes
    #expect(
      attributes.map { $0.columns.first?.storageClass } == types.map { $0.column?.storageClass })
    let back = ManagedObjectModel(schema)
    #expect(back.entities[0].attributes.map(\.type) == types)
  }

  @Test func keepWhatIsSaidOfAttributes() throws {
    var attribute = AttributeDescription(
      name: "size", type: .integer16, isOptional: false, defaultValue: .integer(3))
    attribute.renamingIdentifier = "length"
    attribute.preservesValueInHistoryOnDeletion = true
    attribute.versionHashModifier = "2"
    let original = model(
      EntityDescription(name: "A", managedObjectClassName: "A", properties: [.attribute(attribute)])
    )
    let schema = try Schema(original)
    let made = try #require(schema.entitiesByName["A"]?.attributes.first)
    #expect(made.defaultColumns == [.integer(3)] && made.originalName == "length")
    #expect(made.options == [.preserveValueOnDeletion] && !made.isOptional)
    #expect(ManagedObjectModel(schema).entities[0].attributes == [attribute])
  }

  @Test func leaveOutWhatIsNeverSaved() throws {
    var transient = AttributeDescription(name: "mood", type: .string)
    transient.isTransient = true
    let schema = try Schema(
      model(
        EntityDescription(
          name: "A",
          properties: [
            .attribute(transient), .attribute(AttributeDescription(name: "any", type: .undefined)),
            .fetchedProperty(FetchedPropertyDescription(name: "f", fetchRequest: nil)),
          ])))
    let entity = try #require(schema.entitiesByName["A"])
    #expect(entity.attributes.map(\.isEphemeral) == [true, true])
    #expect(entity.properties.flatMap(\.columnNames).isEmpty)
  }

  @Test func layOutCompositesAsStructs() throws {
    let home = AttributeDescription(
      name: "home",
      composite: [
        AttributeDescription(name: "city", type: .string),
        AttributeDescription(
          name: "place",
          composite: [AttributeDescription(name: "x", type: .double, isOptional: false)]),
      ])
    let schema = try Schema(model(EntityDescription(name: "A", properties: [.attribute(home)])))
    let made = try #require(schema.entitiesByName["A"]?.attributes.first)
    #expect(made.columns.map(\.part) == ["exists", "city", "place_x"])
    let back = try #require(ManagedObjectModel(schema).entities[0].attributes.first)
    #expect(back.elements.map(\.name) == ["city", "place"] && back.elements[1].elements.count == 1)
    #expect(
      try Schema(ManagedObjectModel(schema)).definitionOfColumns == schema.definitionOfColumns)
  }

  @Test func pairInversesAlsoWhereTheyAreInherited() throws {
    let schema = try Schema(
      model(
        EntityDescription(
          name: "Owner",
          properties: [
            .relationship(
              RelationshipDescription(name: "dogs", destination: "Dog", inverse: "owner"))
          ]),
        EntityDescription(
          name: "Animal",
          properties: [
            .relationship(
              RelationshipDescription(
                name: "owner", destination: "Owner", inverse: "dogs", maxCount: 1))
          ]), EntityDescription(name: "Dog", superentityName: "Animal")))
    let dogs = try #require(schema.entitiesByName["Owner"]?.relationships.first)
    #expect(dogs.destination == "Animal" && dogs.inverseName == "owner" && dogs.inverseIsToOne)
    #expect(schema.entitiesByName["Dog"]?.superentity?.name == "Animal")
  }

  @Test func refuseModelsThatDontHoldTogether() {
    func leading(_ destination: String?, inverse: String? = nil) -> PropertyDescription {
      .relationship(RelationshipDescription(name: "r", destination: destination, inverse: inverse))
    }
    #expect(
      schemaError(model(EntityDescription(name: "A", superentityName: "B")))
        == .unknownSuperentity(entity: "A", superentity: "B"))
    #expect(
      schemaError(
        model(
          EntityDescription(name: "A", superentityName: "B"),
          EntityDescription(name: "B", superentityName: "A"))) == .circularInheritance(entity: "A"))
    #expect(
      schemaError(model(EntityDescription(name: "A", properties: [leading(nil)])))
        == .unknownDestination(entity: "A", relationship: "r", destination: nil))
    #expect(
      schemaError(model(EntityDescription(name: "A", properties: [leading("A", inverse: "s")])))
        == .invalidInverse(
          entity: "A", relationship: "r",
          reason: "is A.s, which is no relationship of it; choose another"))
    #expect(
      schemaError(
        model(
          EntityDescription(name: "A", properties: [leading("B", inverse: "r")]),
          EntityDescription(name: "B", properties: [leading("C", inverse: "r")]),
          EntityDescription(name: "C")))
        == .invalidInverse(
          entity: "A", relationship: "r", reason: "is B.r, which leads to C; let it lead to A"))
    #expect(
      schemaError(
        model(
          EntityDescription(
            name: "A",
            properties: [
              .attribute(
                AttributeDescription(name: "a", type: .integer16, defaultValue: .integer(70_000)))
            ]))) == .invalidDefault(entity: "A", attribute: "a", type: .integer16))
    #expect(
      schemaError(model(EntityDescription(name: "A"), EntityDescription(name: "a")))
        == .schema(.duplicateEntity("a")))
  }
}

extension Schema {
  fileprivate var definitionOfColumns: [[String]] {
    entities.map { $0.properties.flatMap(\.columnNames) }
  }
}
