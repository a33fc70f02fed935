import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

/// The past states of a store with temporal models.
@Suite(.alsoPartlyFetched) struct PastContexts {
  private let harbour: Harbour
  private let context: ModelContext

  init() throws {
    harbour = try Harbour()
    context = try harbour.context()
  }

  private func past(_ number: Int64) throws -> ModelContext {
    try ModelContext(context.container, asOf: number)
  }

  @Test func showFormerValues() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    ship.tonnage = 200
    ship.log = Data([1, 2])
    ship.position = Position(latitude: 1.5, longitude: -2)
    try context.save()
    ship.position?.longitude = 7
    try context.save()
    context.delete(ship)
    try context.save()
    #expect(try past(0).names() == [])
    let first = try #require(try past(1).fetch(FetchDescriptor<Vessel>()).first)
    #expect(first.tonnage == 100 && first.log == nil && first.position == nil)
    let second = try #require(try past(2).fetch(FetchDescriptor<Vessel>()).first)
    #expect(second.tonnage == 200 && second.log == Data([1, 2]))
    #expect(second.position == Position(latitude: 1.5, longitude: -2))
    let third = try #require(try past(3).fetch(FetchDescriptor<Vessel>()).first)
    #expect(third.position?.longitude == 7)
    #expect(third.persistentModelID == first.persistentModelID)
    #expect(try past(4).names() == [])
  }

  @Test func answerQueriesOfAnyKind() throws {
    for number in 0..<40 { context.insert(Vessel(name: "S\(number)", tonnage: number)) }
    try context.save()
    try context.batchUpdate(
      Vessel.self, where: #Predicate { $0.tonnage % 2 == 0 }, .increment(\.tonnage, by: 1000))
    try context.batchDelete(Vessel.self, where: #Predicate { $0.tonnage < 10 })
    let before = try past(1)
    let after = try past(2)
    func count(_ context: ModelContext, _ limit: Int) throws -> Int {
      try context.fetchCount(FetchDescriptor<Vessel>(predicate: #Predicate { $0.tonnage >= limit }))
    }
    #expect(try count(before, 0) == 40 && count(before, 1000) == 0)
    #expect(try count(after, 0) == 40 && count(after, 1000) == 20)
    #expect(try count(context, 0) == 35)
    #expect(try before.sum(of: \Vessel.tonnage) == (0..<40).reduce(0, +))
    let page = try before.fetchPage(
      FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.tonnage, order: .reverse)]), limit: 3)
    #expect(page.elements.map(\.tonnage) == [39, 38, 37])
    #expect(try before.fetch(FetchDescriptor<Vessel>(), selecting: \.name).count == 40)
  }

  @Test func followRelationships() throws {
    let (ada, bea) = (Vessel(name: "Ada"), Vessel(name: "Bea"))
    let sailors = ["x", "y", "z"].map { Sailor(name: $0) }
    context.insert(contentsOf: [ada, bea])
    let voyages = ["Oslo", "Rome"].map { Voyage(target: $0, ship: ada) }
    ada.crew = sailors
    try context.save()
    voyages[0].ship = bea
    ada.crew = [sailors[2], sailors[0]]
    bea.crew = [sailors[1]]
    try context.save()
    context.delete(ada)
    try context.save()
    let first = try past(1)
    let ship = try #require(
      try first.fetch(FetchDescriptor<Vessel>(predicate: #Predicate { $0.name == "Ada" })).first)
    #expect(ship.voyages.map(\.target) == ["Oslo", "Rome"])
    #expect(ship.crew.map(\.name) == ["x", "y", "z"])
    let second = try past(2)
    let ships = try second.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)]))
    #expect(ships.map { $0.voyages.map(\.target) } == [["Rome"], ["Oslo"]])
    #expect(ships.map { Set($0.crew.map(\.name)) } == [["x", "z"], ["y"]])
    let sailor = try #require(
      try second.fetch(FetchDescriptor<Sailor>(predicate: #Predicate { $0.name == "y" })).first)
    #expect(sailor.ships.map(\.name) == ["Bea"])
    let third = try past(3)
    #expect(try third.names() == ["Bea"])
    #expect(
      try third.fetchCount(
        FetchDescriptor<Sailor>(predicate: #Predicate { $0.ships.isEmpty })) == 2)
  }

  @Test func stayAsTheyAre() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    let first = try past(1)
    #expect(try first.names() == ["Ada"])
    ship.name = "Bea"
    try context.save()
    context.insert(Vessel(name: "Cem"))
    try context.save()
    #expect(try first.names() == ["Ada"])
    let fetched = try #require(try first.fetch(FetchDescriptor<Vessel>()).first)
    try first.mergeChanges()
    #expect(fetched.name == "Ada")
  }

  @Test func readTheStateOfADate() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    let first = try #require(try context.historyEntries().last).timestamp
    ship.name = "Bea"
    try context.save()
    let second = try #require(try context.historyEntries().last).timestamp
    #expect(try ModelContext(context.container, asOf: first).names() == ["Ada"])
    #expect(try ModelContext(context.container, asOf: second).names() == ["Bea"])
    #expect(try ModelContext(context.container, asOf: .distantFuture).names() == ["Bea"])
    #expect(try ModelContext(context.container, asOf: first - 60).names() == [])
  }

  @Test func saveNothing() throws {
    context.insert(Vessel(name: "Ada"))
    try context.save()
    let first = try past(1)
    let ship = try #require(try first.fetch(FetchDescriptor<Vessel>()).first)
    ship.name = "Bea"
    #expect(throws: StackError.contextIsReadOnly) { try first.save() }
    #expect(throws: StackError.contextIsReadOnly) {
      try first.withConnection { try $0.execute("DELETE FROM \(Vessel.self)") }
    }
    #expect(try context.names() == ["Ada"])
  }

  @Test func readWhatAStatementHasChanged() throws {
    context.insert(Vessel(name: "Ada"))
    try context.save()
    try context.withConnection { db in
      try db.execute("UPDATE \(Vessel.self) SET tonnage = 5")
      try db.execute("UPDATE \(Vessel.self) SET tonnage = 6")
    }
    #expect(try past(1).fetch(FetchDescriptor<Vessel>()).map(\.tonnage) == [100])
    #expect(try past(2).fetch(FetchDescriptor<Vessel>()).map(\.tonnage) == [6])
  }

  @Test func endWhereTheHistoryWasCleaned() throws {
    let ship = Vessel(name: "S0")
    context.insert(ship)
    try context.save()
    for number in 1..<6 {
      ship.name = "S\(number)"
      try context.save()
    }
    _ = try context.container.cleanHistory(HistoryCleaning(keepingLast: 2))
    for number: Int64 in 4...6 { #expect(try past(number).names() == ["S\(number - 1)"]) }
    let error = #expect(throws: StackError.self) { try past(3) }
    #expect("\(try #require(error))".contains("its memory, which begins behind transaction 4"))
    #expect(throws: StackError.self) {
      try ModelContext(context.container, asOf: .distantPast)
    }
    #expect(throws: StackError.self) { try past(7) }
  }

  @Test func outliveTheProgramAndACompaction() throws {
    let ship = Vessel(name: "Ada")
    ship.crew = ["x", "y", "z"].map { Sailor(name: $0) }
    context.insert(ship)
    try context.save()
    ship.crew.removeFirst()
    ship.name = "Bea"
    try context.save()
    if !TestServer.isWanted { _ = try context.container.compact() }
    let other = try harbour.context()
    let first = try #require(
      try ModelContext(other.container, asOf: 1).fetch(FetchDescriptor<Vessel>()).first)
    #expect(first.name == "Ada" && first.crew.map(\.name) == ["x", "y", "z"])
    #expect(try other.checkStore() == [])
  }

  @Test func needAFileOrAServer() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Harbour.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Vessel(name: "Ada"))
    try context.save()
    let error = #expect(throws: StackError.self) {
      try ModelContext(context.container, asOf: 0)
    }
    #expect("\(try #require(error))".contains("in memory"))
  }

  @Test func rememberTheRowsThatAStatementDeletes() throws {
    context.insert(Vessel(name: "Ada"))
    try context.save()
    try context.withConnection { try $0.execute("DELETE FROM \(Vessel.self)") }
    #expect(try past(1).names() == ["Ada"])
    #expect(try past(2).names() == [])
  }

  @Test func areGoneOnceTheyAreDropped() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    try context.container.dropFormerValues()
    ship.name = "Bea"
    try context.save()
    #expect(throws: StackError.self) { try past(1) }
    let other = try harbour.context()
    #expect(try ModelContext(other.container, asOf: 2).names() == ["Bea"])
    #expect(throws: StackError.self) { try ModelContext(other.container, asOf: 1) }
  }
}

