import StrataModel
import StrataSchema
import StrataStorage

/// A possible conflict that a merge has recorded: an object with unsaved changes that others have
/// changed or deleted. ``ObjectGraph/conflict(_:)`` compares the values on demand.
struct PendingConflict {
  let model: any PersistentModel
  /// The object's identifier when the merge recorded the conflict.
  let identifier: PersistentIdentifier
  /// The properties that others have changed, or those that were changed here if others have
  /// deleted the object.
  var properties: PropertySet
  /// The object's row as others have saved it, nil if they have deleted it. It has at least `properties`.
  private(set) var theirs: StoredRow?

  init(
    model: any PersistentModel, identifier: PersistentIdentifier, properties: PropertySet,
    theirs: StoredRow?
  ) {
    self.model = model
    self.identifier = identifier
    self.properties = properties
    self.theirs = theirs
  }

  /// Replaces the row by a later one. A merge reads what others have changed, so that the columns that it hasn't read
  /// are as before.
  mutating func take(theirs row: StoredRow?) {
    guard let row else { return theirs = nil }
    theirs = theirs.map { row.completed(by: $0) } ?? row
  }
}

/// The unresolved conflicts of a graph, in the order in which merges found them, and those that
/// were resolved since the last save.
struct PendingConflicts {
  private var entries: [PendingConflict] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// Descriptions of resolved conflicts. They are stored, since the changes here were dropped and
  /// the objects no longer have both values.
  private(set) var settled: [MergeConflict] = []

  /// The conflicts that were resolved since the last save. They become unresolved again if the
  /// enclosing transaction fails.
  private(set) var past: [PendingConflict] = []

  var isEmpty: Bool { entries.isEmpty && settled.isEmpty && past.isEmpty }
  var all: [PendingConflict] { entries }

  /// True if the object has a conflict. O(1).
  func contains(_ model: AnyObject) -> Bool { indices[ObjectIdentifier(model)] != nil }

  /// The properties in conflict of an object. O(1).
  func properties(of model: AnyObject) -> PropertySet {
    indices[ObjectIdentifier(model)].map { entries[$0].properties } ?? PropertySet()
  }

  /// Records the description of a resolved conflict.
  mutating func report(_ conflict: MergeConflict) { settled.append(conflict) }

  /// Removes all, resolved or not.
  mutating func removeAll() { self = PendingConflicts() }

  /// Adds a conflict, or merges it into the object's earlier one.
  mutating func record(_ conflict: PendingConflict) {
    let identity = ObjectIdentifier(conflict.model)
    guard let index = indices[identity] else {
      indices[identity] = entries.count
      return entries.append(conflict)
    }
    entries[index].properties.formUnion(conflict.properties)
    entries[index].take(theirs: conflict.theirs)
  }

  /// Replaces the row of an object's conflict by the one that others have saved last, and removes
  /// properties that are no longer in conflict.
  mutating func update(
    _ model: any PersistentModel, theirs row: StoredRow, without properties: PropertySet
  ) {
    guard let index = indices[ObjectIdentifier(model)], entries[index].theirs != nil else { return }
    entries[index].take(theirs: row)
    entries[index].properties.subtract(properties)
    guard entries[index].properties.isEmpty else { return }
    remove { $0.model === model }
  }

  /// Moves the conflicts that satisfy a condition to the resolved ones. O(number of conflicts).
  mutating func settle(where condition: (PendingConflict) -> Bool) {
    past += entries.filter(condition)
    remove(where: condition)
  }

  /// Removes the conflicts that satisfy a condition. O(number of conflicts).
  mutating func remove(where condition: (PendingConflict) -> Bool) {
    entries.removeAll(where: condition)
    indices = .init(
      uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1.model), $0) })
  }
}
