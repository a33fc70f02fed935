import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import StrataTestSupport
import Testing

/// Stores that two programs with different versions of the models have open at the same time.
@Suite struct StoresOfTwoVersions {
  private let depot: Depot

  init() throws { depot = try Depot() }

  private func wide() throws -> ModelContext { try depot.open(Wide.Team.self) }
  private func narrow() throws -> ModelContext { try depot.open(Narrow.Team.self) }

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Wide.Team>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test func keepTheUniqueRulesOfTheWiderOne() throws {
    let wide = try wide()
    wide.uniqueConflictPolicy = .error
    wide.insert(Wide.Team("a", nil, "x@y"))
    try wide.save()
    _ = try narrow().fetchCount(FetchDescriptor<Narrow.Team>())
    wide.insert(Wide.Team("b", nil, "x@y"))
    #expect(throws: (any Error).self) { try wide.save() }
    wide.rollback()
    #expect(try self.wide().fetchCount(FetchDescriptor<Wide.Team>()) == 1)
  }

  @Test func keepTheFormerValuesOfTheWiderOne() throws {
    let wide = try wide()
    wide.insert(Wide.Team("a", "zermatt"))
    try wide.save()
    let narrow = try narrow()
    let team = try #require(try narrow.fetch(FetchDescriptor<Narrow.Team>()).first)
    team.name = "renamed"
    try narrow.save()
    narrow.delete(team)
    try narrow.save()
    for context in [wide, try self.wide()] {
      let first = try context.fetch(
        asOf: 1, FetchDescriptor<Wide.Team>())
      #expect(first.map(\.name) == ["a"])
      #expect(first.map(\.note) == ["zermatt"])
    }
  }

