import Foundation
import Strata
import StrataPostgreSQL
import StrataStorage
import StrataTestSupport
import Testing

@testable import StrataContexts

@Model private final class Package {
  var label: String
  var weight = 0
  var van: Van?

  init(_ label: String) { self.label = label }
}

@Model private final class Van {
  #Unique<Van>([\.plate])
  var plate: String
  var seats = 0
  @Relationship(inverse: \Package.van) var packages: [Package] = []

  init(_ plate: String) { self.plate = plate }
}

@Model private final class Receipt {
  var number: Int

  init(_ number: Int) { self.number = number }
}

@Model private final class Casket: ValidatedModel {
  var label: String
  var receipt: Receipt?

  init(_ label: String) { self.label = label }

  func validate(for operation: ValidationOperation) throws { _ = receipt?.number }
}

/// The number of times that a store waits for its server, and that it misses nothing for it.
@Suite(.enabled(if: TestServer.isInstalled)) struct RoundTrips {
  private let url: URL
  private let container: ModelContainer

  init() throws {
    url = TestServer.newStore(saves: "serial")
    container = try ModelContainer(
      for: Package.self, Van.self, Receipt.self, Casket.self,
      configurations: ModelConfiguration(url: url))
  }

  private func count(_ body: () throws -> Void) rethrows -> Int {
    let before = container.statistics.roundTrips
    try body()
    return container.statistics.roundTrips - before
  }

  private func trips(ofSaving context: ModelContext) throws -> Int {
    // The checks of what is written, which debug builds make, ask the server, too.
    try Store.$checksSaves.withValue(false) { try count { try context.save() } }
  }

  private func other() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Package.self, Van.self, Receipt.self, Casket.self,
        configurations: ModelConfiguration(url: url)))
  }

  private func fill(_ count: Int) throws -> [PersistentIdentifier] {
    let context = ModelContext(container)
    let packages = (0..<count).map { Package("p\($0)") }
    let van = Van("A 1")
    for package in packages {
      context.insert(package)
      package.van = van
    }
    try context.save()
    return packages.map(\.persistentModelID)
  }

  private static func named(_ label: String) -> FetchDescriptor<Package> {
    FetchDescriptor(predicate: #Predicate { $0.label == label })
  }

  @Test func areOneForALookUp() throws {
    let identifiers = try fill(20)
    // The statements are prepared by the first ones.
    let context = ModelContext(container)
    _ = try context.existing(Package.self, withID: .init(identifiers[0])).van?.seats
    _ = try context.fetch(Self.named("p1"))
    _ = try context.fetchCount(Self.named("p1"))
    func isOne(_ body: () throws -> Bool) throws -> Bool {
      var isRight = false
      let trips = try count { isRight = try body() }
      return isRight && trips == 1
    }
    let isLookUp = try isOne {
      try context.existing(Package.self, withID: .init(identifiers[5])).label == "p5"
    }
    let isFetch = try isOne { try context.fetch(Self.named("p2")).count == 1 }
    let isCount = try isOne { try context.fetchCount(Self.named("p3")) == 1 }
    #expect(isLookUp && isFetch && isCount)
    let fresh = ModelContext(container)
    let package = try #require(try fresh.fetch(Self.named("p4")).first)
    let isFault = try isOne { package.van?.plate == "A 1" }
    #expect(isFault)
    #expect(try context.explain(Self.named("p2"), analyze: true).execution?.roundTrips == 1)
  }

  @Test func areOneForALookUpAfterOthersHaveSavedAndItWasMerged() throws {
    let identifiers = try fill(20)
    let context = ModelContext(container)
    _ = try context.existing(Package.self, withID: .init(identifiers[0]))
    let other = try other()
    for round in 0..<3 {
      try #require(try other.fetch(Self.named("p0")).first).weight = round
      try other.save()
      _ = try context.existing(Package.self, withID: .init(identifiers[3 * round + 1]))
      let trips = try count {
        _ = try context.existing(Package.self, withID: .init(identifiers[3 * round + 2]))
      }
      #expect(trips == 1)
    }
  }

  @Test func mergeWhatOthersHaveSavedBeforeTheFirstRow() throws {
    _ = try fill(3)
    let context = ModelContext(container)
    let packages = try context.fetch(FetchDescriptor<Package>())
    let first = try #require(packages.first { $0.label == "p0" })
    let second = try #require(packages.first { $0.label == "p1" })
    let other = try other()
    try #require(try other.fetch(Self.named("p0")).first).label = "changed"
    other.delete(try #require(try other.fetch(Self.named("p1")).first))
    other.insert(Package("new"))
    try other.save()
    let found = try context.fetch(Self.named("changed"))
    #expect(found.count == 1 && found.first === first)
    #expect(first.label == "changed" && second.modelContext == nil)
    #expect(
      try context.fetch(FetchDescriptor<Package>()).map(\.label).sorted() == [
        "changed", "new", "p2",
      ])
  }

  @Test func mergeWhatOthersHaveSavedBeforeAnObjectInMemoryIsFound() throws {
    let identifiers = try fill(2)
    let context = ModelContext(container)
    let held = try context.fetch(FetchDescriptor<Package>())
    let other = try other()
    other.delete(try #require(try other.fetch(Self.named("p0")).first))
    try other.save()
    #expect(throws: StackError.notFound(identifiers[0])) {
      try context.existing(Package.self, withID: .init(identifiers[0]))
    }
    withExtendedLifetime(held) {}
  }

  @Test func mergeWhatOthersHaveSavedBeforeARelationshipIsRead() throws {
    _ = try fill(2)
    let context = ModelContext(container)
    let package = try #require(try context.fetch(Self.named("p0")).first)
    let other = try other()
    let theirs = try #require(try other.fetch(Self.named("p0")).first)
    let van = Van("B 2")
    other.insert(van)
    theirs.van = van
    theirs.weight = 7
    try other.save()
    #expect(package.van?.plate == "B 2" && package.weight == 7)
  }

  @Test func areAsManyForASaveOfManyChangesAsOfOne() throws {
    _ = try fill(40)
    let context = ModelContext(container)
    let packages = try context.fetch(FetchDescriptor<Package>())
    packages[0].weight = 1
    try context.save()
    packages[0].weight = 2
    // Once for the changed rows, once to commit.
    #expect(try trips(ofSaving: context) == 2)
    for package in packages { package.weight += 10 }
    #expect(try trips(ofSaving: context) == 2)
    // Some of them claim keys, besides.
    let ofNewOnes = try (0..<4).map { number in
      context.insert(Package("n\(number)"))
      return try trips(ofSaving: context)
    }
    #expect(ofNewOnes.min() == 1, "\(ofNewOnes)")
    #expect(try other().fetch(FetchDescriptor<Package>()).map(\.weight).reduce(0, +) == 402)
  }

  @Test func areNoMoreForASaveAfterOthersHaveSaved() throws {
    let (context, other) = (ModelContext(container), try other())
    let mine = Receipt(-1)
    context.insert(mine)
    try context.save()
    let trips = try (0..<6).map { number in
      for part in 0..<3 {
        other.insert(Receipt(number * 10 + part))
        try other.save()
      }
      context.insert(Receipt(number))
      return try self.trips(ofSaving: context)
    }
    // The first one finds out at its end. Some of them claim keys.
    #expect(trips.dropFirst().min() == 2, "\(trips)")
    #expect(try context.fetchCount(FetchDescriptor<Receipt>()) == 25)
    // The rows of objects in memory that others have changed are read.
    let theirs = try #require(
      try other.fetch(FetchDescriptor<Receipt>(predicate: #Predicate { $0.number == -1 })).first)
    let changed = try (0..<3).map { number in
      theirs.number = -10 - number
      try other.save()
      context.insert(Receipt(number))
      let trips = try self.trips(ofSaving: context)
      #expect(mine.number == -10 - number)
      return trips
    }
    #expect(changed.min() == 3, "\(changed)")
    #expect(try context.checkStore() == [])
  }

  @Test func areOneAgainOnceNobodyElseSaves() throws {
    let (context, other) = (ModelContext(container), try other())
    for number in 0..<10 {
      if number < 3 {
        other.insert(Receipt(number))
        try other.save()
      }
      context.insert(Receipt(100 + number))
      try context.save()
    }
    context.insert(Receipt(200))
    #expect(try trips(ofSaving: context) == 1)
    #expect(try other.fetchCount(FetchDescriptor<Receipt>()) == 14)
    let numbers = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .map(\.transactionIdentifier)
    #expect(numbers == Array(1...14))
  }

  /// What a save assumed of the store before it asked makes no error of its own.
  @Test func areRepeatedForASaveThatAssumedTooMuch() throws {
    _ = try fill(3)
    let (context, other) = (ModelContext(container), try other())
    let mine = try context.fetch(FetchDescriptor<Package>(sortBy: [SortDescriptor(\.label)]))
    let theirs = try other.fetch(FetchDescriptor<Package>(sortBy: [SortDescriptor(\.label)]))
    // A change of an object that is gone: the policy decides, not the missing row.
    other.delete(theirs[0])
    try other.save()
    mine[0].weight = 4
    context.mergePolicy = .overwrite
    #expect(throws: StackError.self) { try context.save() }
    context.rollback()
    // A unique value that another object has got.
    let van = Van("C 3")
    van.seats = 9
    other.insert(van)
    try other.save()
    context.insert(Van("C 3"))
    try context.save()
    #expect(try other.fetchCount(FetchDescriptor<Van>()) == 2)
    // Cleaned entries leave no number that could be given again.
    for number in 0..<3 {
      theirs[1].weight = number
      try other.save()
    }
    try other.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    mine[2].weight = 8
    try context.save()
    #expect(try other.fetch(Self.named("p2")).first?.weight == 8)
    #expect(try context.checkStore() == [])
  }

  /// A validation that reads merges what others have saved, after the save has assumed that there is nothing.
  @Test(arguments: [MergePolicy.error, .overwrite, .mergeByPropertyObjectTrump])
  func areRepeatedForASaveWhoseValidationMerges(policy: MergePolicy) throws {
    let seed = ModelContext(container)
    let (casket, stamp) = (Casket("a"), Receipt(1))
    seed.insert(casket)
    seed.insert(stamp)
    casket.receipt = stamp
    try seed.save()
    let (context, other) = (ModelContext(container), try other())
    context.mergePolicy = policy
    let mine = try #require(try context.fetch(FetchDescriptor<Casket>()).first)
    mine.label = "mine"
    other.delete(try #require(try other.fetch(FetchDescriptor<Casket>()).first))
    try other.save()
    // The change can't be saved, and somebody is told.
    #expect(throws: StackError.self) { try context.save() }
    #expect(try other.fetchCount(FetchDescriptor<Casket>()) == 0)
  }

  @Test func areNoMoreForASaveThatMeetsAConflict() throws {
    let identifiers = try fill(2)
    let (context, other) = (ModelContext(container), try other())
    context.mergePolicy = .error
    let mine = try context.existing(Package.self, withID: .init(identifiers[0]))
    let theirs = try other.existing(Package.self, withID: .init(identifiers[0]))
    for round in 1...3 {
      mine.label = "mine \(round)"
      theirs.label = "theirs \(round)"
      theirs.weight = round
      try other.save()
      #expect(throws: (any Error).self) { try context.save() }
      #expect(mine.label == "mine \(round)" && mine.weight == round)
      context.rollback()
      #expect(mine.label == "theirs \(round)")
    }
  }

  @Test func areNoMoreForASaveBehindManySaves() throws {
    _ = try fill(300)
    let (context, other) = (ModelContext(container), try other())
    let mine = try context.fetch(FetchDescriptor<Package>(sortBy: [SortDescriptor(\.label)]))
    let theirs = try other.fetch(FetchDescriptor<Package>(sortBy: [SortDescriptor(\.label)]))
    let van = Van("B 2")
    other.insert(van)
    for (number, package) in theirs.enumerated() {
      switch number % 3 {
      case 0: package.weight = number
      case 1: package.van = van
      default: other.delete(package)
      }
      try other.save()
    }
    mine[1].weight = 7
    context.insert(Package("new"))
    try context.save()
    #expect(mine[0].weight == 0 && mine[3].weight == 3 && mine[4].van?.plate == "B 2")
    #expect(mine[1].weight == 7 && mine[1].van?.plate == "B 2" && mine[2].modelContext == nil)
    #expect(try #require(mine[1].van).packages.count == 100)
    #expect(try other.fetchCount(FetchDescriptor<Package>()) == 201)
    #expect(try context.checkStore() == [])
  }

  @Test func areFewForManyNewObjectsWithAUniqueRule() throws {
    let context = ModelContext(container)
    context.insert(Van("first"))
    try context.save()
    for number in 0..<500 { context.insert(Van("v\(number)")) }
    #expect(try trips(ofSaving: context) <= 5)
    #expect(try other().fetchCount(FetchDescriptor<Van>()) == 501)
  }

  @Test func areRepeatedWhereAUniqueRuleRefusesOneOfMany() throws {
    let seed = ModelContext(container)
    let stored = Van("v300")
    stored.seats = 3
    seed.insert(stored)
    try seed.save()
    let context = ModelContext(container)
    for number in 0..<500 {
      let van = Van("v\(number)")
      van.seats = number
      context.insert(van)
    }
    // One of them twice.
    context.insert(Van("v7"))
    try context.save()
    let vans = try other().fetch(FetchDescriptor<Van>(sortBy: [SortDescriptor(\.plate)]))
    #expect(vans.count == 500 && vans.first { $0.plate == "v300" }?.seats == 300)
    #expect(vans.first { $0.plate == "v300" }?.persistentModelID == stored.persistentModelID)
    #expect(vans.first { $0.plate == "v499" }?.seats == 499)
  }

  @Test func areFewForManyUpserts() throws {
    let seed = ModelContext(container)
    for number in 0..<600 where number % 50 != 7 { seed.insert(Van("v\(number)")) }
    try seed.save()
    let context = ModelContext(container)
    for number in 0..<600 {
      let van = Van("v\(number)")
      van.seats = number
      context.insert(van)
      // The later one of two counts.
      guard number % 100 == 3 else { continue }
      let again = Van("v\(number)")
      again.seats = 1000
      context.insert(again)
    }
    let trips = try trips(ofSaving: context)
    #expect(trips < 100, "\(trips) round trips")
    let vans = try other().fetch(FetchDescriptor<Van>())
    #expect(vans.count == 600)
    for van in vans {
      let number = try #require(Int(van.plate.dropFirst()))
      #expect(van.seats == (number % 100 == 3 ? 1000 : number))
    }
  }

  @Test func areRepeatedForAnObjectThatMeetsOneOfTheSameSave() throws {
    let seed = ModelContext(container)
    seed.insert(Van("stored"))
    try seed.save()
    let context = ModelContext(container)
    for plate in ["stored"] + (0..<12).map({ "v\($0)" }) + ["v3", "v11", "stored"] {
      let van = Van(plate)
      van.seats = 4
      context.insert(van)
    }
    try context.save()
    #expect(
      try other().fetch(FetchDescriptor<Van>()).map(\.seats) == Array(repeating: 4, count: 13))
  }

  @Test func areNotAskedForByAFetchThatCannotBeTranslated() throws {
    _ = try fill(2)
    let context = ModelContext(container)
    _ = try context.fetch(FetchDescriptor<Package>())
    let other = try other()
    try #require(try other.fetch(Self.named("p0")).first).weight = 1
    try other.save()
    #expect(throws: (any Error).self) {
      try context.fetch(FetchDescriptor<Package>(predicate: (\Package.label).matches("p.")))
    }
    // The same connection is lent again.
    _ = try container.core.first.store.makeReader().lastTransaction()
    #expect(try context.fetch(Self.named("p0")).first?.weight == 1)
  }

  @Test func tellOfARowThatSomebodyHasDeletedInSQL() throws {
    _ = try fill(40)
    let context = ModelContext(container)
    let packages = try context.fetch(
      FetchDescriptor<Package>(sortBy: [SortDescriptor(\.label)]))
    try ServerConnection(ServerAddress(url))
      .execute("DELETE FROM \"Package\" WHERE label IN ('p7', 'p9')")
    for package in packages { package.weight = 5 }
    let gone = try #require(packages.first { $0.label == "p7" })
    #expect(throws: StackError.deletedElsewhere(object: gone.persistentModelID)) {
      try context.save()
    }
    #expect(try other().fetch(FetchDescriptor<Package>()).allSatisfy { $0.weight == 0 })
  }

  @Test func exchangeUniqueValuesOfChangedObjects() throws {
    let seed = ModelContext(container)
    for plate in ["x", "y"] { seed.insert(Van(plate)) }
    try seed.save()
    let vans = try seed.fetch(FetchDescriptor<Van>(sortBy: [SortDescriptor(\.plate)]))
    (vans[0].plate, vans[1].plate) = ("y", "x")
    try seed.save()
    let found = try other().fetch(FetchDescriptor<Van>(sortBy: [SortDescriptor(\.plate)]))
    #expect(
      found.map(\.persistentModelID) == [vans[1].persistentModelID, vans[0].persistentModelID])
  }
}
