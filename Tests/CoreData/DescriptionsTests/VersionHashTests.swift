import StrataDescriptions
import StrataSchema
import Testing

@Suite struct VersionHashes {
  private static let title = AttributeDescription(name: "title", type: .string)
  private static let owner = RelationshipDescription(
    name: "owner", destination: "Person", inverse: "books", maxCount: 1)
  private static let book = EntityDescription(
    name: "Book", superentityName: "Medium", properties: [.attribute(title), .relationship(owner)],
    uniquenessConstraints: [["title", "owner"]])

  private static func model(_ change: (inout EntityDescription) -> Void = { _ in })
    -> ManagedObjectModel
  {
    var book = book
    change(&book)
    return ManagedObjectModel(
      entities: [
        EntityDescription(name: "Medium", isAbstract: true), book,
        EntityDescription(
          name: "Person",
          properties: [
            .relationship(
              RelationshipDescription(name: "books", destination: "Book", inverse: "owner"))
          ]),
      ])
  }

  private static func hash(_ change: (inout EntityDescription) -> Void = { _ in }) -> VersionHash? {
    model(change).entityVersionHashes["Book"]
  }

  /// The numbers are written down in stores: they may never change.
  @Test func areTheSameForEver() {
    #expect(ManagedObjectModel().versionChecksum == "6c62272e07bb014262b821756295c58d")
    #expect(Self.hash()?.description == "514f939ed12b0847e4b5f112f931d9b1")
    #expect(Self.model().versionChecksum == "c1af895a7d508772137230485721be2b")
  }

  private static let changes: [(String, @Sendable (inout EntityDescription) -> Void)] = [
    ("modifier", { $0.versionHashModifier = "2" }), ("abstract", { $0.isAbstract = true }),
    ("parent", { $0.superentityName = nil }),
    ("constraint", { $0.uniquenessConstraints = [["title"]] }),
    ("constraints", { $0.uniquenessConstraints = [["title"], ["owner"]] }),
    ("property", { $0.properties.removeLast() }),
    ("property's name", { change(&$0) { $0.name = "name" } }),
    ("property's modifier", { change(&$0) { $0.versionHashModifier = "1" } }),
    ("optional", { change(&$0) { $0.isOptional = false } }),
    ("transient", { change(&$0) { $0.isTransient = true } }),
    ("type", { change(&$0) { $0.type = .integer16 } }),
    ("elements", { change(&$0) { $0.elements = [AttributeDescription(name: "x", type: .date)] } }),
    ("destination", { relate(&$0) { $0.destinationEntityName = "Book" } }),
    ("inverse", { relate(&$0) { $0.inverseName = nil } }),
    ("least count", { relate(&$0) { $0.minCount = 1 } }),
    ("greatest count", { relate(&$0) { $0.maxCount = 0 } }),
    ("order", { relate(&$0) { $0.isOrdered = true } }),
    ("delete rule", { relate(&$0) { $0.deleteRule = .cascade } }),
  ]

  private static func change(
    _ entity: inout EntityDescription, _ change: (inout AttributeDescription) -> Void
  ) {
    var title = title
    change(&title)
    entity.properties[0] = .attribute(title)
  }

  private static func relate(
    _ entity: inout EntityDescription, _ change: (inout RelationshipDescription) -> Void
  ) {
    var owner = owner
    change(&owner)
    entity.properties[1] = .relationship(owner)
  }

  @Test func changeWithWhatAStoreMustKnow() {
    var hashes = [Self.hash(): "nothing"]
    for (name, change) in Self.changes {
      let other = hashes.updateValue(name, forKey: Self.hash(change))
      #expect(other == nil, "\(name) and \(other ?? "") give one hash")
    }
  }

  @Test func changeWithTheEntityAbove() {
    var model = Self.model()
    model.entities[0].isAbstract = false
    #expect(model.entityVersionHashes["Book"] != Self.hash())
    #expect(model.entityVersionHashes["Person"] == Self.model().entityVersionHashes["Person"])
    #expect(model.versionChecksum != Self.model().versionChecksum)
  }

  @Test func stayWithWhatAStoreNeedNotKnow() {
    let same = Self.hash {
      $0.managedObjectClassName = "Volume"
      $0.userInfo = ["a": "b"]
      $0.renamingIdentifier = "Old"
      $0.elementID = "e"
      $0.indexes = [FetchIndexDescription(name: "i", elements: [])]
      $0.uniquenessConstraints = [["owner", "title"]]
      Self.change(&$0) {
        $0.defaultValue = .string("x")
        $0.maximumValue = .integer(3)
        $0.valueTransformerName = "T"
        $0.attributeValueClassName = "C"
        $0.regularExpression = "a"
        $0.userInfo = ["c": "d"]
      }
      $0.properties.reverse()
    }
    #expect(same == Self.hash())
    var reordered = Self.model()
    reordered.entities.reverse()
    reordered.versionIdentifiers = ["9"]
    #expect(reordered.versionChecksum == Self.model().versionChecksum)
  }

  @Test func areThereWhereEntitiesInheritFromEachOther() {
    let model = ManagedObjectModel(
      entities: ["A", "B"].map {
        EntityDescription(name: $0, superentityName: $0 == "A" ? "B" : "A")
      })
    #expect(Set(model.entityVersionHashes.keys) == ["A", "B"])
  }

  @Test func areReadAsTheyAreWritten() throws {
    let hash = try #require(Self.hash())
    #expect(VersionHash(hash.description) == hash)
    #expect(VersionHash("00000000000000000000000000000001") == VersionHash(value: 1))
    #expect("\(VersionHash(value: 255))" == "000000000000000000000000000000ff")
    for text in ["", "1", "+0000000000000000000000000000001", String(repeating: "g", count: 32)] {
      #expect(VersionHash(text) == nil)
    }
  }
}