  @Test func keepFormerValuesWhenARequiredPropertyIsAdded() throws {
    let narrow = try depot.open(Remembered1.Team.self)
    let team = Remembered1.Team("a")
    narrow.insert(team)
    try narrow.save()
    team.name = "b"
    try narrow.save()
    let wide = try depot.open(Remembered2.Team.self)
    #expect(
      try wide.fetch(asOf: 1, FetchDescriptor<Remembered2.Team>()).map { "\($0.name) \($0.rank)" }
        == ["a 7"])
    #expect(
      try wide.fetch(asOf: 1, FetchDescriptor<Remembered2.Team>()).map(\.code)
        == wide.fetch(FetchDescriptor<Remembered2.Team>()).map(\.code))
  }

  @Test func keepTheSearchIndexOfTheWiderOne() throws {
    let wide = try wide()
    wide.insert(Wide.Team("a", "zermatt"))
    try wide.save()
    let narrow = try narrow()
    narrow.insert(Narrow.Team("zermatt too"))
    try narrow.save()
    let found = FetchDescriptor<Wide.Team>(
      predicate: #Predicate { $0.matches("zermatt") }, sortBy: [SortDescriptor(\.name)])
    #expect(try wide.fetch(found).map(\.name) == ["a", "zermatt too"])
    #expect(try wide.checkStore() == [])
  }

  @Test(arguments: [true, false])
  func giveRowsOfTheNarrowerOneTheDefaultsOfTheWiderOne(wideIsFirst: Bool) throws {
    var narrow: ModelContext?
    if !wideIsFirst {
      narrow = try self.narrow()
      narrow?.insert(Narrow.Team("first"))
      try narrow?.save()
    }
    let wide = try wide()
    wide.insert(Wide.Team("wide"))
    try wide.save()
    let other = try narrow ?? self.narrow()
    let before = Date()
    for name in ["x", "y"] { other.insert(Narrow.Team(name)) }
    try other.save()
    let teams = try wide.fetch(FetchDescriptor<Wide.Team>(sortBy: [SortDescriptor(\.name)]))
    #expect(teams.count == (wideIsFirst ? 3 : 4))
    #expect(teams.allSatisfy { $0.rank == 5 })
    #expect(Set(teams.map(\.code)).count == teams.count)
    #expect(Set(teams.map(\.text)).count == teams.count)
    #expect(teams.allSatisfy { UUID(uuidString: $0.text) != nil })
    #expect(teams.suffix(2).allSatisfy { abs($0.made.timeIntervalSince(before)) < 3600 })
    #expect(try wide.checkStore() == [])
  }

  @Test func keepWhatAClassHadBeforeItCameBelowAnother() throws {
    let alone = try depot.open(Alone.Team.self)
    let (first, second) = (Alone.Team("a"), Alone.Team("b"))
    first.isOld = false
    first.mood = .eager
    first.size = Alone.Size(width: 1, height: 2)
    alone.insert(first)
    alone.insert(second)
    first.rival = second
    try alone.save()
    let below = try depot.open(Below.Group.self, Below.Team.self)
    below.insert(Below.Team("c"))
    try below.save()
    let placed = try depot.open(BelowWithPlace.Group.self, BelowWithPlace.Team.self)
    placed.insert(BelowWithPlace.Team("d"))
    try placed.save()
    #expect(try placed.fetchCount(FetchDescriptor<BelowWithPlace.Team>()) == 4)
    let kept = try depot.sql(
      file: """
        SELECT group_concat(
          name || "Team_isOld" || coalesce("Team_rival", '-') || "Team_mood"
          || coalesce(CAST("Team_size_height" AS INTEGER), '-'), ' ')
        FROM (SELECT * FROM "Group" ORDER BY name)
        """,
      server: """
        SELECT string_agg(
          concat(name, "Team_isOld"::int, coalesce("Team_rival"::text, '-'), "Team_mood",
            coalesce("Team_size_height"::int::text, '-')), ' ' ORDER BY name)
        FROM "Group"
        """)
    #expect(kept == .text("a02eager2 b1-calm- c1-calm- d1-calm-"))
    #expect(try placed.checkStore() == [])
  }

  @Test func findAColumnUnderTheNameThatItHadBeforeItsClassCameBelowAnother() throws {
    let alone = try depot.open(Alone.Team.self)
    alone.insert(Alone.Team("a"))
    try alone.save()
    _ = try depot.open(Below.Group.self, Below.Team.self)
    // As stores have it in which such columns kept their names.
    try depot.execute("ALTER TABLE \"Group\" RENAME COLUMN \"Team_isOld\" TO \"isOld\"")
    try depot.execute(
      """
      UPDATE strata_metadata SET value = replace(value, '{}},"owner":"Team",', '{}},')
      WHERE name = 'schema'
      """)
    let placed = try depot.open(BelowWithPlace.Group.self, BelowWithPlace.Team.self)
    placed.insert(BelowWithPlace.Team("b"))
    try placed.save()
    let kept = try depot.sql(
      file: "SELECT count(*) FROM \"Group\" WHERE \"Team_isOld\" = 1 AND \"Team_mood\" = 'calm'",
      server:
        "SELECT count(*) FROM \"Group\" WHERE \"Team_isOld\"::int = 1 AND \"Team_mood\" = 'calm'")
    #expect(kept == .integer(2))
    #expect(try placed.checkStore() == [])
  }

  @Test func refuseRowsWithoutAValueThatOnlyTheWiderOneCanMake() throws {
    let wide = try depot.open(Demanding.Team.self)
    wide.insert(Demanding.Team("a", 1))
    try wide.save()
    let narrow = try narrow()
    narrow.insert(Narrow.Team("b"))
    let error = #expect(throws: (any Error).self) { try narrow.save() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Team.number must have a value"))
    #expect(try wide.fetch(FetchDescriptor<Demanding.Team>()).map(\.number) == [1])
  }

  @Test func changeNoTableWhenTheyAreOpenedInTurn() throws {
    _ = try narrow()
    _ = try wide()
    _ = try depot.open(Other.Team.self)
    let version = try depot.tableVersion()
    let content = try depot.sql("SELECT value FROM strata_metadata WHERE name = 'schema'")
    for _ in 0..<3 {
      _ = try narrow()
      _ = try depot.open(Other.Team.self)
      _ = try wide()
    }
    #expect(try depot.tableVersion() == version)
    #expect(
      try depot.sql("SELECT value FROM strata_metadata WHERE name = 'schema'") == content)
  }

  @Test func haveThePropertiesOfBothWhicheverIsFirst() throws {
    let wide = try wide()
    let other = try depot.open(Other.Team.self)
    wide.insert(Wide.Team("wide", "w"))
    try wide.save()
    let team = Other.Team("other")
    team.color = "blue"
    team.level = .high
    other.insert(team)
    try other.save()
    let seen = try other.fetch(FetchDescriptor<Other.Team>(sortBy: [SortDescriptor(\.name)]))
    #expect(seen.map(\.color) == ["blue", "red"])
    #expect(seen.map(\.level) == [.high, .low])
    #expect(try wide.fetch(FetchDescriptor<Wide.Team>()).map(\.rank) == [5, 5])
  }

  @Test func keepRulesThatTheLenientOneHasNot() throws {
    let narrow = try narrow()
    narrow.insert(Narrow.Team("a"))
    try narrow.save()
    let lenient = try depot.open(Lenient.Team.self)
    lenient.insert(Lenient.Team(nil))
    #expect(throws: (any Error).self) { try lenient.save() }
    lenient.rollback()
    lenient.insert(Lenient.Team("a"))
    #expect(throws: (any Error).self) { try lenient.save() }
    lenient.rollback()
    lenient.insert(Lenient.Team("b"))
    try lenient.save()
    #expect(try narrow.fetchCount(FetchDescriptor<Narrow.Team>()) == 2)
  }

  @Test func keepRulesUntilAPlanTakesThemAway() throws {
    try depot.fill(Narrow.Team.self) { $0.insert(Narrow.Team("a")) }
    let lenient = try depot.open(Lenient.Team.self, plan: LenientPlan.self)
    lenient.insert(Lenient.Team("a"))
    lenient.insert(Lenient.Team(nil))
    try lenient.save()
    #expect(try lenient.fetchCount(FetchDescriptor<Lenient.Team>()) == 3)
  }

  @Test func keepWhatThePlanOfANarrowerOneDoesNotKnow() throws {
    let wide = try wide()
    wide.uniqueConflictPolicy = .error
    wide.insert(Wide.Team("a", "zermatt", "x@y"))
    try wide.save()
    let migrated = try depot.open(Mottoed.Team.self, plan: Mottoed.Plan.self)
    #expect(try migrated.fetch(FetchDescriptor<Mottoed.Team>()).map(\.motto) == ["none"])
    for team in [Wide.Team("b", "other", "x@y"), Wide.Team("c", "zermatt")] {
      wide.insert(team)
      #expect(throws: (any Error).self) { try wide.save() }
      wide.rollback()
    }
    let found = FetchDescriptor<Wide.Team>(predicate: #Predicate { $0.matches("zermatt") })
    #expect(try wide.fetch(found).map(\.name) == ["a"])
    #expect(try wide.fetch(asOf: 1, FetchDescriptor<Wide.Team>()).map(\.note) == ["zermatt"])
    #expect(try wide.checkStore() == [])
  }

  @Test func areRefusedIfTheirTablesLackWhatTheyRecord() throws {
    _ = try wide()
    try depot.execute("ALTER TABLE \"Team\" RENAME COLUMN \"code\" TO \"codes\"")
    for refusal in [try depot.refusal(Narrow.Team.self), try depot.refusal(Wide.Team.self)] {
      #expect(refusal.text.contains("there is no column Team.code"), "\(refusal.text)")
      #expect(refusal.isUntouched)
    }
    try depot.execute("ALTER TABLE \"Team\" RENAME COLUMN \"codes\" TO \"code\"")
    #expect(try narrow().fetchCount(FetchDescriptor<Narrow.Team>()) == 0)
  }

  @Test func areRefusedIfAPropertyHasTwoTypes() throws {
    _ = try wide()
    let refusal = try depot.refusal(Retyped2.Team.self)
    #expect(refusal.text.contains("Team.rank is INTEGER in the store and TEXT in the models"))
    #expect(refusal.isUntouched)
  }

  @Test func areRefusedIfASearchHasTwoTokenizers() throws {
    _ = try wide()
    let refusal = try depot.refusal(Stemmed.Team.self)
    #expect(refusal.text.contains("another tokenizer in the store (unicode61)"), "\(refusal.text)")
    #expect(refusal.isUntouched)
  }

  @Test func giveSubclassesTheDefaultsOfTheWiderOne() throws {
    let plain = try depot.open(PlainPack.Animal.self, PlainPack.Dog.self, PlainPack.Cat.self)
    plain.insert(PlainPack.Dog("first"))
    try plain.save()
    let pack = try depot.open(Pack.Animal.self, Pack.Dog.self, Pack.Cat.self)
    plain.insert(PlainPack.Dog("rex"))
    plain.insert(PlainPack.Cat("tom"))
    plain.insert(PlainPack.Animal("owl"))
    try plain.save()
    let dogs = try pack.fetch(FetchDescriptor<Pack.Dog>())
    #expect(dogs.map(\.tricks) == [1, 1])
    #expect(Set(dogs.map(\.tag)).count == 2)
    #expect(try pack.fetch(FetchDescriptor<Pack.Cat>()).map(\.lives) == [9])
    #expect(try pack.fetchCount(FetchDescriptor<Pack.Animal>()) == 4)
    #expect(try pack.checkStore() == [])
  }
}

