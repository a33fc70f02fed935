import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite struct Contexts {
  let context: ModelContext
  let ann = Author(name: "Ann")

  init() throws { context = try ModelContext.inMemory() }

  private func inserted() throws {
    context.insert(ann)
    try context.save()
  }

  @Test func listWhatTheyHaveToSave() throws {
    try inserted()
    let (bea, cid) = (Author(name: "Bea"), Author(name: "Cid"))
    context.insert(bea)
    try context.save()
    context.insert(cid)
    ann.height = 1
    context.delete(bea)
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.map(\.persistentModelID) == [cid.id])
    #expect(context.changedModelsArray.map(\.persistentModelID) == [ann.id])
    #expect(context.deletedModelsArray.map(\.persistentModelID) == [bea.id])
    try context.save()
    #expect(!context.hasChanges && context.insertedModelsArray.isEmpty)
    #expect(context.changedModelsArray.isEmpty && context.deletedModelsArray.isEmpty)
  }

  @Test func takeAnObjectOnce() throws {
    context.insert(ann)
    context.insert(ann)
    try context.save()
    context.insert(ann)
    #expect(!context.hasChanges)
    #expect(try context.all(Author.self).count == 1)
  }

  @Test func knowTheirObjectsUntilTheyAreDeleted() throws {
    #expect(ann.modelContext == nil)
    context.insert(ann)
    #expect(ann.modelContext === context && ann.hasChanges)
    try context.save()
    #expect(!ann.hasChanges && !ann.isDeleted)
    context.delete(ann)
    #expect(ann.isDeleted && ann.modelContext === context && ann.hasChanges)
    try context.save()
    #expect(!ann.isDeleted && ann.modelContext == nil)
    #expect(ann.name == "Ann")
  }

  @Test func saveNothingWhenNothingChanged() throws {
    try inserted()
    let count = try context.historyEntries().count
    try context.save()
    #expect(try context.historyEntries().count == count)
  }

  @Test func leaveNoTraceOfWhatWasInsertedAndDeleted() throws {
    let book = Book(title: "b", author: ann)
    context.insert(book)
    context.delete(book)
    context.delete(ann)
    #expect(!context.hasChanges || context.insertedModelsArray.isEmpty)
    try context.save()
    #expect(try context.all(Author.self).isEmpty)
    #expect(try context.all(Book.self).isEmpty)
    #expect(try context.historyEntries().isEmpty)
  }

  @Test func takeADeletedObjectBack() throws {
    try inserted()
    context.delete(ann)
    context.insert(ann)
    #expect(!ann.isDeleted)
    try context.save()
    #expect(try context.all(Author.self) == [ann])
  }

  @Test func takeADeletedObjectAnewAfterTheSave() throws {
    try inserted()
    let identifier = ann.persistentModelID
    context.delete(ann)
    try context.save()
    context.insert(ann)
    try context.save()
    #expect(ann.persistentModelID != identifier)
    #expect(try context.all(Author.self) == [ann])
  }

  @Test func ignoreADeleteOfWhatTheyDoNotHave() throws {
    context.delete(ann)
    #expect(!context.hasChanges && !ann.isDeleted)
  }

  @Test func rollBackValues() throws {
    try inserted()
    ann.name = "Bea"
    ann.height = 3
    context.rollback()
    #expect(ann.name == "Ann" && ann.height == 1.75)
    #expect(!context.hasChanges && !ann.hasChanges)
  }

  @Test func rollBackInsertsAndDeletes() throws {
    try inserted()
    let bea = Author(name: "Bea")
    context.insert(bea)
    context.delete(ann)
    context.rollback()
    #expect(bea.modelContext == nil && !ann.isDeleted && ann.modelContext === context)
    #expect(try context.all(Author.self) == [ann])
  }

  @Test func rollBackRelationships() throws {
    let (first, second) = (Book(title: "1", author: ann), Book(title: "2", author: ann))
    let shelf = Shelf(label: "S")
    shelf.books = [first]
    context.insert(first)
    context.insert(second)
    try context.save()
    ann.books.removeFirst()
    shelf.books = [second]
    context.delete(second)
    context.rollback()
    #expect(ann.books == [first, second] && first.author === ann && second.author === ann)
    #expect(shelf.books == [first] && first.shelves == [shelf] && second.shelves.isEmpty)
  }

  @Test func runATransactionAndSave() throws {
    try context.transaction { context.insert(ann) }
    #expect(!context.hasChanges)
    #expect(try context.all(Author.self).count == 1)
  }

  @Test func refuseObjectsOfOthers() throws {
    try inserted()
    let other = ModelContext(context.container)
    let book = Book(title: "b")
    other.insert(book)
    book.author = ann
    #expect(throws: StackError.self) { try other.save() }
  }

  @Test func refuseModelsThatTheContainerDoesNotKnow() throws {
    let other = ModelContext(
      try ModelContainer(
        for: Landlord.self, configurations: .temporary))
    other.insert(ann)
    #expect(throws: StackError.unknownModel("Author")) { try other.save() }
    try other.save()
  }

  @Test @MainActor func haveAMainContextBesideThemAfterTheirContainerIsDropped() throws {
    func make() throws -> ModelContext { try ModelContext.inMemory() }
    let context = try make()
    context.container.mainContext.insert(ann)
    #expect(ann.modelContext === context.container.mainContext)
    try ann.modelContext?.save()
    #expect(try context.all(Author.self).map(\.name) == ["Ann"])
  }

  @Test func goOnWorkingAfterTheirContainerIsDropped() throws {
    func make() throws -> ModelContext { try ModelContext.inMemory() }
    let context = try make()
    context.insert(ann)
    try context.save()
    #expect(try context.all(Author.self) == [ann])
  }
}
