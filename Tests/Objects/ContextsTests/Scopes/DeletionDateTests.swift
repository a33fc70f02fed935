import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataStorage
import StrataTestSupport
import Testing

/// Deletion by a date: `@Attribute(.deletedAt)`.
@Suite struct DeletionDates {
  private let bin: Bin
  private var context: ModelContext { bin.context }

  init() throws { bin = try Bin() }

  private func folder(_ name: String = "f", notes: Int = 2) throws -> KeptFolder {
    let folder = KeptFolder(name, size: 3)
    context.insert(folder)
    folder.notes = (0..<notes).map { $0 == 0 ? KeptTask("\(name)0") : KeptNote("\(name)\($0)") }
    folder.icon = KeptIcon("red")
    try context.save()
    return folder
  }

  @Test func keepTheRowAndItsLinks() throws {
    let folder = try folder()
    let before = Date.now
    context.delete(folder)
    let deleted = try #require(folder.deleted)
    #expect(before <= deleted && deleted <= .now && !folder.isDeleted && context.hasChanges)
    try context.save()
    #expect(folder.modelContext === context && folder.updated >= deleted)
    #expect(folder.notes.map(\.deleted) == [deleted, deleted])
    #expect(folder.icon?.color == "red" && folder.notes.allSatisfy { $0.folder === folder })
    let changes = try #require(try context.historyEntries().last?.changes)
    #expect(changes.allSatisfy { $0.kind == .update && $0.properties.contains("deleted") })
    #expect(changes.count == 3)
    let later = folder.deleted
    context.delete(folder)
    #expect(folder.deleted == later && !context.hasChanges)
  }

  @Test func goWhereTheObjectIsInsertedAgainBeforeTheSave() throws {
    let folder = try folder()
    context.delete(folder.notes[1])
    try context.save()
    context.delete(folder)
    context.insert(folder)
    #expect(folder.deleted == nil && folder.notes.map { $0.deleted == nil } == [true, false])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptFolder>()) == 1)
    // A saved deletion is taken back by `restore(_:)` alone.
    context.delete(folder)
    try context.save()
    context.insert(folder)
    #expect(folder.deleted != nil && !context.hasChanges)
  }

  @Test func areSetInNewObjectsThatACascadeReaches() throws {
    let folder = try folder(notes: 0)
    let (reached, own) = (KeptNote("reached"), KeptNote("own"))
    context.insert(own)
    folder.notes = [reached]
    context.delete(own)
    #expect(own.modelContext == nil)
    context.delete(folder)
    #expect(reached.modelContext === context && reached.deleted == folder.deleted)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 0)
    #expect(try bin.all(KeptNote.self).map(\.text) == ["reached"])
    try context.restore(folder)
    #expect(folder.notes == [reached] && reached.deleted == nil)
  }

  @Test(arguments: [false, true])
  func leaveTheObjectOutOfFetches(isSaved: Bool) throws {
    let gone = try folder("gone")
    let kept = try folder("kept", notes: 1)
    context.delete(gone)
    if isSaved { try context.save() }
    let all = FetchDescriptor<KeptFolder>()
    #expect(try context.fetch(all).map(\.name) == ["kept"])
    #expect(try context.fetchCount(all) == 1)
    #expect(try context.fetchIdentifiers(all) == [kept.persistentModelID])
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 1)
    #expect(try context.fetch(FetchDescriptor<KeptTask>()).map(\.text) == ["kept0"])
    #expect(try context.sum(of: \KeptFolder.size) == 3)
    #expect(try context.fetch(all, selecting: \.name) == ["kept"])
    #expect(try context.fetch(all.where(#Predicate { $0.size == 3 })).count == 1)
    let both = all.includingDeleted()
    #expect(try context.fetchCount(both) == 2)
    #expect(
      try context.fetch(both.where(#Predicate { $0.deleted != nil })).map(\.name) == ["gone"])
    // A relationship and a look-up by an identifier find it.
    #expect(kept.notes.count == 1 && gone.notes.count == 2)
    #expect(try context.existing(KeptFolder.self, withID: gone.typedObjectID) === gone)
  }

  @Test func leaveTheObjectOutOfPagesAndEnumerations() throws {
    for number in 0..<6 {
      let folder = KeptFolder("f\(number)")
      context.insert(folder)
      try context.save()
      if number.isMultiple(of: 2) { context.delete(folder) }
    }
    try context.save()
    let sorted = FetchDescriptor<KeptFolder>(sortBy: [SortDescriptor(\.name)])
    let page = try context.fetchPage(sorted, limit: 2)
    #expect(page.elements.map(\.name) == ["f1", "f3"])
    #expect(
      try context.fetchPage(sorted, after: page.next, limit: 2).elements.map(\.name) == ["f5"])
    var names: [String] = []
    try context.enumerate(sorted) { names.append($0.name) }
    #expect(names == ["f1", "f3", "f5"])
  }

