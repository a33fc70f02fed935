import SwiftData
import Testing

@Suite struct UndoTests {
  private let file: StoreFile
  private let context: ModelContext
  private let order: Shop.Order

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
    context.undoManager = UndoManager()
    order = try #require(
      try context.fetch(FetchDescriptor<Shop.Order>(sortBy: [SortDescriptor(\.number)])).first)
  }

  @Test func changesAreUndoneAndRedoneWithoutTry() throws {
    order.total = 9
    try context.save()
    context.undoManager?.undo()
    #expect(order.total == 0.5 && context.hasChanges)
    context.undoManager?.redo()
    #expect(order.total == 9)
  }

  @Test func groupsBeginAndEndWithoutTry() throws {
    context.undoManager?.beginUndoGrouping()
    order.total = 9
    try context.save()
    order.number = 99
    context.undoManager?.endUndoGrouping()
    context.undoManager?.undo()
    #expect(order.total == 0.5 && order.number == 10)
  }

  @Test func undoEndsTheOpenGroup() {
    context.undoManager?.beginUndoGrouping()
    order.total = 9
    context.undoManager?.undo()
    #expect(order.total == 0.5 && context.undoManager?.groupingLevel == 0)
  }

  @Test func registrationIsTurnedOffAndOn() throws {
    context.undoManager?.disableUndoRegistration()
    order.total = 9
    try context.save()
    context.undoManager?.enableUndoRegistration()
    #expect(context.undoManager?.canUndo == false)
  }

  @Test func nothingHappensWhereThereIsNothingToUndo() throws {
    var errors: [any Error] = []
    context.errorHandler = { errors.append($0) }
    context.undoManager?.undo()
    context.undoManager?.redo()
    UndoManager().undo()
    order.total = 9
    try context.save()
    #expect(errors.isEmpty)
  }

  @Test func aFailedUndoIsReportedAndRefusesTheNextSave() throws {
    order.total = 9
    try context.save()
    let other = ModelContext(context.container)
    let same = try #require(other.model(for: order.persistentModelID) as? Shop.Order)
    same.total = 20
    try other.save()
    var errors: [any Error] = []
    context.errorHandler = { errors.append($0) }
    context.undoManager?.undo()
    #expect(order.total == 20)
    let conflict = UndoError.changed(object: order.persistentModelID, property: "total")
    #expect(errors.map { $0 as? UndoError } == [conflict])
    #expect(throws: StackError.undoFailed(reason: "\(conflict)")) { try context.save() }
    order.number = 11
    try context.save()
    let renumbered = FetchDescriptor<Shop.Order>(predicate: #Predicate { $0.number == 11 })
    #expect(try other.fetchCount(renumbered) == 2)
  }

  @Test func aGroupThatWasNeverBegunIsReported() {
    var errors: [any Error] = []
    context.errorHandler = { errors.append($0) }
    context.undoManager?.endUndoGrouping()
    #expect(errors.map { $0 as? UndoError } == [.noGroupIsOpen])
  }
}
