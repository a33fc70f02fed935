import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What was saved, undone and redone by further transactions.
@Suite(.alsoPartlyFetched) struct SavedChanges {
  let archive: Archive
  let binder = Binder("A")
  let papers = [Paper("1"), Letter("2"), Paper("3")]
  private var context: ModelContext { archive.context }
  private var manager: UndoManager { archive.manager }

  init() throws { archive = try Archive(binder, of: papers) }

  @Test func anUndoIsATransactionOfItsOwn() throws {
    context.author = "first"
    papers[0].title = "one"
    try context.save()
    let count = try context.historyEntries().count
    try manager.undo()
    #expect(papers[0].title == "1" && context.hasChanges)
    #expect(try archive.otherContext().papers() == ["2", "3", "one"])
    context.author = "undo"
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3"])
    let entries = try context.historyEntries()
    #expect(entries.count == count + 1 && entries.last?.author == "undo")
    try manager.redo()
    try context.save()
    #expect(try archive.otherContext().papers() == ["2", "3", "one"])
  }

  @Test func aDeletedObjectComesBackUnderItsKey() throws {
    let letter = papers[1]
    letter.notes = ["x": 2]
    letter.tags = [Tag("x")]
    letter.cover = Cover("red")
    let identifier = letter.persistentModelID
    try context.save()
    context.delete(letter)
    try context.save()
    #expect(letter.modelContext == nil && binder.papers.count == 2)
    try manager.undo()
    #expect(letter.modelContext === context && letter.persistentModelID == identifier)
    #expect(binder.papers == papers && letter.binder === binder && letter.notes == ["x": 2])
    #expect(letter.tags.map(\.word) == ["x"] && letter.cover?.color == "red")
    try context.save()
    let other = try archive.otherContext()
    let found = try #require(try other.existingModel(for: identifier, as: Letter.self))
    #expect(found.title == "2" && found.tags.first?.papers == [found])
    #expect(found.binder?.papers.map(\.title) == ["1", "2", "3"])
    #expect(found.cover?.paper === found)
    #expect(try archive.faults().isEmpty)
    let kinds = try context.historyEntries().suffix(2).map { entry in
      entry.changes.filter { $0.entity == "Letter" }.map { "\($0.kind) \($0.key)" }
    }
    #expect(kinds == [["delete \(identifier.rowKey)"], ["insert \(identifier.rowKey)"]])
  }

  @Test(arguments: [false, true])
  func aDeletedRowComesBackWithColumnsThatTheModelsLack(isInChild: Bool) throws {
    let witnesses = try Witnesses(at: archive.folder.store())
    let tag = Tag("x")
    papers[1].tags = [tag]
    try context.save()
    try witnesses.mark()
    let child = try ModelContext(parent: context)
    let manager = UndoManager()
    if isInChild {
      child.undoManager = manager
      for paper in try child.all(Paper.self) where paper.title != "1" { child.delete(paper) }
      try child.save()
    } else {
      context.delete(papers[1])
      context.delete(papers[2])
    }
    try context.save()
    try isInChild ? manager.undo() : self.manager.undo()
    if isInChild { try child.save() }
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3"])
    #expect(try witnesses.faults() == [])
    // Back and forth, also with an undo that isn't saved.
    for _ in 0..<2 where !isInChild {
      try self.manager.redo()
      try context.save()
      try self.manager.undo()
      try self.manager.redo()
      try self.manager.undo()
      try context.save()
    }
    // New objects go with the undo of their insertion, and return with their values as well.
    context.insert(Tag("y"))
    try context.save()
    try witnesses.mark()
    try self.manager.undo()
    try context.save()
    try self.manager.redo()
    try context.save()
    #expect(try archive.otherContext().all(Tag.self).map(\.word).sorted() == ["x", "y"])
    #expect(try witnesses.faults() == [])
    #expect(try archive.faults().isEmpty)
  }

  @Test func aDroppedUndoLeavesNothingToLaterObjects() throws {
    let witnesses = try Witnesses(at: archive.folder.store())
    context.delete(papers[1])
    try context.save()
    try manager.undo()
    context.rollback()
    try manager.undo()
    context.delete(papers[1])
    context.insert(Paper("4"))
    try context.save()
    try witnesses.mark()
    #expect(try archive.otherContext().papers() == ["1", "3", "4"])
    #expect(try witnesses.faults() == [])
  }

