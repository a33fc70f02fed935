import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct BatchDeletions {
  let store: Storehouse
  let context: ModelContext

  init() throws {
    store = try Storehouse()
    context = try store.context()
  }

  @Test func cascadeAndClear() throws {
    let (ann, bob) = (Author(name: "Ann"), Author(name: "Bob"))
    context.insert(ann)
    context.insert(bob)
    ann.books = [Book(title: "a"), Book(title: "b")]
    bob.books = [Book(title: "c")]
    bob.friends = [ann]
    let shelf = Shelf(label: "s")
    context.insert(shelf)
    shelf.books = [ann.books[0], bob.books[0]]
    try context.save()
    let lost = ann.books[0]
    #expect(try context.batchDelete(where: #Predicate<Author> { $0.name == "Ann" }) == 1)
    #expect(ann.modelContext == nil && ann.name == "Ann" && lost.modelContext == nil)
    #expect(shelf.books.map(\.title) == ["c"] && bob.friends.isEmpty)
    #expect(try context.all(Book.self).map(\.title) == ["c"])
    #expect(!context.hasChanges)
    try context.save()
    let other = try store.context()
    #expect(try other.all(Author.self).map(\.name) == ["Bob"])
    #expect(try other.all(Shelf.self).first?.books.map(\.title) == ["c"])
    #expect(try other.checkStore().isEmpty)
    let changes = try #require(try other.historyEntries().last).changes
    #expect(
      changes.filter { $0.kind == .delete }.map(\.entity).sorted() == ["Author", "Book", "Book"])
    #expect(
      changes.filter { $0.kind == .update }
        == [
          HistoryEntry.Change(
            entity: "Shelf", key: shelf.id.rowKey, kind: .update, properties: ["books"])
        ])
  }

  @Test func areDeniedAsAWhole() throws {
    let (full, empty) = (Landlord(name: "full"), Landlord(name: "empty"))
    context.insert(full)
    context.insert(empty)
    full.tenants = [Tenant(name: "a"), Tenant(name: "b")]
    try context.save()
    #expect(throws: StackError.deleteDenied(object: full.id, property: "tenants", count: 2)) {
      try context.batchDelete(Landlord.self, where: nil)
    }
    #expect(try context.count(of: Landlord.self) == 2 && context.historyEntries().count == 1)
    #expect(try context.batchDelete(Tenant.self, where: nil) == 2)
    #expect(full.tenants.isEmpty)
    #expect(try context.batchDelete(Landlord.self, where: nil) == 2)
    #expect(try store.context().count(of: Landlord.self) == 0)
  }

  @Test func leaveObjectsWhereNothingIsToBeDoneButForTheirLinks() throws {
    let landlord = Landlord(name: "a")
    context.insert(landlord)
    landlord.keys = [Key(number: 1)]
    try context.save()
    try context.batchDelete(Landlord.self, where: nil)
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.map(\.kind) == [.delete, .update])
    #expect(try store.context().checkStore() == [])
    #expect(try store.context().all(Key.self).first?.landlord == nil)
  }

  @Test func keepObjectsThatMustLeadToThem() throws {
    let context = ModelContext(
      try ModelContainer(
        for: [BatchFlat.self], configuration: .temporary))
    let house = BatchHouse()
    let flat = BatchFlat(house: house)
    context.insert(flat)
    try context.save()
    #expect(throws: StackError.missingValue(object: flat.id, property: "house")) {
      try context.batchDelete(BatchHouse.self, where: nil)
    }
    #expect(throws: StackError.relationshipCount(object: house.id, property: "flats", count: 0)) {
      try context.batchDelete(BatchFlat.self, where: nil)
    }
    #expect(try context.count(of: BatchFlat.self) == 1 && context.count(of: BatchHouse.self) == 1)
  }

  @Test func winOverUnsavedChanges() throws {
    let (gone, kept) = (Parcel(serial: 1), Parcel(serial: 2))
    let crate = Crate(serial: 3)
    let mark = Mark(serial: 4)
    for model in [gone, kept] { context.insert(model) }
    context.insert(crate)
    context.insert(mark)
    try context.save()
    gone.value = 9
    kept.value = 8
    kept.crate = crate
    crate.marks = [mark]
    let new = Parcel(serial: 1)
    context.insert(new)
    #expect(try context.batchDelete(where: #Predicate<Parcel> { $0.serial == 1 }) == 1)
    #expect(try context.batchDelete(where: #Predicate<Mark> { $0.serial == 4 }) == 1)
    #expect(gone.modelContext == nil && kept.value == 8 && new.modelContext === context)
    try context.save()
    let other = try store.context()
    #expect(try other.all(Parcel.self).map(\.serial) == [2, 1])
    #expect(try other.all(Crate.self).first?.parcels.map(\.value) == [8])
    #expect(try other.checkStore().isEmpty)
  }

  @Test func reachOtherContexts() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.parcels = (2..<6).map { Parcel(serial: $0) }
    try context.save()
    let stranger = try store.context()
    let other = try #require(try stranger.all(Crate.self).first)
    let parcels = other.parcels
    try context.batchDelete(where: #Predicate<Parcel> { $0.serial > 3 })
    #expect(crate.parcels.map(\.serial) == [2, 3])
    try stranger.mergeChanges()
    #expect(other.parcels.map(\.serial) == [2, 3] && parcels[2].modelContext == nil)
  }

  /// The same objects, deleted by a batch in one store and one by one in another.
  @Test func doWhatDeletingOneByOneDoes() throws {
    var seeds = SeededGenerator()
    for _ in 0..<40 {
      let seed = seeds.next()
      let least = Int.random(in: 0...10, using: &seeds)
      let kind = Kind.allCases.randomElement(using: &seeds) ?? .crate
      let (batch, single) = (try Maze(seed), try Maze(seed))
      // What is in memory follows, and what isn't has no need to.
      let held = try batch.some()
      try batch.deleteAtOnce(kind.type, least)
      try single.deleteOneByOne(kind.type, least)
      let expected = try single.reopened().description()
      #expect(try batch.reopened().description() == expected, "seed \(seed), \(kind)")
      #expect(try batch.description() == expected, "in memory, seed \(seed), \(kind)")
      #expect(try batch.faults() == single.faults(), "seed \(seed), \(kind)")
      #expect(try batch.changes() == single.changes(), "seed \(seed), \(kind)")
      #expect(!batch.context.hasChanges && held.count > 0)
    }
  }
}

@Model final class BatchHouse {
  @Relationship(minimumModelCount: 1, inverse: \BatchFlat.house) var flats: [BatchFlat] = []
  init() {}
}

@Model final class BatchFlat {
  var house: BatchHouse
  init(house: BatchHouse) { self.house = house }
}
