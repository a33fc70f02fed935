import StrataDescriptions
import Testing

@Suite struct InheritedProperties {
  private func model(_ parents: [String: String]) -> ManagedObjectModel {
    ManagedObjectModel(
      entities: ["Animal", "Dog", "Puppy"].map {
        EntityDescription(
          name: $0, superentityName: parents[$0],
          properties: [.attribute(AttributeDescription(name: "of\($0)", type: .string))])
      })
  }

  @Test func standBeforeTheEntitysOwn() throws {
    let model = model(["Dog": "Animal", "Puppy": "Dog"])
    let puppy = try #require(model.entity(named: "Puppy"))
    #expect(model.allProperties(of: puppy).map(\.name) == ["ofAnimal", "ofDog", "ofPuppy"])
    #expect(model.property(named: "ofAnimal", of: puppy)?.name == "ofAnimal")
    #expect(model.isKind(puppy, of: "Animal"))
  }

  @Test func endWhereEntitiesInheritFromEachOther() throws {
    let model = model(["Dog": "Puppy", "Puppy": "Dog"])
    let puppy = try #require(model.entity(named: "Puppy"))
    #expect(model.superentities(of: puppy).map(\.name) == ["Dog"])
  }
}
