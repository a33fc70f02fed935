import Foundation
import StrataStoreSupport
import Strata
import Testing

/// What a save does with properties that others have changed too, by policy.
@Suite(.alsoPartlyFetched) struct MergePolicies {
  @Test func saveWhatWasChangedHereByDefault() throws {
    let harbour = try Harbour()
    try harbour.contestName()
    harbour.theirs.depth = 4
    try harbour.second.save()
    try harbour.first.save()
    #expect(harbour.mine.name == "West" && harbour.mine.depth == 4)
    let stored = try #require(try harbour.stored())
    #expect(stored.name == "West" && stored.depth == 4)
  }

  @Test func nameWhatTheyHaveOverwritten() throws {
    let harbour = try Harbour()
    try harbour.contestName()
    try harbour.first.save()
    let conflict = try #require(harbour.first.resolvedMergeConflicts.first)
    #expect(conflict.object == harbour.mine.id && conflict.kind == .changedByBoth)
    #expect(conflict.properties.map(\.name) == ["name"])
    #expect(try conflict.mine(\Berth.name) == "West" && conflict.theirs(\Berth.name) == "East")
    try harbour.first.save()
    #expect(harbour.first.resolvedMergeConflicts.isEmpty)
  }

  @Test func keepWhatOthersHaveSaved() throws {
    let harbour = try Harbour(.mergeByPropertyStoreTrump)
    try harbour.contestName()
    harbour.mine.depth = 7
    try harbour.first.save()
    #expect(harbour.mine.name == "East" && harbour.mine.depth == 7)
    #expect(!harbour.mine.hasChanges && !harbour.first.hasChanges)
    let stored = try #require(try harbour.stored())
    #expect(stored.name == "East" && stored.depth == 7)
    #expect(try harbour.first.resolvedMergeConflicts.first?.mine(\Berth.name) == "West")
  }

  @Test func saveAnObjectAsItIsHere() throws {
    let harbour = try Harbour(.overwrite)
    // The object has no version of what it hasn't read.
    #expect(harbour.mine.depth == 0)
    harbour.theirs.depth = 4
    try harbour.second.save()
    harbour.mine.name = "West"
    try harbour.first.save()
    #expect(harbour.mine.depth == 0)
    let stored = try #require(try harbour.stored())
    #expect(stored.name == "West" && stored.depth == 0)
    try harbour.second.mergeChanges()
    #expect(harbour.theirs.depth == 0 && harbour.theirs.name == "West")
  }

  @Test func dropAllChangesOfAnObjectInConflict() throws {
    let harbour = try Harbour(.rollback)
    try harbour.contestName()
    harbour.mine.depth = 7
    let other = Berth(number: 2, name: "South")
    harbour.first.insert(other)
    try harbour.first.save()
    #expect(harbour.mine.name == "East" && harbour.mine.depth == 0)
    let stored = try #require(try harbour.stored())
    #expect(stored.name == "East" && stored.depth == 0)
    #expect(!other.hasChanges)
  }

  @Test func refuseASaveUntilTheConflictIsSettled() throws {
    let harbour = try Harbour(.error)
    try harbour.contestName()
    for _ in 0..<2 {
      let conflicts = try harbour.first.conflictsOfSave()
      #expect(conflicts.map(\.object) == [harbour.mine.id])
      #expect(try conflicts.first?.original(\Berth.name) == "North")
      #expect(try conflicts.first?.theirs(\Berth.name) == "East")
      #expect(try conflicts.first?.mine(\Berth.name) == "West")
    }
    #expect(harbour.mine.name == "West" && harbour.first.hasChanges)
    #expect(try harbour.stored()?.name == "East")
    let conflict = try #require(harbour.first.mergeConflicts.first)
    try harbour.first.resolve(conflict, by: .mergeByPropertyObjectTrump)
    try harbour.first.save()
    #expect(try harbour.stored()?.name == "West")
    #expect(harbour.first.resolvedMergeConflicts == [conflict])
  }

  @Test func letEachConflictBeSettledByItself() throws {
    let harbour = try Harbour(.error)
    let second = Berth(number: 2, name: "Two")
    harbour.first.insert(second)
    try harbour.first.save()
    let theirSecond = try harbour.second.existing(Berth.self, withID: TypedObjectID(second))
    (harbour.theirs.name, theirSecond.name) = ("A", "B")
    try harbour.second.save()
    (harbour.mine.name, second.name) = ("C", "D")
    let conflicts = try harbour.first.conflictsOfSave()
    try #require(conflicts.count == 2)
    try harbour.first.resolve(conflicts[0], by: .mergeByPropertyStoreTrump)
    #expect(harbour.mine.name == "A" && second.name == "D")
    #expect(try harbour.first.conflictsOfSave() == [conflicts[1]])
    try harbour.first.refresh(second, mergeChanges: false)
    #expect(second.name == "B" && harbour.first.mergeConflicts.isEmpty)
    try harbour.first.save()
    #expect(!harbour.first.hasChanges)
  }

  @Test func forgetConflictsThatAreRolledBack() throws {
    let harbour = try Harbour(.error)
    try harbour.contestName()
    _ = try harbour.first.conflictsOfSave()
    harbour.first.rollback()
    #expect(harbour.first.mergeConflicts.isEmpty && harbour.mine.name == "East")
    harbour.mine.name = "Mine"
    try harbour.first.save()
    #expect(try harbour.stored()?.name == "Mine")
  }

