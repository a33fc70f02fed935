import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

/// The timeline of objects, and the difference of states.
@Suite(.alsoPartlyFetched) struct Timelines {
  private let harbour: Harbour
  private let context: ModelContext

  init() throws {
    harbour = try Harbour()
    context = try harbour.context()
  }

  @Test func listTheChangesOfAnObject() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    context.insert(Vessel(name: "Other"))
    try context.save()
    ship.tonnage = 200
    context.author = "mate"
    try context.save()
    let sailor = Sailor(name: "x")
    ship.crew = [sailor]
    try context.save()
    let id = ship.persistentModelID
    context.delete(ship)
    try context.save()
    let changes = try context.changes(of: id, Vessel.self)
    #expect(changes.map(\.transaction) == [1, 3, 4, 5])
    #expect(changes.map(\.author) == ["harbour master", "mate", "mate", "mate"])
    #expect(changes.map(\.difference.kind) == [.insert, .update, .update, .delete])
    #expect(changes[0].difference.properties.map(\.name) == ["name", "tonnage"])
    let tonnage = try #require(changes[1].difference["tonnage"])
    #expect(try tonnage.before?.value(as: Int.self) == 100)
    #expect(try tonnage.after?.value(as: Int.self) == 200)
    let crew = try #require(changes[2].difference["crew"])
    #expect(crew.before == .objects([]) && crew.after == .objects([sailor.persistentModelID]))
    #expect(changes[3].difference["name"]?.after == nil)
    #expect(try changes[3].difference["name"]?.before?.value(as: String.self) == "Ada")
  }

  @Test func compareTwoStates() throws {
    let ships = (0..<3).map { Vessel(name: "S\($0)") }
    context.insert(contentsOf: ships)
    try context.save()
    ships[0].tonnage = 1
    context.delete(ships[1])
    let voyage = Voyage(target: "Oslo", ship: ships[2])
    context.insert(voyage)
    try context.save()
    ships[0].tonnage = 100
    try context.save()
    let all = try context.difference(from: 1, to: 2)
    #expect(Set(all.map(\.object)) == [ships[0].id, all[1].object, voyage.id])
    #expect(all.map(\.kind).filter { $0 == .insert }.count == 1)
    // What was set back is no difference.
    #expect(try context.difference(from: 1).allSatisfy { $0.object != ships[0].id })
    let back = try context.difference(from: 2, to: 1)
    #expect(back.count == 3)
    let set = try #require(back.first { $0.object == ships[0].id }?["tonnage"])
    #expect(try set.before?.value(as: Int.self) == 1 && set.after?.value(as: Int.self) == 100)
    #expect(try context.difference(from: 2, to: 2).isEmpty)
  }
}

/// Undoing a saved transaction.
@Suite(.alsoPartlyFetched) struct TransactionUndo {
  private let harbour: Harbour
  private let context: ModelContext

  init() throws {
    harbour = try Harbour()
    context = try harbour.context()
  }

