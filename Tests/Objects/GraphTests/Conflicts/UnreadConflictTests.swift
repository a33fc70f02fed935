import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Others have changed what an object here hasn't read.
@Suite struct UnreadConflicts {
  /// The way in which an object was read, and what it left out.
  enum Reading: CaseIterable {
    /// A fetch leaves out external storage.
    case external
    /// A link was followed.
    case fault
    /// A fetch of the name alone.
    case nameAlone
    /// Everything is read, as the other ones are compared with.
    case whole
  }

  enum Mine: CaseIterable {
    case delete, setName, setUnread, setNameThenUnread, setUnreadThenName, setNameThenDelete
  }

  enum Theirs: CaseIterable { case changeUnread, removeUnread, changeName, delete }

  struct Case: CustomStringConvertible {
    let mine: Mine
    let theirs: Theirs
    let isFirst: Bool

    var description: String { "I \(mine), they \(theirs) \(isFirst ? "before" : "afterwards")" }

    static let all = Mine.allCases.flatMap { mine in
      Theirs.allCases.flatMap { theirs in
        // What is read before a change is as others have saved it by then, and no conflict.
        (mine == .delete || mine == .setName ? [false, true] : [false]).map {
          Case(mine: mine, theirs: theirs, isFirst: $0)
        }
      }
    }
  }

  /// What a save came to.
  struct Outcome: Equatable, CustomStringConvertible {
    var error = ""
    var conflicts: [String] = []
    var settled: [String] = []
    var memory = ""
    var stored = ""

    var description: String { "\(stored), here \(memory); \(error) \(conflicts) \(settled)" }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: MergePolicy.allCases) func endAsWholeOnes(_ policy: MergePolicy) throws {
    let container = try container()
    for one in Case.all {
      for isImage in [true, false] {
        let expected = try outcome(one, policy, .whole, isImage, in: container)
        for reading in isImage ? [.external, .fault, .nameAlone] : [Reading.nameAlone] {
          var expected = expected
          // An object has no version of its own of what it hasn't read, so that theirs remains.
          if policy == .overwrite, one.mine == .setName,
            one.theirs == .changeUnread || one.theirs == .removeUnread
          {
            expected.stored = "mine \(one.theirs == .removeUnread ? "nil" : "5")"
            expected.memory = expected.stored
            expected.settled = []
          }
          let found = try outcome(one, policy, reading, isImage, in: container)
          #expect(found == expected, "\(one), \(reading), \(isImage ? "image" : "note")")
        }
      }
    }
  }

  @Test func showTheValuesOfOthers() throws {
    let (first, second) = try contexts()
    first.mergePolicy = .error
    let mine = try #require(try first.fetch(FetchDescriptor<Shot>()).first)
    first.delete(mine)
    try #require(try second.fetch(FetchDescriptor<Shot>()).first).image = Data(count: 5)
    try second.save()
    let conflict = try #require(try first.conflictsOfSave().first)
    #expect(conflict.kind == .deletedHere && conflict.properties.map(\.name) == ["image"])
    #expect(try conflict.theirs(\Shot.image) == Data(count: 5))
    // Nobody has read the one before.
    #expect(conflict[property: "image"]?.original == nil)
    // A later save of something else leaves it as it is.
    try #require(try second.fetch(FetchDescriptor<Shot>()).first).note = 7
    try second.save()
    let later = try #require(try first.conflictsOfSave().first)
    #expect(later.properties.map(\.name) == ["note", "image"])
    #expect(try later.theirs(\Shot.image) == Data(count: 5))
  }

  @Test func haveTheOriginalOfWhatWasReadBeforeItsChange() throws {
    let (first, second) = try contexts()
    first.mergePolicy = .error
    let mine = try #require(try first.fetch(FetchDescriptor<Shot>()).first)
    mine.name = "mine"
    mine.image = Data(count: 7)
    try #require(try second.fetch(FetchDescriptor<Shot>()).first).image = nil
    try second.save()
    let conflict = try #require(try first.conflictsOfSave().first)
    #expect(try conflict.original(\Shot.image) == Data(count: 1))
    #expect(try conflict.mine(\Shot.image) == Data(count: 7))
    #expect(try conflict.theirs(\Shot.image) == .some(nil))
  }

