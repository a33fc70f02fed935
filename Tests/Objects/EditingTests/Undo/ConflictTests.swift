import StrataStoreSupport
import Strata
@testable import StrataSQLite
import StrataTestSupport
import Testing

/// What others have done since, which an undo must not undo.
@Suite(.alsoPartlyFetched) struct OthersChanges {
  let archive: Archive
  let other: ModelContext
  let binder = Binder("A")
  let paper = Paper("1")
  private var context: ModelContext { archive.context }
  private var manager: UndoManager { archive.manager }

  init() throws {
    archive = try Archive(binder, of: [paper])
    other = try archive.otherContext()
  }

  private func theirs() throws -> (binder: Binder, paper: Paper) {
    (
      try #require(try other.all(Binder.self).first),
      try #require(try other.all(Paper.self).first { $0.title != "2" })
    )
  }

  @Test func staysWhereItIsAnotherProperty() throws {
    paper.title = "one"
    try context.save()
    try theirs().paper.pages = 12
    try other.save()
    try manager.undo()
    try context.save()
    #expect(paper.title == "1" && paper.pages == 12)
    #expect(try archive.otherContext().all(Paper.self).map(\.pages) == [12])
  }

  @Test func isNamedWhereItIsTheSameProperty() throws {
    paper.title = "one"
    paper.pages = 2
    binder.name = "B"
    try context.save()
    try theirs().paper.title = "eins"
    try other.save()
    let expected = UndoError.changed(object: paper.persistentModelID, property: "title")
    #expect(throws: expected) { try manager.undo() }
    #expect(paper.title == "eins" && paper.pages == 2 && binder.name == "B" && !context.hasChanges)
    #expect(manager.undoCount == 1 && "\(expected)".contains("title of Paper/1"))
    // Who mends it can go on.
    try manager.disableUndoRegistration()
    paper.title = "one"
    try manager.enableUndoRegistration()
    try manager.undo()
    #expect(paper.title == "1" && paper.pages == 1)
  }

  @Test func anObjectThatTheyDeletedCantBeUndone() throws {
    paper.title = "one"
    try context.save()
    let identifier = paper.persistentModelID
    other.delete(try theirs().paper)
    try other.save()
    #expect(throws: UndoError.deleted(object: identifier)) { try manager.undo() }
    #expect(!context.hasChanges && manager.canUndo)
    try manager.discardUndo()
    #expect(!manager.canUndo)
    #expect(throws: UndoError.nothingToUndo) { try manager.discardUndo() }
    #expect(throws: UndoError.nothingToRedo) { try manager.discardRedo() }
  }

  /// The link is pending then, and a redo of the insertion couldn't return it.
  @Test func aNewObjectStaysToWhichAnUndoHasRestoredTheirLink() throws {
    let new = Paper("2")
    context.insert(new)
    try context.save()
    let tag = Tag("theirs")
    other.insert(tag)
    try #require(try other.all(Paper.self).first { $0.title == "2" }).tags = [tag]
    try other.save()
    try context.mergeChanges()
    new.tags = []
    try context.save()
    try manager.undo()
    #expect(new.tags.map(\.word) == ["theirs"])
    let error = #expect(throws: UndoError.self) { try manager.undo() }
    guard case .related(new.persistentModelID, tag.persistentModelID, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!new.isDeleted && new.tags.map(\.word) == ["theirs"])
  }

