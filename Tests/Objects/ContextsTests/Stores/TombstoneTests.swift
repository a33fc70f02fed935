import Foundation
import Strata
import StrataSQLite
import StrataStorage
import StrataTestSupport
import Testing

/// `@Attribute(.preserveValueOnDeletion)`: what the history keeps of objects that are gone.
@Suite struct Tombstones {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Grave.Yard.self, Grave.Stone.self, Grave.Cross.self],
      configuration: ModelConfiguration(url: folder.file()))
    context = ModelContext(container)
    let yard = Grave.Yard("north")
    context.insert(yard)
    for number in 0..<4 {
      let stone = number == 3 ? Grave.Cross(number) : Grave.Stone(number)
      context.insert(stone)
      stone.yard = yard
    }
    try context.save()
  }

  private func deletions(_ context: ModelContext? = nil) throws -> [HistoryEntry.Change] {
    let last = try (context ?? self.context).historyEntries().last
    return (last?.changes ?? []).filter { $0.kind == .delete }
  }

  private func stones() throws -> [Grave.Stone] {
    try context.fetch(FetchDescriptor<Grave.Stone>(sortBy: [SortDescriptor(\.number)]))
  }

  /// What the stones with some numbers leave.
  private func check(_ changes: [HistoryEntry.Change], _ numbers: [Int]) throws {
    let stones = changes.filter { $0.entity != "Yard" }
    #expect(try stones.map { try $0.tombstone?[\Grave.Stone.number] } == numbers)
    for (change, number) in zip(stones, numbers) {
      let tombstone = try #require(change.tombstone)
      #expect(try tombstone[\Grave.Stone.code] == Grave.code(number))
      #expect(try tombstone[\Grave.Stone.words] == ["w\(number)"])
      #expect(try tombstone[\Grave.Stone.kind] == (number % 2 == 0 ? .plain : .carved))
      #expect(try tombstone[\Grave.Stone.note] == .some(number == 0 ? nil : "n\(number)"))
      #expect(try tombstone[\Grave.Stone.marks] == [number])
      #expect(try tombstone[\Grave.Stone.name] == nil)
      #expect(tombstone[property: "number"] == [.init(value: .integer(Int64(number)))])
    }
  }

  @Test func keepValuesOfDeletedObjects() throws {
    let stones = try stones()
    stones[1].words = ["never saved"]
    context.delete(stones[1])
    context.delete(stones[0])
    try context.save()
    try check(try deletions().sorted { $0.key < $1.key }, [0, 1])
  }

  @Test func areMadeByCascades() throws {
    context.delete(try #require(try context.fetch(FetchDescriptor<Grave.Yard>()).first))
    try context.save()
    let deletions = try deletions()
    try check(deletions.sorted { $0.key < $1.key }, [0, 1, 2, 3])
    let cross = try #require(deletions.first { $0.entity == "Cross" })
    #expect(try cross.tombstone?[\Grave.Cross.height] == 1.5)
    let yard = try #require(deletions.first { $0.entity == "Yard" })
    #expect(yard.tombstone == nil)
  }

  @Test func areMadeByBatches() throws {
    try context.batchDelete(Grave.Stone.self, where: #Predicate { $0.number > 0 })
    try check(try deletions().sorted { $0.key < $1.key }, [1, 2, 3])
  }

  @Test func areMadeByErasing() throws {
    try container.erase()
    try check(try deletions().sorted { $0.key < $1.key }, [0, 1, 2, 3])
  }

  @Test func outliveTheModels() throws {
    context.delete(try stones()[2])
    try context.save()
    let later = ModelContext(
      try ModelContainer(
        for: [Later.Stone.self], configuration: ModelConfiguration(url: folder.file())))
    let tombstone = try #require(try deletions(later).first?.tombstone)
    #expect(tombstone.properties == ["code", "kind", "marks", "note", "number", "words"])
    #expect(try tombstone[\Later.Stone.serial] == 2)
    #expect(throws: StorageError.self) { try tombstone[\Later.Stone.kind] }
  }

  @Test func findAPlaceInAStoreOfBefore() throws {
    let url = folder.file("old.store")
    func context() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: [Grave.Yard.self, Grave.Stone.self, Grave.Cross.self],
          configuration: ModelConfiguration(url: url)))
    }
    do {
      let first = try context()
      first.insert(Grave.Stone(1))
      try first.save()
    }
    try Connection(path: url.path).execute(
      """
      ALTER TABLE strata_history RENAME TO other;
      CREATE TABLE strata_history (
        number INTEGER PRIMARY KEY, author TEXT, context TEXT, time REAL NOT NULL,
        process TEXT NOT NULL, changes BLOB NOT NULL -- packed
      ) STRICT;
      INSERT INTO strata_history
        SELECT number, author, context, time, process, changes FROM other;
      DROP TABLE other;
      """)
    let later = try context()
    #expect(try later.historyEntries().count == 1)
    for stone in try later.fetch(FetchDescriptor<Grave.Stone>()) { later.delete(stone) }
    try later.save()
    try check(try deletions(later), [1])
  }

  @Test func thatAreDamagedAreReported() throws {
    context.delete(try stones()[0])
    try context.save()
    try Connection(path: folder.file().path).execute(
      "UPDATE strata_history SET tombstones = x'01FF' WHERE tombstones IS NOT NULL")
    #expect(throws: StorageError.self) { try context.historyEntries() }
  }

  @Test func costNothingWhereNothingIsKept() throws {
    let yard = Grave.Yard("south")
    context.insert(yard)
    try context.save()
    context.delete(yard)
    try context.save()
    #expect(
      try Connection(path: folder.file().path).value(
        "SELECT count(*) FROM strata_history WHERE tombstones IS NOT NULL") == .integer(0))
  }
}

private enum Grave {
  enum Kind: String, Codable { case plain, carved }

  static func code(_ number: Int) -> UUID {
    UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  @Model final class Yard {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stone.yard) var stones: [Stone] = []
    init(_ name: String) { self.name = name }
  }

  @Model class Stone {
    @Attribute(.preserveValueOnDeletion) var number: Int
    @Attribute(.preserveValueOnDeletion) var code: UUID
    @Attribute(.preserveValueOnDeletion) var words: [String]
    @Attribute(.preserveValueOnDeletion) var kind: Kind
    @Attribute(.preserveValueOnDeletion) var note: String?
    @Attribute(
      .preserveValueOnDeletion, .transformable(by: NSSecureUnarchiveFromDataTransformer.self))
    var marks: [Int]
    var name = "x"
    var yard: Yard?
    init(_ number: Int) {
      self.number = number
      code = Grave.code(number)
      words = ["w\(number)"]
      kind = number % 2 == 0 ? .plain : .carved
      note = number == 0 ? nil : "n\(number)"
      marks = [number]
    }
  }

  @Model final class Cross: Stone {
    @Attribute(.preserveValueOnDeletion) var height = 1.5
    override init(_ number: Int) { super.init(number) }
  }
}

private enum Later {
  enum Kind: String, Codable { case carved }
  @Model final class Stone {
    @Attribute(.preserveValueOnDeletion, originalName: "number") var serial: Int
    @Attribute(.preserveValueOnDeletion) var kind: Kind?
    init(_ serial: Int) { self.serial = serial }
  }
}