  @Test func areAssumedWhereTheHistoryIsGone() throws {
    let (first, second) = try contexts()
    first.mergePolicy = .error
    first.delete(try #require(try first.fetch(FetchDescriptor<Shot>()).first))
    second.insert(Shot("other"))
    try second.save()
    try second.container.cleanHistory(HistoryCleaning())
    let conflict = try #require(try first.conflictsOfSave().first)
    #expect(conflict.kind == .deletedHere && conflict.properties.map(\.name) == ["image"])
    try first.resolve(conflict, by: .overwrite)
    try first.save()
    #expect(try second.fetch(FetchDescriptor<Shot>()).map(\.name) == ["other"])
  }

  @Test(arguments: [false, true]) func stayThoughOthersSaveTheSameAgain(isRead: Bool) throws {
    let (first, second) = try contexts()
    first.mergePolicy = .error
    let mine = try #require(try first.fetch(FetchDescriptor<Shot>()).first)
    if isRead { _ = mine.image }
    first.delete(mine)
    let theirs = try #require(try second.fetch(FetchDescriptor<Shot>()).first)
    theirs.image = Data(count: 5)
    try second.save()
    try first.mergeChanges()
    for size in [6, 5] {
      theirs.image = Data(count: size)
      try second.save()
    }
    let conflict = try #require(try first.conflictsOfSave().first)
    #expect(try conflict.theirs(\Shot.image) == Data(count: 5))
  }

  @Test func areOverWithTheDeletion() throws {
    let (first, second) = try contexts()
    first.mergePolicy = .error
    let mine = try #require(try first.fetch(FetchDescriptor<Shot>()).first)
    first.delete(mine)
    let theirs = try #require(try second.fetch(FetchDescriptor<Shot>()).first)
    theirs.image = Data(count: 5)
    try second.save()
    try first.mergeChanges()
    first.insert(mine)
    #expect(mine.image == Data(count: 5) && first.mergeConflicts.isEmpty)
    mine.image = Data(count: 6)
    try first.mergeChanges()
    theirs.image = Data(count: 1)
    try second.save()
    let conflict = try #require(try first.conflictsOfSave().first)
    #expect(try conflict.original(\Shot.image) == Data(count: 5))
    #expect(try conflict.theirs(\Shot.image) == Data(count: 1))
  }

  @Test func areNoneOfAnObjectThatNobodyElseHasChanged() throws {
    for policy in MergePolicy.allCases {
      let (first, second) = try contexts()
      first.mergePolicy = policy
      let mine = try #require(try first.fetch(FetchDescriptor<Shot>()).first)
      second.insert(Shot("other"))
      try second.save()
      first.delete(mine)
      second.insert(Shot("another"))
      try second.save()
      try first.save()
      #expect(first.resolvedMergeConflicts.isEmpty)
      #expect(
        try second.fetchCount(FetchDescriptor<Shot>(predicate: #Predicate { $0.name == "a" })) == 0)
    }
  }

  // MARK: One case

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: [Shot.self, Roll.self],
      configuration: ModelConfiguration(url: folder.store("\(UUID()).store")))
  }

  /// Two contexts of a store with one shot.
  private func contexts(in container: ModelContainer? = nil) throws -> (ModelContext, ModelContext)
  {
    let container = try container ?? self.container()
    let maker = ModelContext(container)
    try maker.batchDelete(Shot.self, where: nil as Predicate<Shot>?)
    try maker.batchDelete(Roll.self, where: nil as Predicate<Roll>?)
    let shot = Shot("a")
    (shot.note, shot.image) = (1, Data(count: 1))
    maker.insert(Roll([shot]))
    try maker.save()
    return (ModelContext(container), ModelContext(container))
  }

  private func outcome(
    _ one: Case, _ policy: MergePolicy, _ reading: Reading, _ isImage: Bool,
    in container: ModelContainer
  ) throws -> Outcome {
    let (first, second) = try contexts(in: container)
    first.mergePolicy = policy
    let mine = try read(reading, in: first)
    func theyChange() throws {
      let theirs = try read(.whole, in: second)
      switch one.theirs {
      case .changeUnread: theirs.set(5, isImage)
      case .removeUnread: theirs.set(nil, isImage)
      case .changeName: theirs.name = "theirs"
      case .delete: second.delete(theirs)
      }
      try second.save()
    }
    if one.isFirst { try theyChange() }
    switch one.mine {
    case .delete: first.delete(mine)
    case .setName: mine.name = "mine"
    case .setUnread: mine.set(7, isImage)
    case .setNameThenUnread:
      mine.name = "mine"
      mine.set(7, isImage)
    case .setUnreadThenName:
      mine.set(7, isImage)
      mine.name = "mine"
    case .setNameThenDelete:
      mine.name = "mine"
      first.delete(mine)
    }
    if !one.isFirst { try theyChange() }
    func text(_ conflict: MergeConflict) -> String {
      "\(conflict.kind) \(conflict.properties.map(\.name).sorted())"
    }
    var outcome = Outcome()
    do {
      try first.save()
    } catch let error as StackError {
      outcome.conflicts = error.conflicts.map(text)
      // Each run has an object of its own.
      if case .deletedElsewhere = error {
        outcome.error = "deleted elsewhere"
      } else {
        outcome.error = error.conflicts.isEmpty ? "\(error)" : "conflicts"
      }
    }
    outcome.settled = first.resolvedMergeConflicts.map(text)
    let isHere = mine.modelContext === first && !mine.isDeleted
    outcome.memory = isHere ? mine.text(isImage) : "gone"
    outcome.stored =
      try ModelContext(first.container).fetch(FetchDescriptor<Shot>()).first?.text(isImage)
      ?? "gone"
    return outcome
  }

  private func read(_ reading: Reading, in context: ModelContext) throws -> Shot {
    var descriptor = FetchDescriptor<Shot>()
    switch reading {
    case .external: break
    case .nameAlone: descriptor.propertiesToFetch = [\.name]
    case .fault:
      let roll = try #require(try context.fetch(FetchDescriptor<Roll>()).first)
      return try #require(roll.shots.first)
    case .whole:
      let shot = try #require(try context.fetch(descriptor).first)
      _ = (shot.image, shot.note)
      return shot
    }
    return try #require(try context.fetch(descriptor).first)
  }

  @Model final class Roll {
    var title = ""
    @Relationship(inverse: \Shot.roll) var shots: [Shot]

    init(_ shots: [Shot]) { self.shots = shots }
  }

  @Model final class Shot {
    var name: String
    var note: Int?
    @Attribute(.externalStorage) var image: Data?
    var roll: Roll?

    init(_ name: String) { self.name = name }

    func set(_ size: Int?, _ isImage: Bool) {
      if isImage { image = size.map { Data(count: $0) } } else { note = size }
    }

    func text(_ isImage: Bool) -> String {
      let value = isImage ? image?.count : note
      return "\(name) \(value.map { "\($0)" } ?? "nil")"
    }
  }
}
