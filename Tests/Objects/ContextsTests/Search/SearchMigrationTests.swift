import StrataModelSupport
import Strata
import StrataSQLite
import Testing

@Suite struct SearchMigrations {
  enum Plain {
    @Model final class Note {
      var title: String
      var body: String?
      init(_ title: String) { self.title = title }
    }
  }

  enum Indexed {
    @Model final class Note {
      #Search<Note>([\.title, \.body])
      var title: String
      var body: String?
      init(_ title: String) { self.title = title }
    }
  }

  enum Renamed {
    @Model final class Note {
      #Search<Note>([\.name, \.body])
      @Attribute(originalName: "title") var name: String
      var body: String?
      init(_ name: String) { self.name = name }
    }
  }

  enum Stemmed {
    @Model final class Note {
      #Search<Note>([\.title], tokenizer: .porter)
      var title: String
      var body: String?
      var stars = 3
      init(_ title: String) { self.title = title }
    }
  }

  enum First: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Plain.Note.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  }

  enum Second: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Indexed.Note.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  }

  enum Third: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Stemmed.Note.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self, Third.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: First.self, toVersion: Second.self),
        .lightweight(fromVersion: Second.self, toVersion: Third.self),
      ]
    }
  }

  private let depot: Depot

  init() throws { depot = try Depot() }

  private var indexCount: ColumnValue {
    get throws {
      try depot.sql(
        file: "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%strata_search:%'",
        server: """
          SELECT count(*) FROM pg_indexes
          WHERE schemaname = current_schema() AND indexname LIKE 'strata_search:%'
          """)
    }
  }

  private func count<T: PersistentModel>(_ type: T.Type, _ search: String) throws -> Int {
    let context = try depot.open(type)
    #expect(try context.checkStore() == [])
    return try context.fetchCount(FetchDescriptor<T>(search: search))
  }

  @Test func addAnIndexOfTheRowsThatAreThere() throws {
    try depot.fill(Plain.Note.self) { context in
      for title in ["hiking", "biking"] { context.insert(Plain.Note(title)) }
    }
    #expect(try count(Indexed.Note.self, "hiking") == 1)
    try depot.fill(Indexed.Note.self) { $0.insert(Indexed.Note("more hiking")) }
    #expect(try count(Indexed.Note.self, "hiking") == 2)
    let version = try depot.tableVersion()
    #expect(try count(Indexed.Note.self, "hiking") == 2)
    #expect(try depot.tableVersion() == version)
  }

  @Test func keepAnIndexThatAnotherProgramDeclares() throws {
    try depot.fill(Indexed.Note.self) { $0.insert(Indexed.Note("hiking")) }
    let count = try indexCount
    #expect(count != .integer(0))
    try depot.fill(Plain.Note.self) { $0.insert(Plain.Note("hiking")) }
    #expect(try indexCount == count)
    #expect(try self.count(Indexed.Note.self, "hiking") == 2)
  }

  @Test func keepTheIndexOfARenamedProperty() throws {
    try depot.fill(Indexed.Note.self) { $0.insert(Indexed.Note("hiking")) }
    #expect(try count(Renamed.Note.self, "name:hiking") == 1)
    try depot.fill(Renamed.Note.self) { $0.insert(Renamed.Note("more hiking")) }
    #expect(try count(Renamed.Note.self, "name:hiking") == 2)
  }

  @Test func refuseAnotherTokenizerWithoutAPlan() throws {
    try depot.fill(Indexed.Note.self) { $0.insert(Indexed.Note("hiking")) }
    #expect(try depot.refusal(Stemmed.Note.self).isUntouched)
    #expect(try count(Indexed.Note.self, "hikes") == 0)
  }

  @Test(arguments: [false, true])
  func areStagesOfAPlan(isSearched: Bool) throws {
    if isSearched {
      try depot.fill(Indexed.Note.self) { $0.insert(Indexed.Note("hiking")) }
    } else {
      try depot.fill(Plain.Note.self) { $0.insert(Plain.Note("hiking")) }
    }
    let context = try depot.open(Stemmed.Note.self, plan: Plan.self)
    let found = try context.fetch(FetchDescriptor<Stemmed.Note>(search: "hikes"))
    #expect(found.map(\.title) == ["hiking"])
    #expect(try context.checkStore() == [])
  }

  @Test func areNotMadeByReading() throws {
    try depot.fill(Plain.Note.self) { $0.insert(Plain.Note("hiking")) }
    #expect(throws: (any Error).self) {
      try depot.container([Indexed.Note.self], allowsSave: false)
    }
    #expect(try indexCount == .integer(0))
  }

  @Test func leaveStoresWithoutSearchesAsTheyWere() throws {
    try depot.fill(Plain.Note.self) { $0.insert(Plain.Note("hiking")) }
    #expect(try indexCount == .integer(0))
  }

  @Test func findAnIndexThatIsOutOfStep() throws {
    guard !depot.isOnServer else { return }
    try depot.fill(Indexed.Note.self) { context in
      for title in ["hiking", "biking"] { context.insert(Indexed.Note(title)) }
    }
    let trigger = "strata_search:Note update"
    guard
      case .text(let sql) = try depot.sql("SELECT sql FROM sqlite_schema WHERE name = '\(trigger)'")
    else {
      Issue.record("there is no trigger")
      return
    }
    try depot.execute(
      "DROP TRIGGER \"\(trigger)\"; UPDATE \"Note\" SET title = 'sailing' WHERE title = 'biking'; \(sql)"
    )
    let context = try depot.open(Indexed.Note.self)
    let faults = try context.checkStore()
    #expect(faults.map(\.kind) == [.search] && faults.first?.place == "Note")
    try depot.execute("DELETE FROM \"strata_search:Note\" WHERE rowid = 1")
    let reading = ModelContext(try depot.container([Indexed.Note.self], allowsSave: false))
    #expect(try reading.checkStore().map(\.kind) == [.search])
    #expect(try context.fetchCount(FetchDescriptor<Indexed.Note>(search: "sailing")) == 0)
    try context.rebuildSearchIndexes()
    #expect(try context.checkStore() == [])
    #expect(try context.fetchCount(FetchDescriptor<Indexed.Note>(search: "sailing")) == 1)
  }
}
