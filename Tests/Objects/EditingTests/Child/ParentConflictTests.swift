import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What a child and its parent have both changed.
@Suite(.alsoPartlyFetched) struct ParentConflicts {
  let archive: Archive
  let child: ModelContext
  let binder = Binder("A")
  let paper = Paper("1")
  let copy: Paper
  private var parent: ModelContext { archive.context }

  init() throws {
    archive = try Archive(binder, of: [paper])
    child = try ModelContext(parent: archive.context)
    copy = try #require(try child.existingModel(for: paper.persistentModelID, as: Paper.self))
  }

  /// Both change the title, and each another property.
  private func change(_ policy: MergePolicy) {
    child.mergePolicy = policy
    copy.title = "child"
    copy.pages = 2
    paper.title = "parent"
    paper.notes = ["parent": 1]
  }

  @Test(arguments: [
    (MergePolicy.mergeByPropertyObjectTrump, "child", 2, 1),
    (.mergeByPropertyStoreTrump, "parent", 2, 1),
    (.overwrite, "child", 2, 0),
    (.rollback, "parent", 1, 1),
  ])
  func areSettledByThePolicy(
    policy: MergePolicy, title: String, pages: Int, noteCount: Int
  ) throws {
    change(policy)
    try child.save()
    for paper in [paper, copy] {
      #expect(paper.title == title && paper.pages == pages && paper.notes.count == noteCount)
    }
    #expect(!child.hasChanges)
    try parent.save()
    #expect(try archive.otherContext().papers() == [title])
  }

  @Test func areListedAndStayUntilAnotherPolicySettlesThem() throws {
    change(.error)
    for _ in 0..<2 {
      let error = #expect(throws: StackError.self) { try child.save() }
      guard case .mergeConflicts(let conflicts) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(conflicts.map(\.object) == [paper.persistentModelID])
      let conflict = try #require(conflicts.first)
      #expect(conflict.kind == .changedByBoth && conflict.properties.map(\.name) == ["title"])
      #expect(try conflict.mine(\Paper.title) == "child")
      #expect(try conflict.theirs(\Paper.title) == "parent")
    }
    #expect(copy.title == "child" && paper.title == "parent" && paper.pages == 1)
    child.mergePolicy = .mergeByPropertyStoreTrump
    try child.save()
    #expect(copy.title == "parent" && paper.title == "parent" && paper.pages == 2)
  }

  @Test func areForgottenByARollback() throws {
    change(.error)
    #expect(throws: StackError.self) { try child.save() }
    child.rollback()
    #expect(copy.title == "parent" && !child.hasChanges)
    copy.title = "again"
    try child.save()
    #expect(paper.title == "again")
  }

  @Test func areFoundWhenTheParentSavesFirst() throws {
    change(.error)
    try parent.save()
    #expect(copy.notes == ["parent": 1] && copy.title == "child")
    #expect(throws: StackError.self) { try child.save() }
  }

  @Test(arguments: [false, true])
  func areFoundWithWhatOthersHaveSaved(isInherited: Bool) throws {
    if isInherited { paper.notes = ["parent": 1] }
    try child.mergeChanges()
    child.mergePolicy = .error
    try child.mergeChanges()
    copy.title = "child"
    let other = try archive.otherContext()
    try #require(try other.all(Paper.self).first).title = "other"
    try other.save()
    let error = #expect(throws: StackError.self) { try child.save() }
    guard case .mergeConflicts(let conflicts) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try conflicts.first?.theirs(\Paper.title) == "other")
    #expect(try conflicts.first?.original(\Paper.title) == "1")
  }

  @Test func areNoneWhereBothHaveTheSame() throws {
    child.mergePolicy = .error
    copy.title = "same"
    paper.title = "same"
    copy.pages = 4
    try child.save()
    #expect(paper.pages == 4 && paper.title == "same")
  }

  @Test func anObjectThatTheParentDeletedIsGoneAndToldOnce() throws {
    copy.title = "child"
    parent.delete(paper)
    #expect(throws: StackError.deletedElsewhere(object: paper.persistentModelID)) {
      try child.save()
    }
    try child.save()
    #expect(paper.isDeleted && !child.hasChanges)
    try parent.save()
    #expect(try archive.otherContext().papers().isEmpty && copy.modelContext == nil)
  }

  @Test(arguments: [
    (MergePolicy.mergeByPropertyObjectTrump, true), (.mergeByPropertyStoreTrump, false),
    (.overwrite, true), (.rollback, false),
  ])
  func anObjectThatTheChildDeletedGoesOrStays(policy: MergePolicy, goes: Bool) throws {
    child.mergePolicy = policy
    child.delete(copy)
    paper.title = "parent"
    try child.save()
    #expect(paper.isDeleted == goes)
    try parent.save()
    #expect(try archive.otherContext().papers() == (goes ? [] : ["parent"]))
    #expect(try archive.faults().isEmpty)
  }

  @Test func whatTheParentRelatedToADeletedObjectFollowsItsRule() throws {
    let other = try #require(
      try child.existingModel(for: binder.persistentModelID, as: Binder.self))
    child.delete(other)
    let part = Binder("part")
    part.parent = binder
    let new = Paper("new")
    binder.papers.append(new)
    try child.save()
    #expect(binder.isDeleted && new.binder == nil && new.modelContext === parent)
    #expect(part.modelContext == nil || part.isDeleted)
    try parent.save()
    #expect(try archive.otherContext().papers() == ["1", "new"])
    #expect(try archive.otherContext().all(Binder.self).isEmpty)
    #expect(try archive.faults().isEmpty)
  }

  @Test func aLinkToWhatTheParentDeletedLeadsNowhere() throws {
    let new = Paper("new")
    new.binder = try child.existing(withID: binder.typedObjectID)
    child.insert(new)
    parent.delete(binder)
    try child.save()
    #expect(new.binder == nil)
    try parent.save()
    #expect(try archive.otherContext().papers() == ["1", "new"])
    #expect(try archive.faults().isEmpty)
  }
}