  @Test func findNoConflictInTheSameValue() throws {
    let harbour = try Harbour(.error)
    harbour.theirs.name = "West"
    try harbour.second.save()
    harbour.mine.name = "West"
    try harbour.first.save()
    #expect(harbour.first.resolvedMergeConflicts.isEmpty)
  }

  @Test func findNoConflictInDifferentProperties() throws {
    let harbour = try Harbour(.error)
    harbour.theirs.depth = 4
    try harbour.second.save()
    harbour.mine.name = "West"
    try harbour.first.save()
    #expect(harbour.mine.depth == 4)
  }

  @Test func findAConflictThatAFetchHasMergedBefore() throws {
    let harbour = try Harbour(.error)
    harbour.mine.name = "West"
    harbour.theirs.name = "East"
    try harbour.second.save()
    _ = try harbour.first.fetch(FetchDescriptor<Boat>())
    #expect(harbour.first.mergeConflicts.map(\.object) == [harbour.mine.id])
    #expect(try harbour.first.conflictsOfSave().first?.original(\Berth.name) == "North")
  }

  @Test func nameTheLastOfSeveralSaves() throws {
    let harbour = try Harbour(.error)
    harbour.mine.name = "West"
    for name in ["A", "B"] {
      harbour.theirs.name = name
      try harbour.second.save()
      try harbour.first.mergeChanges()
    }
    let conflict = try #require(try harbour.first.conflictsOfSave().first)
    #expect(try conflict.theirs(\Berth.name) == "B" && conflict.original(\Berth.name) == "North")
  }

  @Test func takeWhatOthersSavedBeforeForTheOriginal() throws {
    let harbour = try Harbour(.error)
    harbour.mine.depth = 1
    harbour.theirs.name = "A"
    try harbour.second.save()
    try harbour.first.mergeChanges()
    harbour.mine.name = "Mine"
    harbour.theirs.name = "B"
    try harbour.second.save()
    let conflict = try #require(try harbour.first.conflictsOfSave().first)
    #expect(try conflict.original(\Berth.name) == "A")
  }

  @Test func tellInANotificationWhatASaveHasSettled() throws {
    let harbour = try Harbour()
    let heard = Heard()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: harbour.first, queue: nil
    ) { heard.take($0) }
    defer { NotificationCenter.default.removeObserver(token) }
    try harbour.contestName()
    try harbour.first.save()
    #expect(heard.conflicts.map(\.object) == [harbour.mine.id])
  }

  @Test func keepConflictsOverATransactionThatFails() throws {
    struct Stop: Error {}
    let harbour = try Harbour(.error)
    try harbour.contestName()
    #expect(throws: Stop.self) { try harbour.first.transaction { throw Stop() } }
    #expect(harbour.mine.name == "West")
    let conflict = try #require(try harbour.first.conflictsOfSave().first)
    #expect(try conflict.original(\Berth.name) == "North")
  }

  @Test func settleAgainWhatATransactionThatFailsHasSettled() throws {
    let harbour = try Harbour(.mergeByPropertyStoreTrump)
    try harbour.contestName()
    let twin = Berth(number: 1, name: "Twin")
    harbour.first.uniqueConflictPolicy = .error
    #expect(throws: StackError.self) {
      try harbour.first.transaction { harbour.first.insert(twin) }
    }
    #expect(harbour.mine.name == "West")
    try harbour.first.save()
    #expect(harbour.mine.name == "East" && harbour.first.resolvedMergeConflicts.count == 1)
    #expect(try harbour.stored()?.name == "East")
  }

  @Test func takeTheLastThatOthersHaveSaved() throws {
    let harbour = try Harbour(.error)
    try harbour.contestName()
    let conflict = try #require(try harbour.first.conflictsOfSave().first)
    harbour.theirs.name = "South"
    try harbour.second.save()
    try harbour.first.resolve(conflict, by: .mergeByPropertyStoreTrump)
    #expect(harbour.mine.name == "South")
  }

  @Test func findAConflictWithARowThatWentAndCameBack() throws {
    let harbour = try Harbour(.error)
    let undo = UndoManager()
    harbour.second.undoManager = undo
    harbour.second.delete(harbour.theirs)
    try harbour.second.save()
    try undo.undo()
    harbour.theirs.name = "East"
    try harbour.second.save()
    harbour.mine.name = "West"
    #expect(try harbour.first.conflictsOfSave().first?.theirs(\Berth.name) == "East")
  }

  @Test func letAContextWithConflictsGo() throws {
    let harbour = try Harbour()
    var context: ModelContext? = ModelContext(harbour.first.container)
    var berth = try context?.existing(Berth.self, withID: TypedObjectID(harbour.mine))
    berth?.name = "West"
    harbour.theirs.name = "East"
    try harbour.second.save()
    try context?.mergeChanges()
    #expect(context?.mergeConflicts.count == 1)
    weak let left = berth
    (context, berth) = (nil, nil)
    #expect(left == nil)
  }

  @Test func sayWhatIsInConflict() throws {
    let harbour = try Harbour(.error)
    try harbour.contestName()
    let error = #expect(throws: StackError.self) { try harbour.first.save() }
    let message = try #require(error.map { "\($0)" })
    #expect(message.contains("name 'West' here and 'East' elsewhere, 'North' before"))
  }
}

/// What a notification said; used on one thread.
private final class Heard: @unchecked Sendable {
  // Notifications are posted where the save is done, which is on the test's own thread.
  var conflicts: [MergeConflict] = []

  func take(_ notification: Notification) {
    let key = ModelContext.NotificationKey.mergeConflicts.rawValue
    conflicts = notification.userInfo?[key] as? [MergeConflict] ?? []
  }
}
