import StrataDescriptions
import Testing

@Suite struct MergedModels {
  private let book = EntityDescription(
    name: "Book", properties: [.attribute(AttributeDescription(name: "title", type: .string))])
  private let person = EntityDescription(name: "Person")

  @Test func haveWhatIsTheSameOnce() throws {
    let request = FetchRequestDescription(name: "all", entityName: "Book")
    let place = CompositeDescription(name: "Place", elements: [])
    let one = ManagedObjectModel(
      entities: [book], composites: [place],
      configurations: [ConfigurationDescription(name: "Local", entityNames: ["Book"])],
      fetchRequestTemplates: [request], versionIdentifiers: ["1"])
    let other = ManagedObjectModel(
      entities: [person, book], composites: [place],
      configurations: [ConfigurationDescription(name: "Local", entityNames: ["Person", "Book"])],
      fetchRequestTemplates: [request], versionIdentifiers: ["2"])
    let merged = try ManagedObjectModel(merging: [one, other])
    #expect(
      merged
        == ManagedObjectModel(
          entities: [book, person], composites: [place],
          configurations: [
            ConfigurationDescription(name: "Local", entityNames: ["Book", "Person"])
          ],
          fetchRequestTemplates: [request], versionIdentifiers: ["1", "2"]))
  }

  @Test func areEmptyOfNone() throws {
    #expect(try ManagedObjectModel(merging: []) == ManagedObjectModel())
  }

  @Test func mayNotContradictEachOther() {
    var changed = book
    changed.isAbstract = true
    let error = #expect(throws: ModelMergeError.self) {
      try ManagedObjectModel(
        merging: [ManagedObjectModel(entities: [book]), ManagedObjectModel(entities: [changed])])
    }
    #expect(error == .conflictingEntities("Book"))
    #expect(throws: ModelMergeError.conflictingComposites("C")) {
      let element = AttributeDescription(name: "a", type: .string)
      _ = try ManagedObjectModel(merging: [
        ManagedObjectModel(composites: [CompositeDescription(name: "C", elements: [])]),
        ManagedObjectModel(composites: [CompositeDescription(name: "C", elements: [element])]),
      ])
    }
    #expect(throws: ModelMergeError.conflictingFetchRequests("f")) {
      _ = try ManagedObjectModel(merging: [
        ManagedObjectModel(fetchRequestTemplates: [
          FetchRequestDescription(name: "f", entityName: "A")
        ]),
        ManagedObjectModel(fetchRequestTemplates: [
          FetchRequestDescription(name: "f", entityName: "B")
        ]),
      ])
    }
  }
}
