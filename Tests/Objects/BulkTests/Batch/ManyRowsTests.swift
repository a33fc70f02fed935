import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// Work on many rows holds few objects in memory: as many as are asked for, or a batch.
@Suite struct ManyRows {
  static let count = 50_000
  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext

  /// Rows written past the object graph: value i % 100, in one crate of a thousand.
  init() throws {
    folder = try TemporaryFolder()
    let file = folder.file()
    func open() throws -> ModelContainer {
      try ModelContainer(for: Crate.self, configurations: ModelConfiguration(url: file))
    }
    _ = try open()
    try Connection(path: file.path).execute(
      """
      BEGIN;
      INSERT INTO Crate (strata_key, serial, value)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT i, i, i FROM n;
      INSERT INTO Parcel (strata_key, serial, value, crate)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      SELECT i, i, i % 100, 1 + i % 1000 FROM n;
      INSERT OR REPLACE INTO strata_keys (entity, next) VALUES ('Crate', 1001), ('Parcel', \(Self.count + 1));
      COMMIT;
      """)
    container = try open()
    context = ModelContext(container)
  }

  /// How many parcels the context has in memory.
  private func liveCount(of keys: [PersistentIdentifier]) -> Int {
    keys.count { context.registeredModel(for: $0) as Parcel? != nil }
  }

  private func identifiers() throws -> [PersistentIdentifier] {
    try context.fetchIdentifiers(FetchDescriptor<Parcel>())
  }

  @Test func areCountedAndAddedUpWithoutObjects() throws {
    let identifiers = try identifiers()
    #expect(identifiers.count == Self.count)
    let unsaved = Parcel(serial: 0)
    context.insert(unsaved)
    #expect(try context.count(of: Parcel.self) == Self.count + 1)
    #expect(try context.sum(of: \Parcel.value) == Self.count / 100 * 4950)
    #expect(try context.countDistinct(of: \Parcel.serial) == Self.count + 1)
    let groups = try context.groups(of: Parcel.self, by: \.value, aggregating: .count)
    #expect(groups.count == 100 && groups[0].values == Self.count / 100 + 1)
    #expect(liveCount(of: identifiers) == 0)
  }

  @Test func areFetchedOnlyUpToTheLimit() throws {
    let identifiers = try identifiers()
    var descriptor = FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.value, order: .reverse)])
    descriptor.fetchLimit = 20
    let parcels = try context.fetch(descriptor)
    withExtendedLifetime(parcels) {
      #expect(parcels.allSatisfy { $0.value == 99 } && liveCount(of: identifiers) == 20)
    }
  }

  @Test func areMergedWithTheirOwners() throws {
    let crate = try #require(
      try context.fetch(FetchDescriptor<Crate>(predicate: #Predicate { $0.serial == 7 })).first)
    let count = crate.parcels.count
    let other = ModelContext(container)
    let same = try #require(other.model(for: crate.persistentModelID) as? Crate)
    for count in [6000, 6000, 3] {
      for number in 0..<count {
        let parcel = Parcel(serial: number)
        other.insert(parcel)
        parcel.crate = same
      }
      try other.save()
    }
    try context.mergeChanges()
    #expect(crate.parcels.count == count + 12_003)
    let own = Parcel(serial: 1)
    context.insert(own)
    own.crate = crate
    #expect(crate.parcels.last === own)
    try context.save()
    #expect(
      try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == Self.count + 12_004)
  }

  @Test func areEnumeratedABatchAtATime() throws {
    let identifiers = try identifiers()
    var seen = 0
    var most = 0
    try context.enumerate(FetchDescriptor<Parcel>(), batchSize: 1000) { _ in
      seen += 1
      if seen % 10_000 == 500 { most = max(most, liveCount(of: identifiers)) }
    }
    #expect(seen == Self.count && most > 0 && most <= 2000)
    #expect(liveCount(of: identifiers) == 0)
  }

  @Test func areUpdatedWithoutObjects() throws {
    let identifiers = try identifiers()
    let held = try #require(try context.existingModel(for: identifiers[10]) as Parcel?)
    // What is changed is what the predicate asks about: each row is changed once all the same.
    let count = try context.batchUpdate(
      Parcel.self, where: #Predicate { $0.value < 60 }, .increment(\.value, by: 40))
    #expect(count == Self.count * 6 / 10 && held.value == 51)
    #expect(try context.minimum(of: \Parcel.value) == 40)
    #expect(try context.sum(of: \Parcel.value) == Self.count / 100 * (4950 + 2400))
    #expect(liveCount(of: identifiers) == 1)
    let entry = try #require(try context.historyEntry(1))
    #expect(entry.changes.count == count && entry.changes[0].properties == ["value"])
  }

  @Test func areDeletedWithoutObjects() throws {
    let identifiers = try identifiers()
    let held = try #require(try context.existingModel(for: identifiers[98]) as Parcel?)
    #expect(held.value == 99)
    #expect(try context.batchDelete(where: #Predicate<Parcel> { $0.value >= 50 }) == Self.count / 2)
    #expect(held.modelContext == nil && liveCount(of: identifiers) == 0)
    #expect(try context.count(of: Parcel.self) == Self.count / 2)
    #expect(try context.batchDelete(Crate.self, where: nil) == 1000)
    #expect(try context.count(of: Parcel.self, where: #Predicate { $0.crate == nil }) == 25_000)
    let entry = try #require(try context.historyEntry(2))
    #expect(entry.changes.count { $0.kind == .delete } == 1000)
    #expect(entry.changes.count { $0.properties == ["crate"] } == Self.count / 2)
  }

  @Test func reachOtherContextsWithoutObjects() throws {
    let other = ModelContext(container)
    let held = try #require(
      try other.fetch(FetchDescriptor<Parcel>(predicate: #Predicate { $0.serial == 7 })).first)
    try context.batchUpdate(Parcel.self, where: nil, .set(\.value, to: -1))
    try other.mergeChanges()
    #expect(held.value == -1)
    try context.batchDelete(Parcel.self, where: nil)
    try other.mergeChanges()
    #expect(held.modelContext == nil && held.value == -1)
  }
}
