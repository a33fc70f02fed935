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