  @Test func anObjectThatNobodyHoldsComesBackAnew() throws {
    let title = "gone"
    do {
      let paper = Paper(title)
      binder.papers.append(paper)
      try context.save()
      manager.removeAllActions()
      context.delete(paper)
      try context.save()
    }
    try manager.undo()
    let found = try #require(try context.all(Paper.self).first { $0.title == title })
    #expect(binder.papers == papers + [found])
  }

  @Test func anInsertedObjectGoes() throws {
    let paper = Paper("4")
    binder.papers.insert(paper, at: 0)
    try context.save()
    try manager.undo()
    #expect(paper.isDeleted && binder.papers == papers)
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3"] && paper.modelContext == nil)
    try manager.redo()
    #expect(paper.modelContext === context && Set(binder.papers) == Set(papers + [paper]))
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3", "4"])
    #expect(try archive.faults().isEmpty)
  }

  @Test func membersComeBackToTheirPlaces() throws {
    let tags = ["x", "y", "z"].map { Tag($0) }
    papers[0].tags = tags
    binder.recent = [papers[2], papers[0], papers[1]]
    try context.save()
    papers[1].binder = nil
    papers[0].tags.remove(at: 1)
    binder.recent.remove(at: 0)
    try context.save()
    try manager.undo()
    func check(_ context: ModelContext) throws {
      let binder = try #require(try context.all(Binder.self).first)
      #expect(binder.papers.map(\.title) == ["1", "2", "3"])
      #expect(binder.papers.first?.tags.map(\.word) == ["x", "y", "z"])
      #expect(binder.recent.map(\.title) == ["3", "1", "2"])
    }
    try check(context)
    try context.save()
    try check(context)
    try check(archive.otherContext())
  }

  @Test func linksWithoutAWayBackLeadToWhatComesBack() throws {
    binder.favorite = papers[0]
    binder.recent = [papers[0]]
    try context.save()
    let other = try archive.otherContext()
    let known = try #require(try other.all(Binder.self).first)
    #expect(known.favorite?.title == "1" && known.recent.map(\.title) == ["1"])
    context.delete(papers[0])
    try context.save()
    #expect(binder.favorite == nil)
    try other.mergeChanges()
    #expect(known.favorite == nil)
    try manager.undo()
    #expect(binder.favorite === papers[0] && binder.recent == [papers[0]])
    try context.save()
    try other.mergeChanges()
    #expect(known.favorite?.title == "1" && known.recent.map(\.title) == ["1"])
    #expect(binder.favorite === papers[0] && binder.recent == [papers[0]])
  }

  @Test func linksWithoutAWayBackWaitNoMoreOnceWhatCameBackGoesAgain() throws {
    binder.favorite = papers[0]
    binder.recent = [papers[0]]
    try context.save()
    let title = papers[1].title
    papers[1].title = "changed"
    try context.save()
    context.delete(papers[0])
    try context.save()
    let count = manager.undoCount
    try manager.undo()
    try manager.redo()
    #expect(!context.hasChanges && manager.undoCount == count)
    try context.save()
    #expect(manager.undoCount == count)
    try manager.undo()
    #expect(binder.favorite === papers[0] && binder.recent == [papers[0]])
    try manager.undo()
    #expect(papers[1].title == title)
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3"])
    #expect(try archive.faults().isEmpty)
  }

  @Test func aLinkToWhatIsGoneIsNoChange() throws {
    let other = Binder("B")
    context.insert(other)
    other.favorite = papers[0]
    context.delete(papers[0])
    context.processPendingChanges()
    context.delete(other)
    try context.save()
    #expect(manager.undoCount == 2)
    try manager.undo()
    // Whoever looks where it leads finds nothing, which is no change either.
    #expect(other.modelContext === context && other.favorite == nil)
    try manager.undo()
    #expect(other.modelContext == nil && papers[0].modelContext === context)
    #expect(manager.undoCount == 0 && manager.redoCount == 2)
    try manager.redo()
    try manager.redo()
    try context.save()
    #expect(try archive.otherContext().papers() == ["2", "3"])
    #expect(try archive.faults().isEmpty)
  }

