import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataModel
import StrataSchema
import StrataTestSupport
import Testing

/// `@Attribute(.createdAt)` and `@Attribute(.updatedAt)`.
@Suite struct Timestamps {
  private let depot: Depot
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    depot = try Depot()
    container = try depot.container([
      StampedPage.self, StampedCover.self, StampedBook.self, StampedTag.self, StampedPrice.self,
      StampedLog.self,
    ])
    context = ModelContext(container)
  }

  /// Runs a body between two times and checks that it has set a date to one between them.
  private func isSet(_ date: () -> Date?, by body: () throws -> Void) rethrows -> Bool {
    let before = Date.now
    try body()
    return date().map { before <= $0 && $0 <= .now } ?? false
  }

  private func stored<T: PersistentModel>(_ type: T.Type = T.self) throws -> T {
    try #require(try ModelContext(container).fetch(FetchDescriptor<T>()).first)
  }

  @Test func areSetWhenAnObjectIsInserted() throws {
    let page = StampedPage(1)
    context.insert(page)
    #expect(page.created == .distantPast && page.updated == .distantPast)
    #expect(try isSet({ page.created }, by: { try context.save() }))
    #expect(page.updated == page.created && !page.hasChanges && !context.hasChanges)
    let stored = try stored(StampedPage.self)
    #expect(stored.created == page.created && stored.updated == page.updated)
  }

  @Test func areTheSameInAllObjectsOfASave() throws {
    let book = StampedBook("a")
    context.insert(book)
    book.pages = (0..<50).map { StampedPage($0) }
    try context.save()
    let times = Set(
      book.pages.flatMap { [$0.created, $0.updated] } + [book.created, book.updated])
    #expect(times.count == 1 && times.first != .some(nil))
  }

  @Test func changeWithTheObject() throws {
    let page = StampedPage(1)
    let other = StampedPage(2)
    context.insert(contentsOf: [page, other])
    try context.save()
    let (created, before) = (page.created, other.updated)
    page.title = "b"
    #expect(try isSet({ page.updated }, by: { try context.save() }))
    #expect(page.created == created && page.updated > created && other.updated == before)
    #expect(
      try context.historyEntries().last?.changes.map { Set($0.properties) } == [
        ["title", "updated"]
      ])
  }

  @Test func stayWhereNothingIsWritten() throws {
    let page = StampedPage(1)
    let tag = StampedTag("a")
    let book = StampedBook("b")
    context.insert(contentsOf: [page])
    context.insert(tag)
    context.insert(book)
    try context.save()
    let count = try context.historyEntries().count
    let (updated, bookUpdated) = (page.updated, book.updated)
    try context.save()
    page.zoom = 3
    try context.save()
    #expect(page.updated == updated)
    #expect(try context.historyEntries().count == count)
    // A link between two objects is a column of neither.
    page.tags = [tag]
    try context.save()
    #expect(page.updated == updated)
    // The link is a column of the page, and none of the book.
    book.pages = [page]
    #expect(try isSet({ page.updated }, by: { try context.save() }))
    #expect(book.updated == bookUpdated)
    let cut = page.updated
    context.delete(book)
    try context.save()
    #expect(page.updated > cut && page.book == nil)
  }

  @Test func changeWithAnAssignmentOfAnEqualValue() throws {
    let page = StampedPage(1, "same")
    context.insert(page)
    try context.save()
    let title = page.title
    #expect(!context.hasChanges)
    page.title = title
    #expect(page.hasChanges && context.hasChanges && context.changedModelsArray.count == 1)
    #expect(try isSet({ page.updated }, by: { try context.save() }))
    let changes = try #require(try context.historyEntries().last?.changes)
    #expect(changes.map { Set($0.properties) } == [["title", "updated"]])
  }

  @Test func areKeptByTheProgramWhereItHasSetThem() throws {
    let old = Date(timeIntervalSinceReferenceDate: 1000)
    let page = StampedPage(1)
    page.created = old
    page.updated = old
    let book = StampedBook("a")
    book.created = old
    context.insert(page)
    context.insert(book)
    #expect(try isSet({ page.updated }, by: { try context.save() }))
    #expect(page.created == old && book.created == old)
    page.created = .distantFuture
    page.updated = old
    try context.save()
    #expect(page.created == .distantFuture && page.updated > old)
  }

  @Test func areSetAfterTheObjectsOwnMethod() throws {
    let log = StampedLog("a")
    context.insert(log)
    try context.save()
    log.text = "b"
    #expect(try isSet({ log.updated }, by: { try context.save() }))
    #expect(log.saves == 2 && !context.hasChanges)
  }

  @Test func areThoseOfTheParentsSave() throws {
    let page = StampedPage(1)
    context.insert(page)
    try context.save()
    let updated = page.updated
    let child = try ModelContext(parent: context)
    let draft = try child.existing(StampedPage.self, withID: page.typedObjectID)
    draft.title = "b"
    child.insert(StampedPage(2))
    try child.save()
    #expect(page.title == "b" && page.updated == updated && draft.updated == updated)
    try context.save()
    #expect(page.updated > updated && draft.updated == page.updated)
    let other = try #require(
      try context.fetch(FetchDescriptor<StampedPage>(predicate: #Predicate { $0.number == 2 }))
        .first)
    #expect(other.created == page.updated)
  }

  @Test(arguments: [
    MergePolicy.error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite,
    .rollback,
  ])
  func areNoConflict(policy: MergePolicy) throws {
    let page = StampedPage(1)
    context.insert(page)
    try context.save()
    let mine = ModelContext(container)
    mine.mergePolicy = policy
    let own = try mine.existing(StampedPage.self, withID: page.typedObjectID)
    own.title = "mine"
    page.views = 3
    try context.save()
    let theirs = page.updated
    try mine.save()
    #expect(own.title == "mine" && own.updated > theirs)
    let conflicts = mine.resolvedMergeConflicts.flatMap(\.properties).map(\.name)
    #expect(conflicts == (policy == .overwrite ? ["views"] : []))
    #expect(own.views == (policy == .overwrite ? 0 : 3))
    #expect(try stored(StampedPage.self).updated == own.updated)
  }

  @Test func areTheStoresWhereItsChangesWin() throws {
    let page = StampedPage(1)
    context.insert(page)
    try context.save()
    let mine = ModelContext(container)
    mine.mergePolicy = .mergeByPropertyStoreTrump
    let own = try mine.existing(StampedPage.self, withID: page.typedObjectID)
    own.title = "mine"
    page.title = "theirs"
    try context.save()
    let count = try context.historyEntries().count
    try mine.save()
    #expect(own.title == "theirs" && own.updated == page.updated && !mine.hasChanges)
    #expect(try context.historyEntries().count == count)
  }

  @Test func areKeptByAFailedSave() throws {
    let page = StampedPage(1)
    let other = StampedPage(2)
    context.insert(contentsOf: [page, other])
    context.uniqueConflictPolicy = .error
    try context.save()
    let updated = page.updated
    page.number = 2
    #expect(throws: StackError.self) { try context.save() }
    context.rollback()
    #expect(page.updated == updated && !context.hasChanges)
    page.number = 3
    #expect(try isSet({ page.updated }, by: { try context.save() }))
  }

  @Test func followABatch() throws {
    let page = StampedCover(1, "a")
    let other = StampedPage(2)
    context.insert(contentsOf: [page, other])
    try context.save()
    let created = page.created
    #expect(
      try isSet(
        { page.updated },
        by: {
          try context.batchUpdate(
            StampedPage.self, where: #Predicate { $0.number == 1 }, set: \.title, to: "b")
        }))
    #expect(page.created == created && page.title == "b" && other.updated == created)
    let changes = try #require(try context.historyEntries().last?.changes)
    #expect(changes.map { Set($0.properties) } == [["title", "updated"]])
    // A batch that sets the property itself has the last word.
    let old = Date(timeIntervalSinceReferenceDate: 1000)
    try context.batchUpdate(StampedPage.self, where: nil, set: \.updated, to: old)
    #expect(page.updated == old && other.updated == old)
  }

  @Test func followABatchThatCutsLinks() throws {
    let book = StampedBook("a")
    context.insert(book)
    book.pages = [StampedPage(1), StampedCover(2, "b")]
    try context.save()
    let pages = book.pages
    let before = pages.map(\.updated)
    try context.batchDelete(StampedBook.self, where: nil)
    #expect(pages.allSatisfy { $0.book == nil && $0.updated > before[0] })
    let changes = try #require(try context.historyEntries().last?.changes)
    #expect(changes.filter { $0.kind == .update }.allSatisfy { $0.properties.contains("updated") })
  }

  @Test(arguments: [false, true])
  func ofARowOutliveAnUpsert(isInMemory: Bool) throws {
    let first = ModelContext(container)
    let price = StampedPrice("a", 1)
    let page = StampedPage(1, "a")
    first.insert(price)
    first.insert(page)
    try first.save()
    let created = price.created
    let held = isInMemory ? try context.fetch(FetchDescriptor<StampedPrice>()) : []
    let new = StampedPrice("a", 2)
    new.created = .distantFuture
    context.insert(new)
    let newPage = StampedPage(1, "b")
    context.insert(newPage)
    try context.save()
    try first.mergeChanges()
    #expect(price.created == created && price.updated > created && price.amount == 2)
    #expect(page.created == created && page.updated == price.updated && page.title == "b")
    let shown = held.first ?? new
    #expect(shown.created == created && shown.updated == price.updated && !context.hasChanges)
    #expect(try stored(StampedPrice.self).created == created)
  }

  @Test(arguments: [false, true])
  func stayWhereAnUpsertChangesNothing(isInMemory: Bool) throws {
    let first = ModelContext(container)
    first.insert(StampedPrice("a", 1))
    try first.save()
    let price = try stored(StampedPrice.self)
    let count = try first.historyEntries().count
    let held = isInMemory ? try context.fetch(FetchDescriptor<StampedPrice>()) : []
    let new = StampedPrice("a", 1)
    context.insert(new)
    try context.save()
    let shown = held.first ?? new
    #expect(shown.updated == price.updated && shown.created == price.created)
    #expect(try first.historyEntries().count == count)
  }

  @Test func areAFilledColumnOfOlderRows() throws {
    let depot = try Depot()
    try depot.fill(Before.Sheet.self) { $0.insert(Before.Sheet("a")) }
    let context = try depot.open(After.Sheet.self)
    let sheet = try #require(try context.fetch(FetchDescriptor<After.Sheet>()).first)
    #expect(sheet.created == .distantPast && sheet.updated == nil)
    sheet.name = "b"
    try context.save()
    #expect(sheet.created == .distantPast && sheet.updated != nil)
  }

  @Test func areNoDifferenceToAColumnOfADate() throws {
    let depot = try Depot()
    try depot.fill(Plain.Sheet.self) { $0.insert(Plain.Sheet("a")) }
    let before = try depot.tableVersion()
    try depot.fill(After.Sheet.self) { $0.insert(After.Sheet("b")) }
    #expect(try depot.tableVersion() == before)
    // The record has the options, for programs that open the store by it.
    let first = try Schema([Plain.Sheet.self]).fingerprint()
    #expect(try Schema([After.Sheet.self]).fingerprint() != first)
  }
}

