import SwiftData
import Testing

@Suite struct PlacementTests {
  @Test func modelNestedInASchemaIsKept() throws {
    let entry = PlacedEntry(title: "first")
    entry.label = Placement.SchemaV1.Label(text: "red")
    try reopen(entry) {
      #expect($0.title == "first")
      #expect($0.label?.text == "red")
      #expect($0.label?.entry === $0)
    }
  }

  @Test func anotherVersionsModelOfTheSameNameIsKept() throws {
    let entry = Placement.SchemaV2.Entry(title: "second")
    entry.pageCount = 3
    try reopen(entry) {
      #expect($0.title == "second")
      #expect($0.pageCount == 3)
    }
  }

  @Test func schemaIsMadeOfAVersion() throws {
    let schema = Schema(versionedSchema: Placement.SchemaV1.self)
    #expect(schema.entities.map(\.name).sorted() == ["Entry", "Label"])
    #expect(schema.version == Schema.Version(1, 0, 0))
  }

  @Test func modelNestedInAGenericTypeIsKept() throws {
    let entry = PlacedCache<Int>.Entry(key: "a")
    entry.value = 4
    let group = PlacedCache<Int>.NamedGroup()
    group.name = "first"
    group.title = "First"
    entry.group = group
    let types: [any PersistentModel.Type] = [
      PlacedCache<Int>.Entry.self, PlacedCache<Int>.Group.self, PlacedCache<Int>.NamedGroup.self,
    ]
    let file = try StoreFile()
    func save(_ context: ModelContext) throws {
      context.insert(entry)
      try context.save()
    }
    try save(file.context(types))
    let context = try file.context(types)
    let found = try context.fetch(
      FetchDescriptor<PlacedCache<Int>.Entry>(predicate: #Predicate { $0.key == "a" }))
    try #require(found.count == 1)
    #expect(found[0] !== entry)
    #expect(found[0].value == 4)
    let foundGroup = try #require(found[0].group as? PlacedCache<Int>.NamedGroup)
    #expect(foundGroup.name == "first")
    #expect(foundGroup.title == "First")
    #expect(foundGroup.entries.map(\.key) == ["a"])
  }

  @Test func genericTypesModelsDifferByTypeArguments() throws {
    let entry = PlacedCache<String>.Entry(key: "b")
    entry.value = "text"
    try reopen(entry, also: PlacedCache<String>.Group.self) { #expect($0.value == "text") }
    #expect(PlacedCache<String>.Entry._$entity !== PlacedCache<Int>.Entry._$entity)
    #expect(PlacedCache<String>.Entry._$entity === PlacedCache<String>.Entry._$entity)
  }

  @Test func publicModelIsKept() throws {
    try reopen(PublicModel(name: "shown")) { #expect($0.name == "shown") }
  }

  @Test func packageModelIsKept() throws {
    try reopen(PackageModel(name: "inside")) { #expect($0.name == "inside") }
  }

  @Test func modelWithAnotherAttributeIsKept() throws {
    let model = LookedUp()
    model.width = 3
    try reopen(model) {
      #expect($0.width == 3)
      #expect($0.height == 0)
    }
  }

  @Test func conditionalMembersAreKept() throws {
    let model = ConditionalModel(name: "a", build: 7)
    model.picture = Data([1, 2])
    try reopen(model) {
      #expect($0.name == "a")
      #expect($0.build == 7)
      #expect($0.picture == Data([1, 2]))
    }
  }
}