  @Test func aLinkThatCameAndLostItsObjectInOneGroupLeadsNowhereAgain() throws {
    try manager.beginUndoGrouping()
    binder.favorite = papers[0]
    try context.save()
    context.delete(papers[0])
    try context.save()
    binder.name = "other"
    try context.save()
    try manager.endUndoGrouping()
    try manager.undo()
    #expect(binder.favorite == nil && binder.papers.contains(papers[0]))
    try context.save()
    #expect(try archive.otherContext().all(Binder.self).first?.favorite == nil)
    try manager.redo()
    try context.save()
    #expect(binder.favorite == nil)
    #expect(try archive.otherContext().papers() == ["2", "3"])
  }

  @Test func aLinkThatAnotherHasReplacedLeadsBackAgain() throws {
    binder.favorite = papers[0]
    try context.save()
    context.delete(papers[0])
    try context.save()
    binder.favorite = papers[1]
    try context.save()
    try manager.undo()
    #expect(binder.favorite == nil)
    try manager.undo()
    #expect(binder.favorite === papers[0])
    try context.save()
    #expect(try archive.otherContext().all(Binder.self).first?.favorite?.title == "1")
    try manager.redo()
    try manager.redo()
    try context.save()
    #expect(try archive.otherContext().all(Binder.self).first?.favorite?.title == "2")
    #expect(try archive.faults().isEmpty)
  }

  @Test func aLinkWaitsToBeCutWhereWhatItLeadsToMayComeBack() throws {
    let (new, other) = (Paper("new"), Binder("B"))
    context.insert(other)
    context.processPendingChanges()
    context.insert(new)
    context.processPendingChanges()
    other.favorite = new
    try context.save()
    for _ in 0..<3 { try manager.undo() }
    try manager.redo()
    try manager.redo()
    #expect(new.modelContext === context && other.favorite == nil)
    try context.save()
    #expect(try archive.otherContext().all(Binder.self).allSatisfy { $0.favorite == nil })
  }

  @Test func aLinkThatWasUndoneIsNotTheDeletedObjectsAgain() throws {
    binder.favorite = papers[0]
    try context.save()
    try manager.undo()
    context.delete(binder)
    try manager.undo()
    #expect(binder.modelContext === context && binder.favorite == nil)
  }

  @Test func aSetIsTheSameInWhateverOrderItIsKept() throws {
    let old = Set((0..<40).map { "old \($0)" })
    papers[0].words = old
    try context.save()
    manager.removeAllActions()
    papers[0].words = Set((0..<40).map { "new \($0)" })
    try context.save()
    for _ in 0..<5 {
      try manager.undo()
      // Made anew, with another capacity, it has another order.
      var same: Set<String> = []
      same.reserveCapacity(.random(in: 1..<2_000))
      for word in papers[0].words.shuffled() { same.insert(word) }
      try manager.disableUndoRegistration()
      papers[0].words = same
      try manager.enableUndoRegistration()
      try context.save()
      #expect(papers[0].words == old && manager.canRedo && manager.undoCount == 0)
      try manager.redo()
      try context.save()
    }
  }

  @Test func aLongWayBackAndForthEndsWhereItBegan() throws {
    for number in 4..<9 {
      let paper = number % 2 == 0 ? Paper("\(number)") : Letter("\(number)")
      binder.papers.append(paper)
      if number > 5 { context.delete(binder.papers[0]) }
      try context.save()
    }
    let end = binder.papers.map(\.title)
    for _ in 0..<2 {
      while manager.canUndo {
        try manager.undo()
        try context.save()
      }
      #expect(binder.papers.map(\.title) == ["1", "2", "3"])
      while manager.canRedo {
        try manager.redo()
        try context.save()
      }
      #expect(binder.papers.map(\.title) == end)
    }
    #expect(try archive.faults().isEmpty)
    #expect(try archive.otherContext().papers() == end.sorted())
  }

  @Test func anUndoInATransactionIsSavedOrTakenBackWithIt() throws {
    struct Stop: Error {}
    papers[0].title = "one"
    try context.save()
    #expect(throws: Stop.self) {
      try context.transaction {
        try manager.undo()
        throw Stop()
      }
    }
    #expect(papers[0].title == "one" && !context.hasChanges && manager.undoCount == 1)
    try context.transaction { try manager.undo() }
    #expect(!context.hasChanges && !manager.canUndo && manager.canRedo)
    #expect(try archive.otherContext().papers() == ["1", "2", "3"])
  }
}