/// Declarations of timestamps that the macro doesn't see.
@Suite struct TimestampDeclarations {
  @Test(arguments: [
    ("created", [Schema.Attribute.Option.createdAt], ColumnDescription("", .text), "no date"),
    (
      "updated", [.updatedAt, .ephemeral], ColumnDescription("", .real, meaning: .date), "ephemeral"
    ),
    ("both", [.createdAt, .updatedAt], ColumnDescription("", .real, meaning: .date), "is both"),
    ("gone", [.deletedAt], ColumnDescription("", .real, meaning: .date), "declare it as Date?"),
  ])
  func areChecked(
    name: String, options: [Schema.Attribute.Option], column: ColumnDescription, reason: String
  ) throws {
    let attribute = Schema.Attribute(
      name: name, options: options, valueType: Date.self, columns: [column])
    let error = try #require(throws: SchemaError.self) {
      try Schema.Entity(name: "Sheet", properties: [.attribute(attribute)])
    }
    #expect("\(error)".contains("Sheet.\(name)") && "\(error)".contains(reason))
  }

  @Test func areOneInAHierarchy() throws {
    let date = ColumnDescription("", .real, meaning: .date)
    func attribute(_ name: String) -> Schema.Property {
      .attribute(
        Schema.Attribute(
          name: name, options: [.updatedAt], valueType: Date.self, columns: [date]))
    }
    let above = try Schema.Entity(name: "Sheet", properties: [attribute("updated")])
    let error = try #require(throws: SchemaError.self) {
      try Schema.Entity(
        name: "Cover", superentity: above, properties: [attribute("changed")])
    }
    #expect("\(error)".contains("the second updatedAt of Cover, beside updated"))
  }
}

private enum Before {
  @Model final class Sheet {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Plain {
  @Model final class Sheet {
    var name: String
    var created = Date.distantPast
    var updated: Date?
    init(_ name: String) { self.name = name }
  }
}

private enum After {
  @Model final class Sheet {
    var name: String
    @Attribute(.createdAt) var created: Date
    @Attribute(.updatedAt) var updated: Date?
    init(_ name: String) { self.name = name }
  }
}