  @Test @MainActor func leaveTheObjectOutOfObservedResults() throws {
    let folder = try folder()
    let observer = try ResultsObserver(
      fetchDescriptor: FetchDescriptor<KeptFolder>(sortBy: [SortDescriptor(\.name)]),
      modelContext: context)
    #expect(observer.results.count == 1)
    context.delete(folder)
    #expect(observer.results.isEmpty)
    try context.restore(folder)
    #expect(observer.results.count == 1)
  }

  @Test func areTakenBackTogether() throws {
    let folder = try folder()
    let note = folder.notes[1]
    context.delete(note)
    try context.save()
    let earlier = note.deleted
    context.delete(folder)
    try context.save()
    #expect(note.deleted == earlier)
    try context.restore(folder)
    try context.save()
    #expect(folder.deleted == nil && folder.notes[0].deleted == nil && note.deleted == earlier)
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 1)
    try context.restore(folder)
    #expect(!context.hasChanges)
  }

  @Test func leaveObjectsWithoutADateAlone() throws {
    let folder = try folder()
    context.delete(folder)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptIcon>()) == 1)
    let icon = try #require(folder.icon)
    let error = try #require(throws: StackError.self) { try context.restore(icon) }
    #expect(error == .noDeletionDate("KeptIcon"))
    #expect("\(error)".contains("KeptIcon has no property with @Attribute(.deletedAt)"))
    #expect(throws: StackError.noDeletionDate("KeptIcon")) { try context.purge(KeptIcon.self) }
  }

  @Test func reachMembersThatAreNotInMemory() throws {
    _ = try folder()
    let other = ModelContext(bin.container)
    let folder = try #require(try other.fetch(FetchDescriptor<KeptFolder>()).first)
    other.delete(folder)
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 0)
    let third = ModelContext(bin.container)
    let again = try #require(
      try third.fetch(FetchDescriptor<KeptFolder>().includingDeleted()).first)
    try third.restore(again)
    try third.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 2)
  }

  @Test(arguments: [false, true])
  func areDenied(byBatch: Bool) throws {
    let folder = try folder()
    let lock = KeptLock(folder)
    context.insert(lock)
    try context.save()
    func delete() throws {
      if byBatch {
        try context.batchDelete(KeptFolder.self, where: nil)
      } else {
        context.delete(folder)
        try context.save()
      }
    }
    #expect(
      throws: StackError.deleteDenied(
        object: folder.persistentModelID, property: "locks", count: 1)
    ) { try delete() }
    context.rollback()
    #expect(folder.deleted == nil)
    context.delete(lock)
    try context.save()
    try delete()
    #expect(folder.deleted != nil)
    // The row of the lock keeps that of the folder.
    #expect(throws: StackError.self) { try context.purge(KeptFolder.self) }
  }

  @Test func ofANewObjectAreFinal() throws {
    let folder = KeptFolder("a")
    context.insert(folder)
    context.delete(folder)
    #expect(folder.modelContext == nil)
    try context.save()
    #expect(try bin.all(KeptFolder.self).isEmpty)
  }

  @Test func endWithAPurge() throws {
    let folder = try folder()
    let note = KeptNote("other")
    note.tags = [KeptTag("x")]
    context.insert(note)
    context.delete(folder)
    try context.save()
    context.purge(folder)
    context.purge(note)
    try context.save()
    #expect(folder.modelContext == nil)
    #expect(throws: StackError.self) { try context.restore(folder) }
    #expect(try bin.all(KeptFolder.self).isEmpty && bin.all(KeptNote.self).isEmpty)
    #expect(try bin.all(KeptIcon.self).isEmpty && bin.all(KeptTag.self).count == 1)
    #expect(try context.historyEntries().last?.changes.contains { $0.kind == .delete } == true)
  }

  @Test func areOneBatch() throws {
    let gone = try folder("gone", notes: 3)
    let kept = try folder("kept")
    let before = gone.updated
    let count = try context.batchDelete(KeptFolder.self, where: #Predicate { $0.name == "gone" })
    #expect(count == 1 && gone.updated > before && kept.deleted == nil)
    #expect(gone.notes.map(\.deleted) == [gone.deleted, gone.deleted, gone.deleted])
    #expect(kept.notes.allSatisfy { $0.deleted == nil })
    let changes = try #require(try context.historyEntries().last?.changes)
    #expect(changes.count == 4 && changes.allSatisfy { $0.kind == .update })
    #expect(try context.batchDelete(KeptFolder.self, where: #Predicate { $0.name == "gone" }) == 0)
    try context.restore(gone)
    #expect(gone.notes.allSatisfy { $0.deleted == nil })
  }

  @Test func ofManyObjectsAreOneBatch() throws {
    context.insert(contentsOf: (0..<6000).map { KeptNote("\($0)") })
    try context.save()
    #expect(try context.batchDelete(KeptNote.self, where: nil) == 6000)
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 0)
    #expect(try context.purge(KeptNote.self) == 6000)
    #expect(try bin.all(KeptNote.self).isEmpty)
  }

  @Test func areEmptiedByAge() throws {
    let old = try folder("old")
    let young = try folder("young")
    let kept = try folder("kept")
    context.delete(old)
    context.delete(young)
    old.deleted = .now - 1000
    try context.save()
    #expect(try context.purge(KeptFolder.self, deletedBefore: .now - 2000) == 0)
    #expect(try context.purge(KeptFolder.self, deletedBefore: .now - 500) == 1)
    #expect(old.modelContext == nil && young.modelContext === context)
    #expect(try context.purge(KeptFolder.self, where: #Predicate { $0.name == "other" }) == 0)
    #expect(try context.purge(KeptFolder.self, where: #Predicate { $0.name == "young" }) == 1)
    #expect(kept.deleted == nil && kept.modelContext === context)
  }

  @Test func areUndoneByAnUpsert() throws {
    let folder = try folder("a")
    context.delete(folder)
    try context.save()
    let other = ModelContext(bin.container)
    let new = KeptFolder("a", size: 9)
    other.insert(new)
    try other.save()
    try context.mergeChanges()
    #expect(folder.deleted == nil && folder.size == 9 && new.deleted == nil)
    #expect(try bin.all(KeptFolder.self).count == 1)
  }

  @Test func areSeenByUniqueValues() throws {
    let folder = try folder("a")
    context.delete(folder)
    try context.save()
    context.uniqueConflictPolicy = .error
    context.insert(KeptFolder("a"))
    #expect(throws: StackError.self) { try context.save() }
  }

  @Test func concernASubclass() throws {
    let circle = KeptCircle("c")
    let shape = KeptShape("s")
    context.insert(circle)
    context.insert(shape)
    try context.save()
    context.delete(circle)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<KeptShape>()).map(\.name) == ["s"])
    #expect(try context.fetchCount(FetchDescriptor<KeptCircle>()) == 0)
    try context.restore(circle)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<KeptShape>()) == 2)
    // One has a date, the other one has none.
    #expect(try context.batchDelete(KeptShape.self, where: nil) == 2)
    #expect(try bin.all(KeptShape.self).map(\.name) == ["c"] && circle.deleted != nil)
    #expect(throws: StackError.noDeletionDate("KeptShape")) { try context.purge(KeptShape.self) }
    #expect(try context.purge(KeptCircle.self) == 1)
  }

  @Test func ofBothSidesAreNoConflict() throws {
    let folder = try folder()
    let other = ModelContext(bin.container)
    other.mergePolicy = .error
    let own = try other.existing(KeptFolder.self, withID: folder.typedObjectID)
    other.delete(own)
    context.delete(folder)
    try context.save()
    try other.save()
    #expect(own.deleted != nil)
  }

  @Test func reachTheParentContext() throws {
    let folder = try folder()
    let child = try ModelContext(parent: context)
    let draft = try child.existing(KeptFolder.self, withID: folder.typedObjectID)
    child.delete(draft)
    #expect(try child.fetchCount(FetchDescriptor<KeptFolder>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<KeptFolder>()) == 1)
    try child.save()
    #expect(folder.deleted == draft.deleted && folder.deleted != nil)
    #expect(try context.fetchCount(FetchDescriptor<KeptFolder>()) == 0)
    context.purge(folder)
    try context.save()
    #expect(draft.modelContext == nil)
  }

  @Test func areDeletedByAPredicate() throws {
    _ = try folder("a")
    _ = try folder("b")
    try context.delete(model: KeptFolder.self, where: #Predicate { $0.name == "a" })
    try context.save()
    #expect(try context.fetch(FetchDescriptor<KeptFolder>()).map(\.name) == ["b"])
    #expect(try bin.all(KeptFolder.self).count == 2)
  }
}
