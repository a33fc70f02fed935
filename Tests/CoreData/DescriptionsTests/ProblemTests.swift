import Foundation
import StrataDescriptions
import Testing

@Suite struct ModelProblems {
  typealias Kind = ModelProblem.Kind

  private static func entity(
    _ name: String, inherits parent: String? = nil, _ properties: PropertyDescription...
  ) -> EntityDescription {
    EntityDescription(name: name, superentityName: parent, properties: properties)
  }

  private static func attribute(
    _ name: String, _ type: AttributeType = .string,
    _ change: (inout AttributeDescription) -> Void = { _ in }
  ) -> PropertyDescription {
    var attribute = AttributeDescription(name: name, type: type)
    change(&attribute)
    return .attribute(attribute)
  }

  private static func link(
    _ name: String, to destination: String?, inverse: String?, minCount: Int = 0, maxCount: Int = 0
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverse: inverse, minCount: minCount,
        maxCount: maxCount))
  }

  private func problems(_ entities: EntityDescription...) -> [ModelProblem] {
    ManagedObjectModel(entities: entities).problems()
  }

  @Test func areNoneInAModelThatFitsTogether() {
    let found = problems(
      Self.entity(
        "Animal", Self.attribute("name"),
        Self.link("owner", to: "Person", inverse: "animals", maxCount: 1)),
      Self.entity("Dog", inherits: "Animal", Self.attribute("tricks", .integer16)),
      Self.entity("Person", Self.link("animals", to: "Animal", inverse: "owner")))
    #expect(found == [])
  }

  @Test func areInNames() {
    let found = problems(
      Self.entity(
        "A", Self.attribute("a"), Self.attribute("a"), Self.attribute("b"), Self.attribute("B")),
      Self.entity("A"), Self.entity("a"), Self.entity("", Self.attribute("")))
    #expect(
      found == [
        ModelProblem(.duplicateEntity, entity: "A"), ModelProblem(.similarEntity("A"), entity: "a"),
        ModelProblem(.emptyName, entity: ""),
        ModelProblem(.duplicateProperty, entity: "A", property: "a"),
        ModelProblem(.similarProperty("b"), entity: "A", property: "B"),
        ModelProblem(.emptyName, entity: "", property: ""),
      ])
  }

  @Test func areInInheritance() {
    let found = problems(
      Self.entity("A", inherits: "Nothing"), Self.entity("B", inherits: "C"),
      Self.entity("C", inherits: "D"), Self.entity("D", inherits: "B"),
      Self.entity("E", inherits: "E"),
      Self.entity("F", inherits: "E"))
    #expect(
      found == [
        ModelProblem(.unknownSuperentity("Nothing"), entity: "A"),
        ModelProblem(.circularInheritance(["B", "C", "D"]), entity: "B"),
        ModelProblem(.circularInheritance(["C", "D", "B"]), entity: "C"),
        ModelProblem(.circularInheritance(["D", "B", "C"]), entity: "D"),
        ModelProblem(.circularInheritance(["E"]), entity: "E"),
      ])
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test func areInVeryDeepInheritance() {
    let entities = (0..<70).map { Self.entity("E\($0)", inherits: $0 == 0 ? nil : "E\($0 - 1)") }
    let found = ManagedObjectModel(entities: entities).problems()
    #expect(found.map(\.entityName) == ["E65", "E66", "E67", "E68", "E69"])
    #expect(found.allSatisfy { $0.kind == .deepInheritance(maximum: 64) })
  }

  @Test func areInWhatIsDeclaredAgain() {
    let found = problems(
      Self.entity("A", Self.attribute("same"), Self.attribute("other"), Self.attribute("kind")),
      Self.entity("B", inherits: "A"),
      Self.entity(
        "C", inherits: "B", Self.attribute("same"), Self.attribute("other", .date),
        Self.link("kind", to: "A", inverse: nil)))
    #expect(
      found.map(\.kind) == [
        .overridesInherited(from: "A"), .contradictsInherited(from: "A"),
        .contradictsInherited(from: "A"),
        .noInverse,
      ])
    #expect(found.map(\.severity) == [.warning, .error, .error, .warning])
  }

  @Test func areInTypes() {
    let found = problems(
      Self.entity(
        "A", Self.attribute("none", .undefined), Self.attribute("id", .objectID),
        Self.attribute("passing", .undefined) { $0.isTransient = true },
        Self.attribute("parts", .composite) { $0.compositeName = "Place" },
        Self.attribute("nothing", .composite)))
    #expect(
      found.map(\.kind) == [
        .unsavableType(.undefined), .unsavableType(.objectID), .unknownComposite("Place"),
        .emptyComposite,
      ])
  }

  @Test(arguments: [
    (AttributeType.integer16, AttributeValue.integer(32768), Kind.defaultOfOtherType),
    (.integer64, .string("1"), .defaultOfOtherType), (.string, .integer(1), .defaultOfOtherType),
    (.float, .integer(1), .defaultOfOtherType), (.integer16, .integer(11), .defaultBeyondLimits),
    (.double, .double(0.5), .defaultBeyondLimits), (.decimal, .decimal(11), .defaultBeyondLimits),
    (.string, .string(""), .defaultBeyondLimits),
    (.string, .string("eleven chars"), .defaultBeyondLimits),
    (.date, .date(Date(timeIntervalSinceReferenceDate: 12)), .defaultBeyondLimits),
  ])
  func areInDefaults(_ type: AttributeType, _ value: AttributeValue, _ kind: Kind) {
    let found = problems(
      Self.entity(
        "A",
        Self.attribute("a", type) {
          $0.defaultValue = value
          $0.minimumValue = .integer(1)
          $0.maximumValue = .integer(10)
        }))
    #expect(found == [ModelProblem(kind, entity: "A", property: "a")])
  }

  @Test func areInLimits() {
    let found = problems(
      Self.entity(
        "A",
        Self.attribute("a", .integer32) {
          $0.minimumValue = .integer(2)
          $0.maximumValue = .integer(1)
        }))
    #expect(found.map(\.kind) == [.limitsWithoutValue])
  }

  @Test func areInRelationships() {
    var ordered = RelationshipDescription(
      name: "ordered", destination: "A", maxCount: 1, isOrdered: true)
    ordered.inverseName = "ordered"
    let found = problems(
      Self.entity(
        "A", Self.attribute("text"), Self.link("nowhere", to: nil, inverse: nil),
        Self.link("unknown", to: "Z", inverse: nil), Self.link("alone", to: "B", inverse: nil),
        Self.link("wrong", to: "B", inverse: "nothing"),
        Self.link("text2", to: "A", inverse: "text"),
        Self.link("many", to: "A", inverse: "many", minCount: 3, maxCount: 2),
        .relationship(ordered),
        Self.link("b", to: "B", inverse: "a"), Self.link("c", to: "B", inverse: "c")),
      Self.entity(
        "B", Self.link("a", to: "A", inverse: "other"), Self.link("c", to: "C", inverse: "c")),
      Self.entity("C", Self.link("c", to: "B", inverse: "c"), Self.link("d", to: "B", inverse: "a"))
    )
    #expect(
      found.map(\.description) == [
        "A.nowhere: leads nowhere; give it a destination",
        "A.unknown: leads to “Z”, which isn't an entity of the model",
        "A.alone: has no inverse, so that nothing keeps both sides in step",
        "A.wrong: the inverse “nothing” isn't a relationship of the destination",
        "A.text2: the inverse “text” isn't a relationship of the destination",
        "A.many: leads to at least 3, but at most 2 objects",
        "A.ordered: has an order, but leads to one object",
        "A.b: its inverse has the inverse “other”; each must be the other's",
        "A.c: its inverse leads to “C” instead",
        "B.a: the inverse “other” isn't a relationship of the destination",
        "C.d: its inverse leads to “A” instead",
      ])
  }

  @Test func areInConstraintsAndIndexes() {
    var entity = Self.entity(
      "A", Self.attribute("a"), Self.attribute("t") { $0.isTransient = true },
      Self.link("many", to: "A", inverse: "many"))
    entity.uniquenessConstraints = [["a"], [], ["z", "a"], ["t"], ["many"], ["a.b"]]
    entity.indexes = [
      FetchIndexDescription(name: "i", elements: [FetchIndexElementDescription(property: "z")]),
      FetchIndexDescription(name: "i", elements: []),
      FetchIndexDescription(
        name: "e", elements: [FetchIndexElementDescription(.expression("lowercase:(a)", type: nil))]
      ),
    ]
    entity.compoundIndexes = [["a", "y"]]
    #expect(
      problems(entity).map(\.kind) == [
        .emptyConstraint, .unknownUniqueProperty("z"), .unsuitableUniqueProperty("t"),
        .unsuitableUniqueProperty("many"), .unsuitableUniqueProperty("a.b"),
        .unknownIndexedProperty("z", index: "i"), .duplicateIndex("i"), .emptyIndex("i"),
        .unknownIndexedProperty("y", index: "a, y"),
      ])
  }

  @Test func areInNoInheritedUniqueProperty() {
    var dog = Self.entity("Dog", inherits: "Animal")
    dog.uniquenessConstraints = [["name"]]
    dog.indexes = [
      FetchIndexDescription(name: "i", elements: [FetchIndexElementDescription(property: "name")])
    ]
    #expect(problems(Self.entity("Animal", Self.attribute("name")), dog) == [])
  }

  @Test func areInRequestsAndConfigurations() {
    let request = FetchRequestDescription(name: "r", entityName: "Z")
    let model = ManagedObjectModel(
      entities: [
        Self.entity(
          "A", .fetchedProperty(FetchedPropertyDescription(name: "f", fetchRequest: nil)),
          .fetchedProperty(FetchedPropertyDescription(name: "g", fetchRequest: request)))
      ],
      composites: [
        CompositeDescription(name: "c", elements: []),
        CompositeDescription(name: "c", elements: []),
      ],
      configurations: [
        ConfigurationDescription(name: "x", entityNames: ["A", "B"]),
        ConfigurationDescription(name: "x", entityNames: []),
      ],
      fetchRequestTemplates: [request, FetchRequestDescription(name: "r", entityName: nil)])
    #expect(
      model.problems() == [
        ModelProblem(.noFetchRequest, entity: "A", property: "f"),
        ModelProblem(.unknownFetchedEntity("Z", request: "r"), entity: "A", property: "g"),
        ModelProblem(.unknownFetchedEntity("Z", request: "r")),
        ModelProblem(.duplicateFetchRequest("r")),
        ModelProblem(.unknownFetchedEntity(nil, request: "r")),
        ModelProblem(.duplicateComposite("c")),
        ModelProblem(.unknownMember("B", configuration: "x")),
        ModelProblem(.duplicateConfiguration("x")),
      ])
  }
}
