import StrataModelSupport
import Strata
import Synchronization
import Testing

@Suite struct BatchUpdates {
  let store: Storehouse
  let context: ModelContext

  init() throws {
    store = try Storehouse()
    context = try store.context()
    context.author = "tester"
  }

  private func parcels(_ count: Int = 4) throws -> [Parcel] { try context.addParcels(count) }

  private func specimens(_ edit: (Int, Specimen) -> Void = { _, _ in }) throws -> [Specimen] {
    let specimens = (0..<3).map { _ in Specimen() }
    for (number, specimen) in specimens.enumerated() {
      context.insert(specimen)
      edit(number, specimen)
    }
    try context.save()
    return specimens
  }

  @Test func changeWhatMeetsThePredicate() throws {
    let parcels = try parcels()
    let count = try context.batchUpdate(
      where: #Predicate<Parcel> { $0.value >= 2 }, set: \.value, to: 50)
    #expect(count == 2 && parcels.map(\.value) == [0, 1, 50, 50])
    #expect(try store.context().all(Parcel.self).map(\.value) == [0, 1, 50, 50])
    #expect(!context.hasChanges)
    #expect(try context.batchUpdate(Parcel.self, where: nil, .set(\.value, to: 1)) == 4)
    #expect(parcels.map(\.value) == [1, 1, 1, 1])
  }

  @Test func areEntriesOfTheHistory() throws {
    let parcels = try parcels()
    try context.batchUpdate(Parcel.self, where: #Predicate { $0.value < 2 }, .set(\.value, to: 9))
    let entry = try #require(try context.historyEntries().last)
    #expect(entry.number == 2 && entry.author == "tester")
    #expect(entry.changes.map(\.key) == parcels[..<2].map(\.id.rowKey))
    #expect(entry.changes.allSatisfy { $0.kind == .update && $0.properties == ["value"] })
    try context.batchUpdate(Parcel.self, where: #Predicate { $0.value > 99 }, .set(\.value, to: 9))
    #expect(try context.historyEntries().count == 2)
  }

  @Test func keepUnsavedChanges() throws {
    let parcels = try parcels()
    parcels[3].value = 77
    parcels[2].serial = 66
    let new = Parcel(serial: 8)
    context.insert(new)
    #expect(try context.batchUpdate(Parcel.self, where: nil, .set(\.value, to: 1)) == 4)
    #expect(parcels.map(\.value) == [1, 1, 1, 77] && parcels[2].serial == 66 && new.value == 0)
    try context.save()
    let values = try store.context().all(Parcel.self)
    #expect(values.map(\.value) == [1, 1, 1, 77, 0] && values[2].serial == 66)
  }

  @Test func tellObserversOnce() throws {
    let parcels = try parcels()
    let count = Counter()
    withObservationTracking {
      _ = parcels[1].value
    } onChange: {
      count.add()
    }
    withObservationTracking {
      _ = parcels[1].serial
    } onChange: {
      count.add()
    }
    try context.batchUpdate(Parcel.self, where: nil, .set(\.value, to: 5))
    withExtendedLifetime(parcels) { #expect(count.value == 1) }
  }

  @Test func reachOtherContexts() throws {
    _ = try parcels()
    let sibling = ModelContext(context.container)
    let stranger = try store.context()
    let (near, far) = (try sibling.all(Parcel.self), try stranger.all(Parcel.self))
    far[0].value = 40
    try context.batchUpdate(Parcel.self, where: nil, .increment(\.value, by: 10))
    try sibling.mergeChanges()
    try stranger.mergeChanges()
    #expect(near.map(\.value) == [10, 11, 12, 13] && far.map(\.value) == [40, 11, 12, 13])
  }

  @Test func startFromTheValuesBefore() throws {
    let specimens = try specimens { number, specimen in
      specimen.int = number
      specimen.int64 = Int64(number) * 10
      specimen.string = "s\(number)"
    }
    try context.batchUpdate(
      Specimen.self, where: #Predicate { $0.int < 2 }, .increment(\.int, by: 2),
      .set(\.string, to: "done"), .set(\.rank, to: .high))
    #expect(specimens.map(\.int) == [2, 3, 2] && specimens.map(\.rank) == [.high, .high, .low])
    let crate = Crate(serial: 3)
    crate.value = 8
    context.insert(crate)
    try context.save()
    try context.batchUpdate(
      Crate.self, where: nil, .set(\.serial, to: \.value), .set(\.value, to: \.serial))
    #expect(crate.serial == 8 && crate.value == 3)
  }

  @Test func setValuesOfEveryType() throws {
    let specimens = try specimens()
    let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 0.1), UUID())
    let url = try #require(URL(string: "https://example.org/a"))
    try context.batchUpdate(
      Specimen.self, where: nil, .set(\.bool, to: true), .set(\.uint64, to: .max),
      .set(\.float, to: 0.5), .set(\.decimal, to: Decimal(3) / 8), .set(\.date, to: date),
      .set(\.data, to: Data([1, 2])), .set(\.uuid, to: uuid), .set(\.url, to: url),
      .set(\.genre, to: .poem), .set(\.shape, to: .circle(radius: 2)),
      .set(\.cover, to: Cover(width: 3, height: 4)), .set(\.words, to: ["a", "b"]),
      .set(\.counts, to: ["x": 1]))
    for specimen in try store.context().all(Specimen.self) + specimens {
      #expect(specimen.bool && specimen.uint64 == .max && specimen.float == 0.5)
      #expect(specimen.decimal == Decimal(3) / 8 && specimen.date == date)
      #expect(specimen.data == Data([1, 2]) && specimen.uuid == uuid && specimen.url == url)
      #expect(specimen.genre == .poem && specimen.shape == .circle(radius: 2))
      #expect(specimen.cover == Cover(width: 3, height: 4) && specimen.words == ["a", "b"])
      #expect(specimen.counts == ["x": 1])
    }
  }

  @Test func setOptionalsToNilAndBack() throws {
    let specimen = OptionalSpecimen()
    context.insert(specimen)
    specimen.int = 4
    specimen.genre = .essay
    specimen.cover = Cover(width: 1, height: 1)
    try context.save()
    try context.batchUpdate(
      OptionalSpecimen.self, where: nil, .set(\.int, to: nil), .set(\.genre, to: nil),
      .set(\.cover, to: nil), .set(\.rank, to: .high), .set(\.words, to: ["w"]))
    #expect(specimen.int == nil && specimen.genre == nil && specimen.cover == nil)
    #expect(specimen.rank == .high && specimen.words == ["w"])
    try context.batchUpdate(OptionalSpecimen.self, where: nil, .increment(\.int, by: 1))
    #expect(specimen.int == nil)
  }

  @Test func addNumbersExactly() throws {
    let specimens = try specimens { number, specimen in
      specimen.int = .max - 5
      specimen.uint64 = .max - 3
      specimen.decimal = Decimal(string: "0.1") ?? 0
      specimen.double = 0.5
      specimen.int8 = -128
    }
    try context.batchUpdate(
      Specimen.self, where: nil, .increment(\.int, by: 5), .increment(\.uint64, by: 3),
      .increment(\.decimal, by: Decimal(string: "0.2") ?? 0), .increment(\.double, by: -1),
      .increment(\.int8, by: 127))
    for specimen in specimens {
      #expect(specimen.int == .max && specimen.uint64 == .max && specimen.int8 == -1)
      #expect(specimen.decimal == Decimal(string: "0.3") && specimen.double == -0.5)
    }
  }

  @Test func nameTheObjectWhoseSumDoesNotFit() throws {
    let specimens = try specimens { number, specimen in
      specimen.int = number == 1 ? .max : 0
      specimen.int8 = number == 2 ? 100 : 0
      specimen.uint64 = number == 1 ? .max : 0
    }
    func attempt(_ assignment: PropertyUpdate<Specimen>) -> StackError? {
      #expect(throws: StackError.self) {
        try context.batchUpdate(Specimen.self, where: nil, .set(\.bool, to: true), assignment)
      }
    }
    let reason = "the sum doesn't fit its type"
    #expect(
      attempt(.increment(\.int, by: 1))
        == .invalidValue(object: specimens[1].id, property: "int", reason: reason))
    #expect(
      attempt(.increment(\.int8, by: 28))
        == .invalidValue(object: specimens[2].id, property: "int8", reason: reason))
    #expect(
      attempt(.increment(\.uint64, by: 1))
        == .invalidValue(object: specimens[1].id, property: "uint64", reason: reason))
    #expect(try store.context().all(Specimen.self).allSatisfy { !$0.bool })
    #expect(try context.historyEntries().count == 1)
  }

  @Test func refuseWhatTheyCanNotKeepTrue() throws {
    let author = Author(name: "Ann")
    context.insert(author)
    author.books = [Book(title: "a")]
    context.insert(Author(name: "Bob"))
    try context.save()
    #expect(
      throws: StackError.unsupportedUpdate(
        "Book.author is a relationship, and both its ends must agree"
      )
    ) { try context.batchUpdate(Book.self, where: nil, set: \.author, to: nil) }
    #expect(throws: StackError.self) {
      try context.batchUpdate(Author.self, where: nil, set: \.cache, to: 1)
    }
    #expect(throws: StackError.self) {
      try context.batchUpdate(
        Author.self, where: nil, .set(\.height, to: 1), .increment(\.height, by: 1))
    }
    #expect(throws: StorageError.self) {
      try context.batchUpdate(Author.self, where: nil, set: \.name, to: "same")
    }
    #expect(throws: UnstorableValue.self) {
      try context.batchUpdate(Author.self, where: nil, set: \.height, to: .nan)
    }
    #expect(try context.all(Author.self).map(\.name) == ["Ann", "Bob"])
    #expect(try context.historyEntries().count == 1 && !context.hasChanges)
  }

  @Test func followRelationshipsInThePredicate() throws {
    let author = Author(name: "Ann")
    context.insert(author)
    author.books = [Book(title: "a"), Book(title: "b")]
    context.insert(Book(title: "c"))
    try context.save()
    let count = try context.batchUpdate(
      where: #Predicate<Book> { $0.author?.name == "Ann" }, set: \.genre, to: .poem)
    #expect(count == 2)
    #expect(try context.all(Book.self).map(\.genre) == [.poem, .poem, .novel])
  }

  @Test func needAStoreThatMayBeWritten() throws {
    _ = try parcels()
    let reader = ModelContext(try store.open(allowsSave: false))
    #expect(throws: StorageError.self) {
      try reader.batchUpdate(Parcel.self, where: nil, set: \.value, to: 1)
    }
    #expect(throws: StorageError.self) { try reader.batchDelete(Parcel.self, where: nil) }
  }
}

/// Counts calls from a closure that may run anywhere.
private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
