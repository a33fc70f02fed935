import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Undo of saves that have set the times of changes.
@Suite(.alsoPartlyFetched) struct TimestampUndo {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let parcel: Parcel

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Parcel.self], configuration: ModelConfiguration(url: folder.store()))
    context = ModelContext(container)
    parcel = Parcel("a")
    context.insert(parcel)
    try context.save()
  }

  @Test func isOneStepWithATimeOfItsOwn() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let created = parcel.created
    parcel.name = "b"
    context.processPendingChanges()
    try context.save()
    let changed = parcel.updated
    try manager.undo()
    #expect(parcel.name == "a" && !manager.canUndo && manager.canRedo)
    try context.save()
    let undone = parcel.updated
    #expect(undone > changed && parcel.created == created)
    try manager.redo()
    try context.save()
    #expect(parcel.name == "b" && parcel.updated > undone)
  }

  @Test func bringsADeletedObjectBackWithItsTimeOfCreation() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let (created, updated) = (parcel.created, parcel.updated)
    context.delete(parcel)
    try context.save()
    try manager.undo()
    try context.save()
    #expect(parcel.created == created && parcel.updated > updated)
  }

  @Test func isNoConflictWithAnotherChange() throws {
    let manager = UndoManager()
    context.undoManager = manager
    parcel.name = "b"
    try context.save()
    let other = ModelContext(container)
    let own = try other.existing(Parcel.self, withID: parcel.typedObjectID)
    own.weight = 3
    try other.save()
    try manager.undo()
    try context.save()
    #expect(parcel.name == "a" && parcel.weight == 3 && parcel.updated > own.updated)
  }

  @Test func ofATransactionIsNoConflictWithALaterOne() throws {
    parcel.name = "b"
    try context.save()
    let number = try #require(try context.historyEntries().last?.number)
    parcel.weight = 3
    try context.save()
    let changed = parcel.updated
    try context.undo(transaction: number)
    #expect(parcel.name == "a" && parcel.updated == changed)
    try context.save()
    #expect(parcel.weight == 3 && parcel.updated > changed)
  }
}

@Model final class Parcel: TemporalModel {
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  var name: String
  var weight = 0

  init(_ name: String) { self.name = name }
}
