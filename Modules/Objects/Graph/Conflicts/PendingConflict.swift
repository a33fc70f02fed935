import StrataModel
import StrataSchema
import StrataStorage

/// An object with unsaved changes that others have changed or deleted too, as a merge found it. Whether it
/// is a conflict is said by the values when somebody asks.
struct PendingConflict {
  let model: any PersistentModel
  /// What the object was called, which it may not be any more.
  let identifier: PersistentIdentifier
  /// The properties that others have changed, or, of an object that they have deleted, that were changed
  /// here.
  var properties: PropertySet
  /// The object's row as they have saved it; nil where they have deleted it.
  var theirs: StoredRow?
}

/// The conflicts of a graph that wait for a save, in the order in which they were found, and those that were
/// settled since the last one.
struct PendingConflicts {
  private var entries: [PendingConflict] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// Those that no longer can be told from the objects, as what was changed here was dropped.
  var settled: [MergeConflict] = []

  /// Those that were settled since the last save. They wait again where a transaction around that fails.
  private(set) var past: [PendingConflict] = []

  var isEmpty: Bool { entries.isEmpty && settled.isEmpty && past.isEmpty }
  var all: [PendingConflict] { entries }

  /// Whether there is a conflict of an object. O(1).
  func contains(_ model: AnyObject) -> Bool { indices[ObjectIdentifier(model)] != nil }

  /// Adds what a merge has found to what earlier ones have.
  mutating func record(_ conflict: PendingConflict) {
    let identity = ObjectIdentifier(conflict.model)
    guard let index = indices[identity] else {
      indices[identity] = entries.count
      return entries.append(conflict)
    }
    entries[index].properties.formUnion(conflict.properties)
    entries[index].theirs = conflict.theirs
  }

  /// Gives the conflict of an object its row as others have saved it by now, and takes properties out that
  /// are no longer in conflict.
  mutating func update(
    _ model: any PersistentModel, theirs row: StoredRow, without properties: PropertySet
  ) {
    guard let index = indices[ObjectIdentifier(model)], entries[index].theirs != nil else { return }
    entries[index].theirs = row
    entries[index].properties.subtract(properties)
    guard entries[index].properties.isEmpty else { return }
    remove { $0.model === model }
  }

  /// Takes the conflicts out that meet a condition, as settled. O(number of conflicts).
  mutating func settle(where condition: (PendingConflict) -> Bool) {
    past += entries.filter(condition)
    remove(where: condition)
  }

  /// Takes the conflicts out that meet a condition. O(number of conflicts).
  mutating func remove(where condition: (PendingConflict) -> Bool) {
    entries.removeAll(where: condition)
    indices = .init(
      uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1.model), $0) })
  }
}
