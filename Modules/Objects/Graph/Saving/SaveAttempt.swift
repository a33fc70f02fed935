import StrataSQLite
import StrataStorage

/// One attempt of a save. After a failure it says what the next attempt does otherwise.
///
/// The first attempt assumes what is cheap and mostly right: that no other save has come, and that no unique values
/// conflict.
struct SaveAttempt {
  /// True if no other save may run beside it. One that met another save runs once more, alone.
  private(set) var isAlone: Bool
  /// The place in the history behind which it expects no other save. Nil to merge others first.
  private(set) var expected: HistoryPosition?
  /// True to check the unique values of each row.
  private(set) var checksUnique = false
  /// True once the program's own statements have run. Another attempt would run them again.
  var hasRunStatements = false
  // The error of an attempt that expected no other save. It is thrown if the next attempt fails in the store.
  private var refusal: StackError?
  // Another program may use reserved keys again and again, but hardly eight times.
  private var retries = 8

  init(of graph: ObjectGraph, isAlone: Bool) {
    let runsBesideOthers = graph.store.savesConcurrently
    let expectsNone =
      !isAlone && !runsBesideOthers && graph.follower.expectsNoOtherSave && !graph.hasFailures
      && graph.pending.obstacles.rollbackFailure == nil && graph.pending.conflicts.isEmpty
    self.isAlone = isAlone || !runsBesideOthers
    expected = expectsNone ? graph.follower.position : nil
  }

  /// Becomes the next attempt.
  ///
  /// - Throws: The error of the save, if no other attempt could succeed.
  mutating func next(after error: any Error, in graph: ObjectGraph) throws {
    guard !hasRunStatements else { throw error }
    switch error {
    case is OvertakenSave:
      (isAlone, expected) = (true, nil)
      graph.follower.wasUndisturbed = false
    case let error as StackError where expected != nil:
      // Others' saves may have made the changes wrong, or may make them right.
      (expected, refusal) = (nil, error)
    case is UniqueViolation where !isAlone: isAlone = true
    case is UniqueViolation where !checksUnique: checksUnique = true
    case let error as StorageError: try next(after: error, in: graph)
    default: throw error
    }
  }

  private mutating func next(after error: StorageError, in graph: ObjectGraph) throws {
    if graph.store.refusesGathered(error), !checksUnique {
      checksUnique = true
    } else if case .keyTaken(let table, _) = error, retries > 0 {
      retries -= 1
      guard try graph.replaceTakenKeys(in: table) else { throw error }
    } else {
      // The first attempt may have found what is wrong, and then why the second one couldn't be made is of no use.
      throw refusal ?? error
    }
  }
}