  @Test func aNewObjectThatTheyChangedStays() throws {
    let new = Paper("2")
    context.insert(new)
    try context.save()
    try #require(try other.all(Paper.self).first { $0.title == "2" }).pages = 5
    try other.save()
    #expect(throws: UndoError.changed(object: new.persistentModelID, property: "pages")) {
      try manager.undo()
    }
    #expect(new.pages == 5 && !new.isDeleted)
  }

  @Test func aNewObjectThatTheyRelatedStays() throws {
    let new = Binder("B")
    let tag = Tag("x")
    context.insert(new)
    context.insert(tag)
    try context.save()
    let paper = try theirs().paper
    paper.binder = try other.all(Binder.self).first { $0.name == "B" }
    paper.tags = try other.all(Tag.self)
    try other.save()
    do {
      try manager.undo()
      Issue.record("the binder went")
    } catch UndoError.several(let errors) {
      #expect(
        Set(errors) == [
          .related(
            object: new.persistentModelID, by: self.paper.persistentModelID, property: "binder"),
          .related(
            object: tag.persistentModelID, by: self.paper.persistentModelID, property: "tags"),
        ])
    }
    #expect(!context.hasChanges && new.papers == [self.paper] && tag.papers == [self.paper])
  }

  @Test func whatComesBackMustHaveSomewhereToLead() throws {
    let identifier = paper.persistentModelID
    context.delete(paper)
    try context.save()
    other.delete(try #require(try other.all(Binder.self).first))
    try other.save()
    #expect(
      throws: UndoError.leadsNowhere(
        object: identifier, property: "binder", to: binder.persistentModelID)
    ) { try manager.undo() }
    #expect(paper.modelContext == nil && !context.hasChanges)
  }

  @Test func aKeyThatIsTakenAgainIsNotGivenTwice() throws {
    let identifier = paper.persistentModelID
    context.delete(paper)
    try context.save()
    try Connection.toTables(of: archive.folder.store()).execute(
      """
      INSERT INTO "Paper" (strata_key, strata_entity, title, pages, notes, words)
      VALUES (\(identifier.rowKey), 'Paper', 'theirs', 1, '{}', '[]')
      """)
    #expect(throws: UndoError.present(object: identifier)) { try manager.undo() }
    #expect(try context.papers() == ["theirs"])
  }

  @Test func aNewObjectThatBecameTheirsCantBeTakenBack() throws {
    other.insert(Tag("x"))
    try other.save()
    paper.title = "one"
    try context.save()
    let tag = Tag("x")
    context.insert(tag)
    let identifier = tag.persistentModelID
    paper.tags = [tag]
    try context.save()
    let existing = try #require(try context.all(Tag.self).first).persistentModelID
    #expect(throws: UndoError.merged(object: identifier, with: existing)) { try manager.undo() }
    try manager.discardUndo()
    try manager.undo()
    #expect(paper.title == "1" && paper.tags.map(\.word) == ["x"])
  }

  @Test func linksThatTheyCutStayCut() throws {
    let tag = Tag("x")
    paper.tags = [tag]
    try context.save()
    try theirs().paper.tags = []
    try other.save()
    #expect(throws: UndoError.self) { try manager.undo() }
    #expect(paper.tags.isEmpty && tag.modelContext === context)
  }

  @Test func aRedoIsHeldAgainstThemToo() throws {
    paper.title = "one"
    try context.save()
    try manager.undo()
    try context.save()
    try theirs().paper.title = "eins"
    try other.save()
    #expect(throws: UndoError.changed(object: paper.persistentModelID, property: "title")) {
      try manager.redo()
    }
    #expect(paper.title == "eins" && manager.canRedo)
  }

  @Test func objectsOfOtherContextsFollowADeleteAndItsUndo() throws {
    let near = ModelContext(archive.container)
    for context in [near, other] {
      let paper = try #require(try context.all(Paper.self).first)
      let binder = try #require(try context.all(Binder.self).first)
      #expect(binder.papers == [paper] && paper.pages == 1)
      self.context.delete(self.paper)
      try self.context.save()
      try manager.undo()
      self.paper.pages = 40
      try self.context.save()
      // Both transactions in one go.
      let told = Flag()
      withObservationTracking {
        _ = paper.pages
      } onChange: {
        told.set()
      }
      try context.mergeChanges()
      #expect(paper.modelContext === context && paper.pages == 40 && binder.papers == [paper])
      #expect(told.isSet)
      self.paper.pages = 1
      try self.context.save()
      // One after the other: the object that went stays away, and another one comes.
      self.context.delete(self.paper)
      try self.context.save()
      try context.mergeChanges()
      #expect(paper.modelContext == nil && binder.papers.isEmpty)
      try manager.undo()
      try self.context.save()
      try context.mergeChanges()
      #expect(binder.papers.map(\.title) == ["1"] && binder.papers != [paper])
    }
  }
}
