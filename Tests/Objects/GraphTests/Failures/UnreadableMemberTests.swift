import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Model final class Mother {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Kid.mother) var kids: [Kid] = []
  @Relationship(deleteRule: .deny, inverse: \Loan.debtor) var loans: [Loan] = []
  init(name: String) { self.name = name }
}

enum Mood: String, Codable { case glad, sad }

@Model final class Kid {
  var name: String
  var mood: Mood = Mood.glad
  var age = 0
  var mother: Mother?
  init(name: String) { self.name = name }
}

@Model final class Loan {
  var sum = 1
  var mood: Mood = Mood.sad
  var debtor: Mother?
  init() {}
}

/// A store of mothers and kids, which other programs write into as well.
struct Nursery {
  let folder: TemporaryFolder

  /// One mother, Ann, with three kids.
  init() throws {
    folder = try TemporaryFolder()
    let context = try context()
    let mother = Mother(name: "Ann")
    context.insert(mother)
    for name in ["a", "b", "c"] { mother.kids.append(Kid(name: name)) }
    try context.save()
  }

  func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Mother.self, configurations: ModelConfiguration(url: folder.file())))
  }

  /// What another program does to the store.
  func run(_ sql: String) throws {
    let connection = try Connection(path: folder.file().path)
    try connection.execute(sql)
  }

  func count(_ table: String) throws -> Int64? {
    try Connection(path: folder.file().path).integer("SELECT count(*) FROM \(SQL(table))")
  }

  /// Gives the second kid a mood that no program of today knows.
  func spoil() throws { try run("UPDATE Kid SET mood = 'meh' WHERE name = 'b'") }
  func mend() throws { try run("UPDATE Kid SET mood = 'sad' WHERE name = 'b'") }
}

@Suite struct UnreadableMembers {
  let nursery: Nursery
  let context: ModelContext
  let mother: Mother

  init() throws {
    nursery = try Nursery()
    context = try nursery.context()
    mother = try #require(try context.all(Mother.self).first)
    try nursery.spoil()
  }