/// Deletions by a program that lacks the classes that lead to the deleted objects.
@Suite struct DeletionsByNarrowerPrograms {
  private let depot: Depot

  init() throws { depot = try Depot() }

  private func owners() throws -> ModelContext {
    try depot.open(
      Owners.Person.self, Owners.Car.self, Owners.Bike.self, Owners.Trip.self)
  }

  private func delete(_ name: String, in context: ModelContext, bySQL: Bool) throws {
    guard !bySQL else {
      return try context.withConnection {
        try $0.execute("DELETE FROM \(Ownerless.Person.self) WHERE name = \(name)")
      }
    }
    let people = try context.fetch(FetchDescriptor<Ownerless.Person>())
    context.delete(try #require(people.first { $0.name == name }))
    try context.save()
  }

  @Test(arguments: [true, false], [true, false])
  func cutTheLinksOfUnknownClasses(isOpenBefore: Bool, bySQL: Bool) throws {
    let early = isOpenBefore ? try depot.open(Ownerless.Person.self) : nil
    let owners = try owners()
    let (ann, bob) = (Owners.Person("ann"), Owners.Person("bob"))
    let (trip, bike) = (Owners.Trip("t"), Owners.Bike("b", ann))
    for model in [ann, bob] { owners.insert(model) }
    owners.insert(bike)
    owners.insert(trip)
    trip.people = [ann, bob]
    bob.best = ann
    try owners.save()
    try delete("ann", in: early ?? depot.open(Ownerless.Person.self), bySQL: bySQL)
    #expect(try owners.checkStore() == [])
    _ = try owners.fetch(FetchDescriptor<Owners.Person>())
    #expect(bike.owner == nil)
    #expect(bob.best == nil)
    #expect(trip.people.map(\.name) == ["bob"])
    let again = try self.owners()
    #expect(
      try again.fetch(FetchDescriptor<Owners.Trip>()).map { $0.people.map(\.name) } == [["bob"]])
    again.insert(Owners.Person("carl"))
    try again.save()
  }

