import StrataDescriptions
import StrataModelSource
import StrataSchema
import Testing

@Suite struct ModelDifferences {
  private func changes(
    _ old: [EntityDescription], _ new: [EntityDescription]
  ) -> [String] {
    ModelDifference(
      from: ManagedObjectModel(entities: old), to: ManagedObjectModel(entities: new)
    ).changes.map { "\($0.effect) \($0.place)" }
  }

  private func entity(
    _ name: String, parent: String? = nil, isAbstract: Bool = false,
    _ properties: PropertyDescription...
  ) -> EntityDescription {
    EntityDescription(
      name: name, superentityName: parent, isAbstract: isAbstract, properties: properties)
  }

  private func book(_ properties: PropertyDescription...) -> EntityDescription {
    EntityDescription(name: "Book", properties: properties)
  }

  private func attribute(
    _ name: String, _ type: AttributeType = .string, isOptional: Bool = true,
    defaultValue: AttributeValue? = nil, was former: String? = nil
  ) -> PropertyDescription {
    var attribute = AttributeDescription(
      name: name, type: type, isOptional: isOptional, defaultValue: defaultValue)
    attribute.renamingIdentifier = former
    return .attribute(attribute)
  }

  private func relationship(
    _ name: String = "next", _ destination: String = "Book", maxCount: Int = 0, minCount: Int = 0,
    isOrdered: Bool = false, isOptional: Bool = true,
    deletes: Schema.Relationship.DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, minCount: minCount, maxCount: maxCount,
        isOrdered: isOrdered, deleteRule: deletes, isOptional: isOptional))
  }

  @Test func areNoneOfEqualModels() {
    let difference = ModelDifference(from: .sample, to: .sample)
    #expect(difference.changes.isEmpty && difference.effect == .none && difference.isInferable)
  }

  @Test func ofAttributesCanBeInferredUnlessAValueIsMissing() {
    let old = [book(attribute("a"), attribute("b"), attribute("c"), attribute("d"))]
    let new = [
      book(
        attribute("a", isOptional: false),
        attribute("b", isOptional: false, defaultValue: .string("")),
        attribute("c", .integer64), attribute("e", was: "d"), attribute("f"),
        attribute("g", isOptional: false))
    ]
    #expect(
      changes(old, new) == [
        "refused Book.a", "inferred Book.b", "none Book.b", "refused Book.c", "inferred Book.e",
        "inferred Book.f", "refused Book.g",
      ])
    #expect(
      changes([book(attribute("a", isOptional: false))], [book(attribute("a"))])
        == ["inferred Book.a"])
    #expect(changes([book(attribute("a"))], [book()]) == ["loses Book.a"])
  }

  @Test func ofRelationshipsCanBeInferredUnlessLinksAreLost() {
    #expect(
      changes([book(relationship(maxCount: 1))], [book(relationship())])
        == ["inferred Book.next"])
    #expect(
      changes([book(relationship())], [book(relationship(maxCount: 1))])
        == ["refused Book.next"])
    #expect(
      changes([book(relationship())], [book(relationship(isOrdered: true))])
        == ["inferred Book.next"])
    #expect(
      changes([book(relationship())], [book(relationship(deletes: .cascade))])
        == ["none Book.next"])
    #expect(
      changes([book()], [book(relationship(isOptional: false))])
        == ["inferred Book.next"])
    #expect(
      changes([book()], [book(relationship(maxCount: 1, isOptional: false))])
        == ["refused Book.next"])
  }

  @Test func ofEntitiesFollowRenamingIdentifiers() {
    var renamed = entity("Volume", attribute("title"))
    renamed.elementID = "Book"
    #expect(changes([book(attribute("title"))], [renamed]) == ["inferred Volume"])
    // The next version keeps the identifier.
    #expect(changes([renamed], [renamed]).isEmpty)
    #expect(changes([book()], [entity("Other")]) == ["inferred Other", "loses Book"])
    var destination = entity("Shelf", relationship("books", "Volume"))
    destination.name = "Shelf"
    #expect(
      changes(
        [book(attribute("title")), entity("Shelf", relationship("books"))],
        [renamed, destination])
        == ["inferred Volume"])
  }

  @Test func ofHierarchiesMoveProperties() {
    let old = [
      entity("Animal", isAbstract: true), entity("Dog", parent: "Animal", attribute("name")),
      entity("Cat", parent: "Animal", attribute("name", isOptional: false)),
    ]
    let up = [
      entity(
        "Animal", isAbstract: true, attribute("name", isOptional: false, defaultValue: .string(""))),
      entity("Dog", parent: "Animal"), entity("Cat", parent: "Animal"),
    ]
    #expect(
      ModelDifference(
        from: ManagedObjectModel(entities: old), to: ManagedObjectModel(entities: up)
      ).effect == .inferred)
    let down = ModelDifference(
      from: ManagedObjectModel(entities: up), to: ManagedObjectModel(entities: old))
    #expect(down.effect == .inferred)
  }

  @Test func ofHierarchiesCannotMergeThem() {
    let apart = [entity("Dog"), entity("Cat")]
    let together = [
      entity("Animal", isAbstract: true), entity("Dog", parent: "Animal"),
      entity("Cat", parent: "Animal"),
    ]
    #expect(changes(apart, together) == ["inferred Animal", "refused Dog", "refused Cat"])
    #expect(
      changes([entity("Dog")], [together[0], together[1]]) == ["inferred Animal", "inferred Dog"])
  }
}