/// What a child hasn't read, and others have changed.
@Suite struct UnreadParentConflicts {
  private let folder: TemporaryFolder
  private let parent: ModelContext
  private let other: ModelContext
  private let child: ModelContext
  /// The child's copy, of which the title alone is read.
  private let copy: Paper

  init() throws {
    folder = try TemporaryFolder()
    let maker = ModelContext(try Archive.container(in: folder))
    maker.insert(Paper("1"))
    try maker.save()
    parent = ModelContext(try Archive.container(in: folder))
    other = ModelContext(try Archive.container(in: folder))
    child = try ModelContext(parent: parent)
    var descriptor = FetchDescriptor<Paper>()
    descriptor.propertiesToFetch = [\.title]
    copy = try #require(try child.fetch(descriptor).first)
  }

  private func change(inParent: Bool) throws {
    let context = inParent ? parent : other
    try #require(try context.all(Paper.self).first).pages = 9
    if !inParent { try other.save() }
  }

  @Test(arguments: [false, true]) func refuseADeletion(inParent: Bool) throws {
    child.mergePolicy = .error
    child.delete(copy)
    try change(inParent: inParent)
    let error = #expect(throws: StackError.self) { try child.save() }
    guard case .mergeConflicts(let conflicts) = error, let conflict = conflicts.first else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflict.kind == .deletedHere && conflict.properties.map(\.name) == ["pages"])
    #expect(try conflict.theirs(\Paper.pages) == 9)
    child.mergePolicy = .mergeByPropertyObjectTrump
    try child.save()
    try parent.save()
    #expect(try other.fetchCount(FetchDescriptor<Paper>()) == 0)
  }

  @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback], [false, true])
  func bringADeletedObjectBack(policy: MergePolicy, inParent: Bool) throws {
    child.mergePolicy = policy
    child.delete(copy)
    try change(inParent: inParent)
    try child.save()
    #expect(!copy.isDeleted && copy.pages == 9)
    try parent.save()
    #expect(try other.all(Paper.self).map(\.pages) == [9])
  }

  @Test(arguments: [MergePolicy.error, .mergeByPropertyStoreTrump, .rollback], [false, true])
  func areFoundBehindAChangeOfWhatIsRead(policy: MergePolicy, inParent: Bool) throws {
    child.mergePolicy = policy
    copy.title = "child"
    copy.pages = 7
    try change(inParent: inParent)
    if policy == .error {
      let error = #expect(throws: StackError.self) { try child.save() }
      guard case .mergeConflicts(let conflicts) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try conflicts.first?.original(\Paper.pages) == 1)
    } else {
      try child.save()
      #expect(copy.pages == 9 && copy.title == (policy == .rollback ? "1" : "child"))
    }
  }

  @Test(arguments: MergePolicy.allCases) func areNoneWhereNothingElseChanged(policy: MergePolicy)
    throws
  {
    child.mergePolicy = policy
    child.delete(copy)
    other.insert(Paper("2"))
    try other.save()
    try child.save()
    try parent.save()
    #expect(try other.papers() == ["2"])
  }
}
