import StrataModel
import StrataSchema

/// What an object has that no store keeps: values of transient properties, what its fetched properties have
/// found, and who stands for it.
final class UnstoredValues {
  /// The values of transient attributes, by position.
  private var values: [PropertyIndex: Any] = [:]
  /// What transient relationships lead to, by position.
  private var links: [PropertyIndex: TransientLinks] = [:]
  /// What fetched properties have found, by name.
  var found: [String: [Found]] = [:]
  /// The object that stands for this one, since it has the same unique values; nil where there is none.
  var standIn: PersistentIdentifier?
  /// What was there before the first change that no save has taken in, by position.
  private var kept: [PropertyIndex: Kept] = [:]
  /// How often the context had saved when that was kept.
  private var keptGeneration: Int?

  /// An object that a fetched property has found. Nothing is kept in memory by it: two objects may find each
  /// other.
  struct Found {
    let identifier: PersistentIdentifier
    weak var object: ManagedObject?
  }

  private struct Kept {
    let value: Any?
    var links: TransientLinks?
  }

  func value(_ property: PropertyIndex) -> Any? { values[property] }

  func setValue(_ value: Any?, _ property: PropertyIndex) { values[property] = value }

  /// What a relationship leads to, in order; objects that were deleted are left out.
  func targets(_ property: PropertyIndex) -> [ManagedObject] {
    links[property]?.takeObjects() ?? []
  }

  func setTargets(_ objects: [ManagedObject], _ property: PropertyIndex) {
    links[property] = objects.isEmpty ? nil : TransientLinks(objects)
  }

  /// Keeps what a property has, before its first change behind a save.
  func keep(_ property: PropertyIndex, generation: Int) {
    if keptGeneration != generation {
      kept = [:]
      keptGeneration = generation
    }
    guard kept[property] == nil else { return }
    kept[property] = Kept(value: values[property], links: links[property])
  }

  /// Drops the changes that no save has taken in.
  func putBack(generation: Int) {
    if keptGeneration == generation {
      for (property, old) in kept {
        values[property] = old.value
        links[property] = old.links
      }
    }
    forgetKept()
  }

  /// Takes what is there for saved.
  func forgetKept() {
    kept = [:]
    keptGeneration = nil
  }

  /// What an attribute had when it was saved last.
  func committedValue(_ property: PropertyIndex, generation: Int) -> Any? {
    guard keptGeneration == generation, let old = kept[property] else { return values[property] }
    return old.value
  }

  /// What a relationship led to when it was saved last.
  func committedTargets(_ property: PropertyIndex, generation: Int) -> [ManagedObject] {
    guard keptGeneration == generation, kept[property] != nil else { return targets(property) }
    return kept[property]?.links?.takeObjects() ?? []
  }
}

/// The objects that a relationship leads to which no store keeps.
struct TransientLinks {
  private var targets: [Target]

  private struct Target {
    let object: ManagedObject
    /// Whether it was in a context when somebody looked: one that is in none now was deleted.
    var wasInserted: Bool

    mutating func isThere() -> Bool {
      guard object._$state.modelGraph != nil else {
        return !wasInserted
      }
      wasInserted = true
      return !object._$state.flags.contains(.deleted)
    }
  }

  init(_ objects: [ManagedObject]) {
    targets = objects.map { Target(object: $0, wasInserted: $0._$state.modelGraph != nil) }
  }

  /// Those that are there, in order. O(number of objects).
  mutating func takeObjects() -> [ManagedObject] {
    var objects: [ManagedObject] = []
    for index in targets.indices where targets[index].isThere() {
      objects.append(targets[index].object)
    }
    return objects
  }
}
