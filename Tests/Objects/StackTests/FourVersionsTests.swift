import StrataStoreSupport
import Strata
import StrataStack
import Synchronization
import StrataTestSupport
import Testing

/// A store of the first version is opened with each later one in turn, and its data looked at.
@Suite struct FourVersions {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let stack = try stack(.first)
    try await stack.withContext(author: "fill") { context in
      let schools = (1...3).map { Shop1.School(name: "Schule \($0) für Müßiggang") }
      for index in 0..<50 {
        let details =
          index.isMultiple(of: 5) ? #"{"subject":"Öl \#(index)"}"# : #"{"grade":\#(index % 12)}"#
        let person = Shop1.Person(name: "Jürgen \(index)", details: details)
        if index % 7 != 0 { person.school = schools[index % 3] }
        context.insert(person)
      }
    }
  }

  private func stack(_ version: ShopVersion) throws -> BasicDataStack {
    try BasicDataStack(
      ShopModels.self, version: version, configurations: ModelConfiguration(url: folder.store()),
      mainAuthor: "test")
  }

  @Test func keepTheirDataThroughEach() async throws {
    try await stack(.withMeasures).withContext(author: "look") { context in
      let people = try context.fetch(FetchDescriptor<Shop2.Person>())
      try #require(people.count == 50)
      for (index, person) in people.enumerated() {
        #expect(person.name == "Jürgen \(index)" && person.height == nil && person.birthday == nil)
        #expect((person.school == nil) == (index % 7 == 0))
        person.height = 1.5 + Double(index) / 100
      }
    }
    try await stack(.withKinds).withContext(author: "look") { context in
      #expect(try context.fetchCount(FetchDescriptor<Shop3.Person>()) == 0)
      let humans = try context.fetch(FetchDescriptor<Shop3.Human>())
      try #require(humans.count == 50)
      for human in humans {
        let index = try #require(Int(human.name.dropFirst(7)))
        #expect(human.height == 1.5 + Double(index) / 100)
        if index.isMultiple(of: 5) {
          #expect((human as? Shop3.Teacher)?.subject == "Öl \(index)")
        } else {
          #expect((human as? Shop3.Student)?.grade == index % 12)
        }
        let school = index % 7 == 0 ? nil : "Schule \(index % 3 + 1) für Müßiggang"
        #expect(human.school?.name == school)
      }
    }
    try await stack(.withRooms).withContext(author: "look") { context in
      let schools = try context.fetch(
        FetchDescriptor<Shop4.School>(sortBy: [SortDescriptor(\.name)]))
      #expect(schools.map { $0.humans.count } == [14, 14, 14])
      #expect(try context.fetchCount(FetchDescriptor<Shop4.Student>()) == 40)
      #expect(try context.fetchCount(FetchDescriptor<Shop4.Teacher>()) == 10)
      schools.first?.rooms.append(Shop4.Room(number: 1))
      try context.save()
      #expect(try context.checkStore().isEmpty)
      let authors = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        .compactMap(\.author)
      #expect(Set(authors) == ["fill", "look", "migration"])
    }
  }

  @Test func areTakenInOneGo() throws {
    let context = try stack(.withRooms).backgroundContext(author: "look")
    #expect(try context.fetchCount(FetchDescriptor<Shop4.Human>()) == 50)
    #expect(try context.checkStore().isEmpty)
  }

  @Test func areFoundInAStore() throws {
    for version in ShopVersion.allCases {
      _ = try stack(version)
      #expect(try ShopModels.version(ofStoreAt: folder.store()) == version)
    }
  }

  @Test func tellTheirProgress() throws {
    let steps = Steps()
    var configuration = ModelConfiguration(url: folder.store())
    configuration.migrationProgress = { steps.add("\($0)") }
    _ = try BasicDataStack(ShopModels.self, configurations: configuration, mainAuthor: "test")
    #expect(
      steps.all == [
        "1.0.0 to 2.0.0: Add measures (lightweight)",
        "2.0.0 to 3.0.0: Make students and teachers of people (lightweight)",
        "2.0.0 to 3.0.0: Make students and teachers of people (didMigrate)",
        "3.0.0 to 4.0.0: Drop heights, add rooms (lightweight)", "1.0.0 to 4.0.0: done",
      ])
  }

  @Test func areRehearsedWithoutAChangeOfTheStore() throws {
    let before = try storeContent(at: folder.store())
    let rehearsal = try ShopModels.rehearsal(ofStoreAt: folder.store())
    #expect(rehearsal.fromVersion == Schema.Version(1, 0, 0))
    #expect(rehearsal.toVersion == Schema.Version(4, 0, 0))
    #expect(rehearsal.stages.map(\.label).last == "Drop heights, add rooms")
    #expect(rehearsal.stages[0].differences == ["+ Person.birthday REAL", "+ Person.height REAL"])
    #expect(rehearsal.stages[2].differences.contains("- Person"))
    #expect("\(rehearsal)".contains("would go from version 1.0.0 to 4.0.0"))
    #expect(try storeContent(at: folder.store()) == before)
    #expect(try ShopModels.version(ofStoreAt: folder.store()) == .first)
    _ = try stack(.withRooms)
    #expect(try ShopModels.rehearsal(ofStoreAt: folder.store()).stages.isEmpty)
  }

  @Test func refuseAStoreOfALaterVersion() throws {
    _ = try stack(.withKinds)
    #expect(throws: MigrationError.self) { try stack(.withMeasures) }
  }

  @Test func areListedInAFolder() throws {
    try Data("no store".utf8).write(to: folder.url.appendingPathComponent("notes.txt"))
    let other = folder.url.appendingPathComponent("other.store")
    _ = try ModelContainer(for: Stranger.self, configurations: ModelConfiguration(url: other))
    let found = try ShopModels.stores(in: folder.url)
    #expect(found.map(\.url.lastPathComponent).contains("other.store"))
    let versions = found.map { try? $0.version.get() }
    #expect(versions.compactMap { $0 } == [.first])
    let error = #expect(throws: MigrationError.self) { try ShopModels.version(ofStoreAt: other) }
    #expect(error.map { "\($0)".contains("is no version of the migration plan") } == true)
  }

  @Test func areCheckedWithEmptyStores() throws {
    try ShopModels.check()
    #expect(throws: MigrationError.self) { try BrokenModels.check() }
  }

  @Test func needAStore() throws {
    #expect(throws: StorageError.self) {
      try ShopModels.version(ofStoreAt: folder.url.appendingPathComponent("missing.store"))
    }
    let text = folder.url.appendingPathComponent("notes.txt")
    try Data(repeating: 65, count: 4_096).write(to: text)
    #expect(throws: StorageError.self) { try ShopModels.version(ofStoreAt: text) }
  }
}

@Model final class Stranger {
  var name = ""
  init() {}
}

/// A plan whose second version can't be reached: nothing says what a new property's value is.
private enum BrokenModels: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Shop1.self, Shop9.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Shop1.self, toVersion: Shop9.self, willMigrate: { _ in throw Stop() },
        didMigrate: nil)
    ]
  }
  struct Stop: Error {}
}

private enum Shop9: VersionedSchema {
  static let versionIdentifier = Schema.Version(9, 0, 0)
  static var models: [any PersistentModel.Type] { [Stranger.self] }
}

/// The steps of a migration, which may be told on any thread.
private final class Steps: Sendable {
  private let steps = Mutex<[String]>([])
  var all: [String] { steps.withLock { $0 } }
  func add(_ step: String) { steps.withLock { $0.append(step) } }
}