  @Test func bringsDeletedObjectsBack() throws {
    let ship = Vessel(name: "Ada")
    ship.crew = ["x", "y", "z"].map { Sailor(name: $0) }
    ship.log = Data(count: 1000)
    ship.position = Position(latitude: 1, longitude: 2)
    context.insert(ship)
    _ = Voyage(target: "Oslo", ship: ship)
    try context.save()
    let id = ship.persistentModelID
    context.delete(ship)
    try context.save()
    context.insert(Vessel(name: "Later"))
    try context.save()
    // Another program, another day.
    let other = try harbour.context()
    try other.undo(transaction: 2)
    #expect(other.hasChanges)
    try other.save()
    let found = try #require(
      try other.fetch(FetchDescriptor<Vessel>(predicate: #Predicate { $0.name == "Ada" })).first)
    #expect(found.persistentModelID == id && found.log?.count == 1000)
    #expect(found.position == Position(latitude: 1, longitude: 2))
    #expect(found.crew.map(\.name) == ["x", "y", "z"] && found.voyages.map(\.target) == ["Oslo"])
    #expect(try other.names() == ["Ada", "Later"])
    #expect(try other.checkStore() == [])
    // An undo is a transaction like any other.
    try other.undo(transaction: 4)
    try other.save()
    #expect(try other.names() == ["Later"])
  }

  @Test func takesInsertionsAndChangesBack() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    ship.tonnage = 7
    ship.name = "Bea"
    context.insert(Vessel(name: "Cem"))
    try context.save()
    ship.log = Data([1])
    try context.save()
    try context.undo(transaction: 2)
    #expect(ship.tonnage == 100 && ship.name == "Ada" && ship.log == Data([1]))
    try context.save()
    #expect(try harbour.context().names() == ["Ada"])
  }

  @Test func namesTheConflicts() throws {
    let (ada, bea) = (Vessel(name: "Ada"), Vessel(name: "Bea"))
    context.insert(contentsOf: [ada, bea])
    try context.save()
    (ada.tonnage, bea.tonnage) = (1, 2)
    try context.save()
    ada.tonnage = 3
    context.delete(bea)
    try context.save()
    let error = #expect(throws: UndoError.self) { try context.undo(transaction: 2) }
    guard case .transaction(2, let conflicts)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(conflicts.count == 2)
    #expect(conflicts.contains(.changed(object: ada.persistentModelID, property: "tonnage")))
    #expect("\(try #require(error))".contains("Undo the later transactions first"))
    #expect(!context.hasChanges && ada.tonnage == 3)
    // As the error says.
    try context.undo(transaction: 3)
    try context.save()
    try context.undo(transaction: 2)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Vessel>()).map(\.tonnage) == [100, 100])
  }

  @Test func undoesABatchAndAStatement() throws {
    for number in 0..<50 { context.insert(Vessel(name: "S\(number)", tonnage: number)) }
    try context.save()
    try context.batchDelete(Vessel.self, where: #Predicate { $0.tonnage < 25 })
    try context.withConnection { try $0.execute("UPDATE \(Vessel.self) SET tonnage = 0") }
    try context.undo(transaction: 3)
    try context.undo(transaction: 2)
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Vessel>()).map(\.tonnage).sorted() == Array(0..<50))
  }

  @Test func tellsObjectsAndStatementsOfOneSaveApart() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    ship.tonnage = 5
    try context.withConnection {
      try $0.execute("UPDATE \(Vessel.self) SET tonnage = 6, name = 'Bea'")
    }
    let between = try ModelContext(context.container, asOf: 2).fetch(FetchDescriptor<Vessel>())
    #expect(between.map(\.tonnage) == [5] && between.map(\.name) == ["Ada"])
    #expect(try context.changes(of: ship).map(\.transaction) == [1, 2, 3])
    try context.undo(transaction: 3)
    #expect(ship.tonnage == 5 && ship.name == "Ada")
    try context.save()
    try context.undo(transaction: 2)
    #expect(ship.tonnage == 100)
  }

  @Test func reachesBehindACleaningByAuthor() throws {
    let ship = Vessel(name: "Ada")
    context.insert(ship)
    try context.save()
    ship.tonnage = 1
    try context.save()
    context.author = "sync"
    ship.log = Data([1])
    try context.save()
    ship.name = "Bea"
    context.author = "mate"
    try context.save()
    _ = try context.container.cleanHistory(HistoryCleaning(author: "sync"))
    #expect(
      try ModelContext(context.container, asOf: 1).fetch(FetchDescriptor<Vessel>()).map(\.tonnage)
        == [100])
    #expect(
      try context.difference(from: 1, to: 4).map { $0.properties.map(\.name) }
        == [["name", "tonnage", "log"]])
    try context.undo(transaction: 2)
    #expect(ship.tonnage == 100 && ship.name == "Bea" && ship.log == Data([1]))
  }

  @Test func showsThePresentAfterAWholeCleaning() throws {
    context.insert(Vessel(name: "Ada"))
    try context.save()
    _ = try context.container.cleanHistory(HistoryCleaning())
    #expect(try ModelContext(context.container, asOf: .now).names() == ["Ada"])
    #expect(throws: StackError.self) {
      try ModelContext(context.container, asOf: .now - 3600)
    }
  }

  @Test func refusesWhatIsNoTransaction() throws {
    context.insert(Vessel(name: "Ada"))
    try context.save()
    for number: Int64 in [0, -1, 2, .max, .min] {
      #expect(throws: StackError.self) { try context.undo(transaction: number) }
    }
  }
}
