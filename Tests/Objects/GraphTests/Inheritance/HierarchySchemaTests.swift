import StrataModelSupport
import Strata
import Testing

@Suite struct HierarchySchemas {
  @Test func tellWhoInheritsFromWhom() throws {
    let schema = Schema(Menagerie.models)
    let beast = try #require(schema.entity(for: Beast.self))
    let hound = try #require(schema.entity(for: Hound.self))
    let pup = try #require(schema.entity(for: Pup.self))
    #expect(beast.superentity == nil && beast.superentityName == nil)
    #expect(beast.subentities.map(\.name) == ["Hound", "Tiger"])
    #expect(hound.superentity === beast)
    #expect(hound.subentities.map(\.name) == ["Pup"])
    #expect(pup.superentityName == "Hound")
    #expect(pup.storedProperties.map(\.name) == ["age", "toys"])
    #expect(pup.inheritedProperties.map(\.name).suffix(3) == ["breed", "color", "kennel"])
    #expect(pup.inheritedPropertiesByName["tag"] != nil)
    #expect(pup.properties.count == hound.properties.count + 2)
    #expect(schema.hierarchy(from: beast).map(\.name) == ["Beast", "Hound", "Pup", "Tiger"])
  }

  @Test func takeInSuperclassesAndNoSubclasses() throws {
    #expect(
      Schema([Pup.self]).entities.map(\.name)
        == ["Beast", "Chart", "Hound", "Keeper", "Kennel", "Pup", "Zone"])
    #expect(!Schema([Beast.self]).entities.map(\.name).contains("Tiger"))
  }

  @Test func giveInheritedRelationshipsTheirInverses() throws {
    let schema = Schema(Menagerie.models)
    let tiger = try #require(schema.entity(for: Tiger.self))
    let keeper = try #require(tiger.relationships.first { $0.name == "keeper" })
    #expect(keeper.inverseName == "beasts" && keeper.declaringEntity == "Beast")
    let zones = try #require(tiger.relationships.first { $0.name == "zones" })
    #expect(zones.inverseName == "beasts")
    #expect(schema.linkTables.map(\.name).sorted() == ["Beast_zones", "Tiger_prey"])
  }

  @Test func refuseAnInverseThatIsInherited() throws {
    let schema = Schema([Breeder.self])
    let problem = try #require(schema.problem)
    #expect("\(problem)".contains("Foal") && schema.entities.isEmpty, "\(problem)")
    #expect(throws: problem) {
      try ModelContainer(for: schema, configurations: .init(isStoredInMemoryOnly: true))
    }
  }
}

@Model class Horse {
  var breeder: Breeder?
  init() {}
}

@Model final class Foal: Horse {
  override init() { super.init() }
}

@Model final class Breeder {
  @Relationship(inverse: \Foal.breeder) var foals: [Foal] = []
  init() {}
}