  private func expectUnreadable(
    _ property: String, _ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: location) { try body() } throws: { error in
      guard case .unreadable(let object, let found, let reason) = error as? StackError else {
        return false
      }
      return object == mother.persistentModelID && found == property && reason.contains("mood")
    }
  }

  @Test func hideNoOthers() {
    #expect(mother.kids.map(\.name) == ["a", "c"])
  }

  @Test func areRememberedWithObjectAndProperty() {
    _ = mother.kids
    #expect(context.readFailures.count == 1)
    expectUnreadable("kids") { throw try #require(context.readFailures.first) }
  }

  @Test func areTriedAgainAtTheNextLook() throws {
    _ = mother.kids
    try nursery.mend()
    #expect(mother.kids.map(\.name) == ["a", "b", "c"])
  }

  @Test func keepEverySaveFromWriting() throws {
    _ = mother.kids
    mother.name = "Eve"
    for _ in 0..<3 { expectUnreadable("kids") { try context.save() } }
    #expect(context.hasChanges)
    #expect(try nursery.count("Mother WHERE name = 'Eve'") == 0)
  }

  @Test func areThrownOnceAlsoWhenTheyCouldBeReadSince() throws {
    _ = mother.kids
    mother.name = "Eve"
    try nursery.mend()
    expectUnreadable("kids") { try context.save() }
    #expect(context.readFailures.isEmpty)
    try context.save()
    #expect(try nursery.count("Mother WHERE name = 'Eve'") == 1)
    #expect(mother.kids.map(\.name) == ["a", "b", "c"])
  }

  @Test func areForgottenByARollback() throws {
    _ = mother.kids
    mother.name = "Eve"
    context.rollback()
    #expect(context.readFailures.isEmpty && mother.name == "Ann")
    mother.name = "Eva"
    try context.save()
    #expect(try nursery.count("Mother WHERE name = 'Eva'") == 1)
  }

  @Test(arguments: [false, true])
  func leaveNoOrphansBehindWhenSomebodyLooksMeanwhile(isMended: Bool) throws {
    context.delete(mother)
    if isMended { try nursery.mend() }
    _ = mother.kids
    expectUnreadable("kids") { try context.save() }
    try nursery.mend()
    try context.save()
    #expect(try nursery.count("Mother") == 0 && nursery.count("Kid") == 0)
  }

  @Test func leaveNoOrphansBehindAfterATransactionThatThrew() throws {
    context.delete(mother)
    expectUnreadable("kids") { try context.transaction {} }
    expectUnreadable("kids") { try context.save() }
    try nursery.mend()
    try context.save()
    #expect(try nursery.count("Mother") == 0 && nursery.count("Kid") == 0)
  }

  @Test func areThrownByOneTransactionAndNotByEachThatFollows() throws {
    mother.name = "Eve"
    _ = mother.kids
    try nursery.mend()
    _ = mother.kids
    expectUnreadable("kids") { try context.transaction {} }
    #expect(mother.name == "Eve")
    try context.transaction {}
    #expect(try nursery.count("Mother WHERE name = 'Eve'") == 1)
  }

  @Test func comeBackWithAnOwnerWhoseDeleteReachedOnlySome() throws {
    context.delete(mother)
    context.insert(mother)
    try nursery.mend()
    // Neither the delete nor its undoing could read all of them.
    #expect(throws: StackError.self) { try context.save() }
    try context.save()
    #expect(mother.kids.map(\.name).sorted() == ["a", "b", "c"])
    #expect(try nursery.count("Kid WHERE mother IS NOT NULL") == 3)
  }

  @Test func areErrorsToPredicatesOverUnsavedObjects() throws {
    let loan = Loan()
    context.insert(loan)
    try context.save()
    loan.sum = 3
    loan.debtor = mother
    #expect(throws: (any Error).self) {
      try context.fetch(
        FetchDescriptor<Loan>(predicate: #Predicate { ($0.debtor?.kids.count ?? 0) == 3 }))
    }
  }

  @Test func leaveNoOrphansBehind() throws {
    context.delete(mother)
    for _ in 0..<2 { expectUnreadable("kids") { try context.save() } }
    #expect(try nursery.count("Mother") == 1 && nursery.count("Kid") == 3)
    try nursery.mend()
    try context.save()
    #expect(try nursery.count("Mother") == 0 && nursery.count("Kid") == 0)
  }

  @Test func areHeardOfAtOnce() throws {
    var heard: [String] = []
    context.errorHandler = { heard.append("\($0)") }
    let posted = Posted(context)
    _ = mother.kids
    #expect(heard.count == 1 && heard[0].contains("Mother/1.kids"))
    #expect(posted.errors.count == 1)
  }

  @Test func stayWhenOthersAreAppended() throws {
    mother.kids.append(Kid(name: "d"))
    #expect(mother.kids.map(\.name) == ["a", "c", "d"])
    expectUnreadable("kids") { try context.save() }
    try nursery.mend()
    try context.save()
    #expect(mother.kids.map(\.name) == ["a", "b", "c", "d"])
    #expect(try nursery.count("Kid WHERE mother = 1") == 4)
  }

  @Test func goWhenOthersTakeTheirPlace() throws {
    mother.kids = [Kid(name: "d")]
    expectUnreadable("kids") { try context.save() }
    try nursery.mend()
    try context.save()
    #expect(mother.kids.map(\.name) == ["d"])
    #expect(try nursery.count("Kid WHERE mother = 1") == 1)
  }

  @Test func keepDenyRulesInForce() throws {
    let loan = Loan()
    mother.loans.append(loan)
    try context.save()
    let other = try nursery.context()
    let same = try #require(try other.all(Mother.self).first)
    try nursery.run("UPDATE Loan SET mood = 'meh'")
    try nursery.mend()
    other.delete(same)
    #expect(throws: StackError.self) { try other.save() }
    #expect(throws: StackError.self) { try other.save() }
    #expect(try nursery.count("Mother") == 1)
  }

  @Test func areNamedByAFetch() throws {
    #expect { try context.all(Kid.self) } throws: { error in
      "\(error)".contains("Kid") && "\(error)".contains("mood") && "\(error)".contains("meh")
    }
  }
}

/// Errors that a context posts.
private final class Posted {
  private(set) var errors: [any Error] = []
  private var observer: (any NSObjectProtocol)?

  init(_ context: ModelContext) {
    // Posted and heard on the test's thread.
    nonisolated(unsafe) let posted = self
    observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didFail, object: context, queue: nil
    ) { note in
      if let error = note.userInfo?[ModelContext.NotificationKey.error] as? any Error {
        posted.errors.append(error)
      }
    }
  }

  deinit { observer.map { NotificationCenter.default.removeObserver($0) } }
}
