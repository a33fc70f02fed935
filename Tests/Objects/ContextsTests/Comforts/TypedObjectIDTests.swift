import Foundation
import Strata
import StrataTestSupport
import Testing

@Suite struct TypedObjectIDs {
  private let folder: TemporaryFolder
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    context = ModelContext(
      try ModelContainer(
        for: [Pebble.self, Boulder.self, Brook.self],
        configuration: ModelConfiguration(url: folder.store())))
  }

  private func insert(_ weights: [Int]) throws -> [Pebble] {
    let pebbles = weights.map { Pebble($0) }
    context.insert(contentsOf: pebbles)
    try context.save()
    return pebbles
  }

  @Test func areReadAgainFromJSONAndURIs() throws {
    let pebble = try insert([1])[0]
    let identifier = pebble.typedObjectID
    let json = try JSONEncoder().encode(identifier)
    #expect(try JSONDecoder().decode(TypedObjectID<Pebble>.self, from: json) == identifier)
    let uri = identifier.uriRepresentation()
    #expect(uri.absoluteString.hasPrefix("x-coredata://") && uri.path().hasSuffix("/Pebble/p1"))
    let again = try TypedObjectID<Pebble>(uri: uri)
    #expect(again == identifier && !again.isTemporary && "\(again)" == "Pebble/1")
    #expect(try context.existing(withID: again) === pebble)
  }

  @Test func areTemporaryBeforeTheObjectIsInserted() throws {
    let pebble = Pebble(1)
    #expect(pebble.typedObjectID.isTemporary)
    let uri = pebble.typedObjectID.uriRepresentation()
    #expect(uri.absoluteString.hasPrefix("x-coredata:///Pebble/t"))
    #expect(throws: ModelError.self) { try TypedObjectID<Pebble>(uri: uri) }
    context.insert(pebble)
    #expect(!pebble.typedObjectID.isTemporary)
    #expect(try context.existing(withID: pebble.typedObjectID) === pebble)
  }

  @Test func areReadFromURIsOfEarlierVersions() throws {
    let identifier = try insert([1])[0].typedObjectID
    let store = try #require(identifier.persistentIdentifier.storeIdentifier)
    let uri = try #require(URL(string: "x-strata://\(store)/Pebble/1"))
    #expect(try TypedObjectID<Pebble>(uri: uri) == identifier)
  }

  @Test(arguments: [
    "https://example.com/Pebble/1", "x-coredata://host/Pebble/p1",
    "x-coredata://00000000-0000-0000-0000-000000000000/Pebble/1",
    "x-coredata://00000000-0000-0000-0000-000000000000/Pebble/p0",
    "x-coredata://00000000-0000-0000-0000-000000000000/Pebble/t1",
    "x-strata://host/Pebble/1",
    "x-strata://00000000-0000-0000-0000-000000000000/Pebble",
    "x-strata://00000000-0000-0000-0000-000000000000/Pebble/x",
    "x-strata://00000000-0000-0000-0000-000000000000/Pebble/0",
    "x-strata://00000000-0000-0000-0000-000000000000//1",
    "x-strata://00000000-0000-0000-0000-000000000000/Pebble/1/2",
    "x-strata://00000000-0000-0000-0000-000000000000/Pebble/1?a",
  ]) func areOfNoOtherURI(_ text: String) throws {
    let uri = try #require(URL(string: text))
    #expect(throws: ModelError.invalidURI(uri)) { try TypedObjectID<Pebble>(uri: uri) }
  }

  @Test func findObjectsInTheirOrder() throws {
    let pebbles = try insert(Array(1...1200))
    let other = ModelContext(context.container)
    let kept: Pebble = try other.existing(withID: pebbles[5].typedObjectID)
    let wanted = (pebbles.shuffled() + [pebbles[5], pebbles[5]]).map(\.typedObjectID)
    let found = try other.existing(withIDs: wanted)
    #expect(found.map(\.typedObjectID) == wanted)
    #expect(found.last === kept)
    #expect(try other.existing(Pebble.self, withIDs: []).isEmpty)
  }

  @Test func tellWhatIsMissing() throws {
    let pebbles = try insert([1, 2, 3])
    let identifiers = pebbles.map(\.typedObjectID)
    context.delete(pebbles[0])
    #expect(throws: StackError.notFound(identifiers[0].persistentIdentifier)) {
      try context.existing(withID: identifiers[0])
    }
    context.delete(pebbles[2])
    try context.save()
    let both = [0, 2].map { StackError.notFound(identifiers[$0].persistentIdentifier) }
    #expect(throws: StackError.several(both)) {
      try context.existing(withIDs: identifiers + identifiers)
    }
  }

  @Test func areOfTheClassOrOneBelowIt() throws {
    let boulder = Boulder(1)
    let brook = Brook("b")
    context.insert(boulder)
    context.insert(brook)
    try context.save()
    #expect(try context.existing(withID: TypedObjectID<Pebble>(boulder)) === boulder)
    let wrong = TypedObjectID<Pebble>(brook.persistentModelID)
    #expect(throws: ModelError.wrongEntity(brook.persistentModelID, expected: "Pebble")) {
      try context.existing(withID: wrong)
    }
    #expect(throws: ModelError.wrongEntity(brook.persistentModelID, expected: "Pebble")) {
      try context.existing(withIDs: [TypedObjectID<Pebble>(boulder), wrong])
    }
    let pebble = try insert([2])[0]
    #expect(throws: StackError.notFound(pebble.persistentModelID)) {
      try context.existing(Boulder.self, withID: TypedObjectID(pebble.persistentModelID))
    }
  }
}

@Model class Pebble {
  var weight: Int
  var height: Double?
  var size = 0.0
  var level: UInt8 = 0
  var price = Decimal(0)
  var found = Date(timeIntervalSinceReferenceDate: 0)
  var cleaned: Date?
  var name: String?
  var brook: Brook?

  init(_ weight: Int) { self.weight = weight }
}

@Model final class Boulder: Pebble {
  override init(_ weight: Int) { super.init(weight) }
}

@Model final class Brook {
  var name: String
  @Relationship(inverse: \Pebble.brook) var pebbles: [Pebble] = []

  init(_ name: String) { self.name = name }
}
