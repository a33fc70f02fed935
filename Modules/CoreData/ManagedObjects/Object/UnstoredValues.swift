import StrataModel
import StrataSchema

/// The values of an object that aren't stored: transient properties, results of fetched properties,
/// and the identifier of the object that replaced it.
final class UnstoredValues {
  /// The values of transient attributes, by property index.
  private var values: [PropertyIndex: Any] = [:]
  /// The targets of transient relationships, by property index.
  private var links: [PropertyIndex: TransientLinks] = [:]
  /// Cached results of fetched properties, by name.
  var found: [String: [Found]] = [:]
  /// The existing object with the same unique values that a save merged this object into, or nil.
  var standIn: PersistentIdentifier?
  /// The values before the first unsaved change, by property index. A rollback restores them.
  private var kept: [PropertyIndex: Kept] = [:]
  /// The context's number of saves when `kept` was filled. After another save `kept` is out of
  /// date.
  private var keptGeneration: Int?

  /// An object in a fetched property's result. The reference is weak, since two objects may find
  /// each other.
  struct Found {
    let identifier: PersistentIdentifier
    weak var object: NSManagedObject?
  }

  private struct Kept {
    let value: Any?
    var links: TransientLinks?
  }

  func value(_ property: PropertyIndex) -> Any? { values[property] }

  func setValue(_ value: Any?, _ property: PropertyIndex) { values[property] = value }

  /// The targets of a transient relationship, in order, without deleted objects.
  func targets(_ property: PropertyIndex) -> [NSManagedObject] {
    links[property]?.takeObjects() ?? []
  }

  func setTargets(_ objects: [NSManagedObject], _ property: PropertyIndex) {
    links[property] = objects.isEmpty ? nil : TransientLinks(objects)
  }

  /// Preserves a property's value before its first change after a save.
  func keep(_ property: PropertyIndex, generation: Int) {
    if keptGeneration != generation {
      kept = [:]
      keptGeneration = generation
    }
    guard kept[property] == nil else { return }
    kept[property] = Kept(value: values[property], links: links[property])
  }

  /// Restores the values of the last save.
  func putBack(generation: Int) {
    if keptGeneration == generation {
      for (property, old) in kept {
        values[property] = old.value
        links[property] = old.links
      }
    }
    forgetKept()
  }

  /// Marks the current values as saved.
  func forgetKept() {
    kept = [:]
    keptGeneration = nil
  }

  /// An attribute's value at the last save.
  func committedValue(_ property: PropertyIndex, generation: Int) -> Any? {
    guard keptGeneration == generation, let old = kept[property] else { return values[property] }
    return old.value
  }

  /// A relationship's targets at the last save.
  func committedTargets(_ property: PropertyIndex, generation: Int) -> [NSManagedObject] {
    guard keptGeneration == generation, kept[property] != nil else { return targets(property) }
    return kept[property]?.links?.takeObjects() ?? []
  }
}

/// The targets of a transient relationship.
struct TransientLinks {
  private var targets: [Target]

  private struct Target {
    let object: NSManagedObject
    /// True if the object was in a context at the last look. If it has no context now, it was
    /// deleted.
    var wasInserted: Bool

    mutating func isThere() -> Bool {
      guard object._$state.modelGraph != nil else {
        return !wasInserted
      }
      wasInserted = true
      return !object._$state.flags.contains(.deleted)
    }
  }

  init(_ objects: [NSManagedObject]) {
    targets = objects.map { Target(object: $0, wasInserted: $0._$state.modelGraph != nil) }
  }

  /// Returns the objects that aren't deleted, in order. O(number of objects).
  mutating func takeObjects() -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    for index in targets.indices where targets[index].isThere() {
      objects.append(targets[index].object)
    }
    return objects
  }
}
