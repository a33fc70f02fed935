import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataGraph
import StrataModel
import StrataStorage
import StrataTestSupport
import Testing

/// The name of the author who has changed an object last: a stage that the library doesn't have. This file is the whole
/// of it.
private struct ModifiedBy: SaveStage {
  static func stamps(of table: EntityTable) -> [SaveStamp] {
    guard let property = table.index(of: "modifiedBy") else { return [] }
    return [SaveStamp(property, of: .written) { [$0.author.map { .text($0) } ?? .null] }]
  }

  init?(_ entities: [GraphEntity]) { return nil }
}

/// A limit that a save refuses.
private struct ShortTitles: SaveStage {
  init?(_ entities: [GraphEntity]) {
    guard entities.contains(where: { $0.name == "SignedPage" }) else { return nil }
  }

  func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError] {
    (graph.insertedModels + graph.changedModels).compactMap { model in
      guard let page = model as? SignedPage, page.title.count > 10 else { return nil }
      return .invalid(object: page.persistentModelID, operation: .update, reason: "too long")
    }
  }
}

@Model final class SignedPage {
  #Unique<SignedPage>([\.number])
  var number: Int
  var title: String
  var modifiedBy: String?
  var views = 0
  var book: SignedBook?

  init(_ number: Int, _ title: String = "") {
    self.number = number
    self.title = title
  }
}

@Model final class SignedBook {
  var name = ""
  @Relationship(inverse: \SignedPage.book) var pages: [SignedPage] = []
  init() {}
}

/// Stages of saves that are added to the library's own.
@Suite(.alsoPartlyFetched) struct FurtherStages {
  private let depot: Depot
  private let container: ModelContainer

  init() throws {
    let depot = try Depot()
    self.depot = depot
    container = try SaveStages.$further.withValue([ModifiedBy.self, ShortTitles.self]) {
      try depot.container([SignedPage.self, SignedBook.self])
    }
  }

  private func context(_ author: String) -> ModelContext {
    let context = ModelContext(container)
    context.author = author
    return context
  }

  private func authors() throws -> [String?] {
    try ModelContext(container).fetch(
      FetchDescriptor<SignedPage>(sortBy: [SortDescriptor(\.number)])
    ).map(\.modifiedBy)
  }

  @Test func setAPropertyOfWhatIsWritten() throws {
    let ann = context("ann")
    let page = SignedPage(1)
    ann.insert(page)
    ann.insert(SignedPage(2))
    try ann.save()
    #expect(page.modifiedBy == "ann" && !ann.hasChanges)
    let bob = context("bob")
    let same = try #require(
      try bob.fetch(FetchDescriptor<SignedPage>(predicate: #Predicate { $0.number == 1 })).first)
    same.title = "b"
    try bob.save()
    #expect(try authors() == ["bob", "ann"])
    #expect(
      try bob.historyEntries().last?.changes.map { Set($0.properties) } == [
        ["title", "modifiedBy"]
      ])
    let book = SignedBook()
    bob.insert(book)
    book.pages = [same]
    try bob.save()
    ann.delete(try #require(try ann.fetch(FetchDescriptor<SignedBook>()).first))
    try ann.save()
    #expect(try authors() == ["ann", "ann"])
  }

  @Test func setItInBatches() throws {
    let ann = context("ann")
    for number in 1...3 { ann.insert(SignedPage(number)) }
    try ann.save()
    try context("bob").batchUpdate(
      where: #Predicate<SignedPage> { $0.number < 3 }, .set(\.views, to: 9))
    #expect(try authors() == ["bob", "bob", "ann"])
  }

  @Test func areNoChangeOfTheirOwn() throws {
    let ann = context("ann")
    let page = SignedPage(1)
    ann.insert(page)
    try ann.save()
    let bob = context("bob")
    bob.mergePolicy = .error
    let same = try #require(try bob.fetch(FetchDescriptor<SignedPage>()).first)
    page.title = "a"
    same.views = 1
    try ann.save()
    // Both have set the author, which is in no conflict.
    try bob.save()
    #expect(try authors() == ["bob"])
    let count = try bob.historyEntries().count
    // An equal object by its unique values changes nothing but the author.
    let carl = context("carl")
    let equal = SignedPage(1, "a")
    equal.views = 1
    carl.insert(equal)
    try carl.save()
    #expect(try authors() == ["bob"])
    #expect(try bob.historyEntries().count == count)
  }

  @Test func areLeftByAnUndo() throws {
    let ann = context("ann")
    let manager = UndoManager()
    ann.undoManager = manager
    let page = SignedPage(1, "a")
    ann.insert(page)
    try ann.save()
    page.title = "b"
    try ann.save()
    try manager.undo()
    #expect(page.title == "a" && page.modifiedBy == "ann")
    ann.author = "bob"
    try ann.save()
    #expect(try authors() == ["bob"])
  }

  @Test func refuseASave() throws {
    let ann = context("ann")
    ann.insert(SignedPage(1, "much too long"))
    #expect(throws: StackError.self) { try ann.save() }
    #expect(try authors() == [] && ann.hasChanges)
  }
}