  @Test(arguments: [true, false], [true, false])
  func areRefusedWhereUnknownObjectsNeedThem(isOpenBefore: Bool, bySQL: Bool) throws {
    let early = isOpenBefore ? try depot.open(Ownerless.Person.self) : nil
    let owners = try owners()
    let ann = Owners.Person("ann")
    owners.insert(ann)
    owners.insert(Owners.Car("A1", ann))
    try owners.save()
    let context = try early ?? depot.open(Ownerless.Person.self)
    let error = #expect(throws: StorageError.self) { try delete("ann", in: context, bySQL: bySQL) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Car.owner"), "\(String(describing: error))")
    context.rollback()
    try context.delete(model: Ownerless.Person.self, where: #Predicate { $0.name == "nobody" })
    #expect(throws: (any Error).self) {
      try context.delete(model: Ownerless.Person.self, where: #Predicate { $0.name == "ann" })
      try context.save()
    }
    #expect(try owners.fetch(FetchDescriptor<Owners.Car>()).map(\.owner.name) == ["ann"])
    #expect(try owners.checkStore() == [])
  }
}

private enum Remembered1 {
  @Model final class Team: TemporalModel {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Remembered2 {
  @Model final class Team: TemporalModel {
    var name: String
    var rank: Int = 7
    var code: UUID = UUID()
    init(_ name: String) { self.name = name }
  }
}

private enum LenientPlan: SchemaMigrationPlan {
  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Narrow.Team.self] }
  }
  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Lenient.Team.self] }
  }
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
}

extension ModelContext {
  /// The objects that a past state had.
  fileprivate func fetch<Model: PersistentModel>(
    asOf number: Int64, _ descriptor: FetchDescriptor<Model>
  ) throws -> [Model] { try ModelContext(container, asOf: number).fetch(descriptor) }
}