/// A class that is temporal and related to one that isn't.
@Suite(.alsoPartlyFetched) struct IncompleteMemory {
  @Model final class Port: TemporalModel {
    var name = ""
    var country: Country?
    init() {}
  }
  @Model final class Country {
    @Relationship(inverse: \Port.country) var ports: [Port] = []
    init() {}
  }

  @Test func isRefused() throws {
    let error = #expect(throws: StackError.self) {
      try ModelContainer(
        for: [Port.self, Country.self],
        configuration: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect("\(try #require(error))".contains("let Country conform to TemporalModel"))
  }
}

private enum First {
  @Model final class Vessel: TemporalModel {
    var name: String
    var tonnage = 0
    init(name: String) { self.name = name }
  }
}
private enum Second {
  @Model final class Vessel: TemporalModel {
    var name: String
    var tonnage = 0
    var flag: String?
    init(name: String) { self.name = name }
  }
}
private enum Third {
  @Model final class Vessel: TemporalModel {
    var name: String
    @Attribute(originalName: "tonnage") var weight = 0
    init(name: String) { self.name = name }
  }
}

/// Former values after a migration.
@Suite(.alsoPartlyFetched) struct MigratedMemory {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.store()
    let context = try context(First.Vessel.self)
    let ship = First.Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    ship.name = "Bea"
    try context.save()
  }

  private func context(_ type: any PersistentModel.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: [type], configuration: ModelConfiguration(url: url)))
  }

  @Test func stayIfOptionalPropertiesAreAdded() throws {
    let context = try context(Second.Vessel.self)
    let first = try ModelContext(context.container, asOf: 1).fetch(FetchDescriptor<Second.Vessel>())
    #expect(first.map(\.name) == ["Ada"] && first.map(\.flag) == [nil])
    let ship = try #require(try context.fetch(FetchDescriptor<Second.Vessel>()).first)
    ship.flag = "NO"
    try context.save()
    ship.flag = "SE"
    try context.save()
    let third = try ModelContext(context.container, asOf: 3).fetch(FetchDescriptor<Second.Vessel>())
    #expect(third.map(\.flag) == ["NO"])
  }

  @Test func beginAnewIfColumnsChange() throws {
    let context = try context(Third.Vessel.self)
    #expect(throws: StackError.self) { try ModelContext(context.container, asOf: 1) }
    let ship = try #require(try context.fetch(FetchDescriptor<Third.Vessel>()).first)
    ship.weight = 7
    try context.save()
    let second = try ModelContext(context.container, asOf: 2).fetch(FetchDescriptor<Third.Vessel>())
    #expect(second.map(\.weight) == [0])
  }
}
