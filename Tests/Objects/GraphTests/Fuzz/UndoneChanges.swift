import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Random changes with saves in between, undone and redone, held against states of the oracle.
@Suite(.serialized, .alsoPartlyFetched) struct UndoneChanges {
  @Test(arguments: Undoing.Grouping.allCases)
  func comeAndGoAsTheyWere(_ grouping: Undoing.Grouping) throws {
    for _ in 0..<FuzzRounds.count {
      let random = SeededGenerator(for: "UndoneChanges.\(grouping)")
      let undoing = try Undoing(World(random: random), grouping)
      for step in 0..<500 {
        try undoing.step()
        if undoing.world.random.chance(1, in: 25) { try undoing.world.checkAll() }
        if step % 100 == 99 {
          try undoing.save()
          try undoing.world.checkStore(isOrdered: true)
        }
      }
    }
  }
}

/// A world with an undo manager, and the states that it is to go back to.
final class Undoing {
  enum Grouping: CaseIterable {
    case bySave, byProcessing, byHand
  }

  let world: World
  let grouping: Grouping
  let manager = UndoManager()
  private var other: World.Side
  private var undoStates: [Oracle] = []
  private var redoStates: [Oracle] = []
  /// The state when the group at hand began.
  private var start = Oracle()
  /// All of these at the last save.
  private var saved: (undo: [Oracle], redo: [Oracle], start: Oracle) = ([], [], Oracle())

  init(_ world: World, _ grouping: Grouping) throws {
    self.world = world
    self.grouping = grouping
    other = World.Side(container: try World.open(world.folder))
    world.context.undoManager = manager
  }

  func step() throws {
    switch world.number(0..<40) {
    case 0..<3: try undo()
    case 3..<5: try redo()
    case 5 where grouping == .byProcessing: try process()
    case 5..<7 where grouping == .byHand: try group()
    case 7 where world.random.chance(1, in: 4): try checkOtherSide()
    default: try change()
    }
  }

  private func change() throws {
    let count = manager.undoCount
    let noteCount = world.steps.count
    let before = world.oracle
    do { try world.step(allowsUnmanaged: false) } catch let error as StackError {
      throw Failure(error, world)
    }
    let notes = world.steps[noteCount...]
    if notes.contains("save") { try noteSave(before, count) }
    if notes.contains("rollback") { try noteRollback() }
  }

  func save() throws {
    let (count, before) = (manager.undoCount, world.oracle)
    do { try world.save() } catch let error as StackError { throw Failure(error, world) }
    try noteSave(before, count)
    try world.identify()
  }

  private func noteSave(_ state: Oracle, _ count: Int) throws {
    if manager.groupingLevel == 0 { try noteGroup(state, isMade: manager.undoCount > count) }
    saved = (undoStates, redoStates, start)
  }

  private func noteGroup(_ state: Oracle, isMade: Bool) throws {
    try #require(isMade || !state.differs(from: start), "no group was made\n\(world.trace)")
    if isMade {
      undoStates.append(start)
      redoStates = []
    }
    start = state
    try checkCounts()
  }

  private func noteRollback() throws {
    (undoStates, redoStates, start) = saved
    guard manager.groupingLevel == 0 else { return try checkCounts() }
    try noteGroup(world.oracle, isMade: manager.undoCount > undoStates.count)
    saved = (undoStates, redoStates, start)
  }

  private func checkCounts() throws {
    try #require(manager.undoCount == undoStates.count, "\(world.trace)")
    try #require(manager.redoCount == redoStates.count, "\(world.trace)")
  }

  private func process() throws {
    let count = manager.undoCount
    world.note("process")
    world.context.processPendingChanges()
    try noteGroup(world.oracle, isMade: manager.undoCount > count)
  }

  private func group() throws {
    let count = manager.undoCount
    if manager.groupingLevel == 0 || (manager.groupingLevel < 3 && world.random.chance(1, in: 4)) {
      world.note("begin a group")
      try manager.beginUndoGrouping()
      if manager.groupingLevel == 1 {
        try noteGroup(world.oracle, isMade: manager.undoCount > count)
      }
    } else {
      world.note("end a group")
      try manager.endUndoGrouping()
      if manager.groupingLevel == 0 {
        try noteGroup(world.oracle, isMade: manager.undoCount > count)
      }
    }
  }

  private func undo() throws {
    guard manager.groupingLevel == 0 else {
      #expect(throws: UndoError.groupIsOpen(depth: manager.groupingLevel)) { try manager.undo() }
      return
    }
    try #require(manager.canUndo || !world.oracle.differs(from: start), "\(world.trace)")
    let count = manager.undoCount
    world.note("undo")
    do {
      try manager.undo()
    } catch UndoError.nothingToUndo {
      try #require(undoStates.isEmpty && !world.oracle.differs(from: start), "\(world.trace)")
      return
    } catch {
      throw Failure(error, world)
    }
    if manager.undoCount == count {
      try #require(manager.redoCount == 1, "\(world.trace)")
      undoStates.append(start)
      redoStates = []
    } else {
      try #require(!world.oracle.differs(from: start), "\(world.trace)")
    }
    redoStates.append(world.oracle)
    try go(to: undoStates.removeLast())
  }

  private func redo() throws {
    guard manager.groupingLevel == 0, manager.canRedo else { return }
    let count = manager.undoCount
    world.note("redo")
    do {
      try manager.redo()
    } catch UndoError.nothingToRedo {
      return try noteGroup(world.oracle, isMade: manager.undoCount > count)
    } catch {
      throw Failure(error, world)
    }
    try #require(!world.oracle.differs(from: start), "\(world.trace)")
    undoStates.append(world.oracle)
    try go(to: redoStates.removeLast())
  }

  private func go(to state: Oracle) throws {
    world.oracle = state
    start = state
    world.objects = world.objects.filter { state.things[$0.key] != nil }
    try checkCounts()
    if world.random.chance(1, in: 2) { try world.checkAll() }
    guard world.random.chance(1, in: 3) else { return }
    try save()
    if world.random.chance(1, in: 3) { try world.checkStore(isOrdered: true) }
  }

  /// What another container's context shows whose objects have stayed in memory.
  private func checkOtherSide() throws {
    try save()
    world.swap(with: &other)
    world.note("look from the other side")
    try world.context.mergeChanges()
    world.objects = world.objects.filter { world.oracle.things[$0.key] != nil }
    try world.checkAll()
    world.swap(with: &other)
    world.note("and back")
  }

  /// Why something couldn't be undone that can be.
  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error, _ world: World) { description = "\(error)\n\(world.trace)" }
  }
}

extension Oracle {
  /// Whether it is another state, apart from the order of links.
  func differs(from other: Oracle) -> Bool {
    guard things.keys == other.things.keys else { return true }
    return things.contains { serial, thing in
      thing.value != other.things[serial]?.value
        || End.of(thing.kind).contains {
          Set(targets(serial, $0)) != Set(other.targets(serial, $0))
        }
    }
  }
}
