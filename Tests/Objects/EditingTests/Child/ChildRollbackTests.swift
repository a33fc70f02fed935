import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What a child drops.
@Suite(.alsoPartlyFetched) final class DroppedChanges: Family {
  @Test func aRollbackGoesBackToTheParentsState() throws {
    let new = Paper("4")
    binder.papers.append(new)
    let child = try child()
    let copied = try copy(binder, in: child)
    let gone = Paper("5")
    copied.papers.append(gone)
    child.delete(copied.papers[0])
    try copy(new, in: child).title = "four"
    child.rollback()
    #expect(!child.hasChanges && gone.modelContext == nil)
    #expect(copied.papers.map(\.title) == ["1", "2", "3", "4"])
    #expect(try !child.saveIfNeeded())
  }

  @Test func whatIsNotSavedIsGoneWithTheChild() throws {
    do {
      let child = try child()
      try copy(papers[0], in: child).title = "one"
      child.insert(Paper("4"))
    }
    #expect(!parent.hasChanges && papers[0].title == "1")
  }

  @Test func aResetChildShowsItsParentsStateAnew() throws {
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.title = "eins"
    child.reset()
    #expect(copied.modelContext == nil && !child.hasChanges)
    #expect(try child.papers() == ["2", "3", "one"])
  }

  @Test func aTransactionOfAChildIsTakenBackInIt() throws {
    struct Stop: Error {}
    papers[1].title = "two"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 5
    #expect(throws: Stop.self) {
      try child.transaction {
        copied.title = "one"
        child.insert(Paper("4"))
        throw Stop()
      }
    }
    #expect(copied.title == "1" && copied.pages == 5 && child.hasChanges)
    #expect(try child.papers() == ["1", "3", "two"])
    try child.transaction { copied.title = "one" }
    #expect(papers[0].title == "one" && papers[0].pages == 5 && !child.hasChanges)
  }

  @Test func aRefreshGoesBackToTheParentsState() throws {
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 8
    try child.refresh(copied, mergeChanges: true)
    #expect(copied.title == "one" && copied.pages == 8)
    try child.refresh(copied, mergeChanges: false)
    #expect(copied.title == "one" && copied.pages == 1 && !child.hasChanges)
    try child.save()
    #expect(papers[0].title == "one" && parent.hasChanges)
  }

  @Test func aRollbackForgetsMistakesToo() throws {
    let child = try child()
    let stray = Paper("4")
    child.insert(stray)
    stray.binder = binder
    #expect(throws: StackError.self) { try child.save() }
    child.rollback()
    try child.save()
    #expect(!parent.hasChanges)
  }

  @Test func aDeletedNewObjectOfTheParentComesBackAsItself() throws {
    let new = Paper("4")
    parent.insert(new)
    let child = try child()
    let copied = try copy(new, in: child)
    child.delete(copied)
    #expect(copied.modelContext == nil)
    child.rollback()
    #expect(copied.modelContext === child && copied.title == "4")
  }
}
