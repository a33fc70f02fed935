import StrataStoreSupport
import Strata
import Testing

/// One side has deleted what the other has changed.
@Suite(.alsoPartlyFetched) struct DeletionConflicts {
  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func letADeletionHereStand(_ policy: MergePolicy) throws {
    let harbour = try Harbour(policy)
    harbour.first.delete(harbour.mine)
    harbour.theirs.name = "East"
    try harbour.second.save()
    try harbour.first.save()
    #expect(try harbour.stored() == nil)
    #expect(harbour.first.resolvedMergeConflicts.map(\.kind) == [.deletedHere])
  }

  @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback])
  func bringADeletedObjectBackThatOthersHaveChanged(_ policy: MergePolicy) throws {
    let harbour = try Harbour(policy)
    let rope = Rope(length: 4)
    harbour.mine.ropes = [rope]
    try harbour.first.save()
    harbour.first.delete(harbour.mine)
    harbour.theirs.name = "East"
    try harbour.second.save()
    try harbour.first.save()
    #expect(harbour.mine.name == "East" && !harbour.mine.isDeleted)
    #expect(rope.berth === harbour.mine && harbour.mine.ropes.map(\.length) == [4])
    let stored = try #require(try harbour.stored())
    #expect(stored.name == "East" && stored.ropes.count == 1)
  }

  @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback])
  func dropWhatWasChangedBeforeADeletion(_ policy: MergePolicy) throws {
    let harbour = try Harbour(policy)
    harbour.mine.name = "West"
    harbour.mine.depth = 7
    harbour.first.delete(harbour.mine)
    harbour.theirs.name = "East"
    try harbour.second.save()
    try harbour.first.save()
    #expect(harbour.mine.name == "East" && harbour.mine.depth == (policy == .rollback ? 0 : 7))
    #expect(try harbour.stored()?.name == "East")
  }

  @Test(arguments: [MergePolicy.error, .mergeByPropertyStoreTrump, .rollback])
  func areNoneWhereOnlyTheHistoryIsGone(_ policy: MergePolicy) throws {
    let harbour = try Harbour(policy)
    // What isn't read may have been changed.
    #expect(harbour.mine.depth == 0)
    harbour.first.delete(harbour.mine)
    harbour.second.insert(Boat(name: "Ada"))
    try harbour.second.save()
    try harbour.second.container.cleanHistory(HistoryCleaning())
    try harbour.first.save()
    #expect(try harbour.stored() == nil && harbour.first.resolvedMergeConflicts.isEmpty)
  }

  @Test func refuseToDeleteWhatOthersHaveChanged() throws {
    let harbour = try Harbour(.error)
    harbour.first.delete(harbour.mine)
    harbour.theirs.name = "East"
    try harbour.second.save()
    let conflict = try #require(try harbour.first.conflictsOfSave().first)
    #expect(conflict.kind == .deletedHere && conflict.properties.map(\.name) == ["name"])
    #expect(try conflict.theirs(\Berth.name) == "East" && conflict.mine(\Berth.name) == nil)
    try harbour.first.resolve(conflict, by: .overwrite)
    try harbour.first.save()
    #expect(try harbour.stored() == nil)
  }

  @Test func refuseToLoseChangesOfWhatOthersHaveDeleted() throws {
    let harbour = try Harbour(.error)
    harbour.second.delete(harbour.theirs)
    try harbour.second.save()
    harbour.mine.name = "West"
    let identifier = harbour.mine.id
    for _ in 0..<2 {
      let conflict = try #require(try harbour.first.conflictsOfSave().first)
      #expect(conflict.kind == .deletedElsewhere && conflict.object == identifier)
      #expect(try conflict.mine(\Berth.name) == "West")
    }
    let conflict = try #require(harbour.first.mergeConflicts.first)
    try harbour.first.resolve(conflict, by: .mergeByPropertyStoreTrump)
    try harbour.first.save()
    #expect(harbour.first.resolvedMergeConflicts == [conflict])
  }

  @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback])
  func dropChangesOfWhatOthersHaveDeleted(_ policy: MergePolicy) throws {
    let harbour = try Harbour(policy)
    harbour.second.delete(harbour.theirs)
    try harbour.second.save()
    harbour.mine.name = "West"
    try harbour.first.save()
    #expect(harbour.mine.modelContext == nil && !harbour.first.hasChanges)
    #expect(harbour.first.resolvedMergeConflicts.map(\.kind) == [.deletedElsewhere])
  }

  @Test func areNoneWhereBothHaveDeletedAnObject() throws {
    let harbour = try Harbour(.error)
    harbour.second.delete(harbour.theirs)
    try harbour.second.save()
    harbour.first.delete(harbour.mine)
    try harbour.first.save()
    #expect(try harbour.stored() == nil && harbour.first.resolvedMergeConflicts.isEmpty)
  }

  @Test func areNoneWhereABatchOfTheSameContextDeletes() throws {
    let harbour = try Harbour(.error)
    harbour.mine.name = "West"
    try harbour.first.batchDelete(Berth.self, where: nil as Predicate<Berth>?)
    try harbour.first.save()
    #expect(harbour.first.mergeConflicts.isEmpty)
  }
}
