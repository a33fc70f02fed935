import StrataDescriptions
import StrataModel
import StrataObservation
import StrataSchema
import StrataStack

// What is never saved is kept beside the columns. A rollback and a refresh put it back as it was at the last
// save.
extension ManagedObject {
  final var unstoredValues: UnstoredValues {
    if let unstored { return unstored }
    let made = UnstoredValues()
    unstored = made
    return made
  }

  final func setInitialValue(ofTransient property: PropertyPlace) {
    guard let value = property.attribute.defaultValue?.any else { return }
    unstoredValues.setValue(value, property.index)
  }

  /// The value that a transient attribute keeps of one that it is given: the same that a saved one would give
  /// back. Of types that only a program knows it is the value itself.
  final func transientValue(
    _ value: Any?, _ property: PropertyPlace
  ) throws(ManagedObjectError) -> Any? {
    let attribute = property.attribute
    guard let value else { return nil }
    switch attribute.type {
    case .undefined, .objectID, .transformable: return value
    default: break
    }
    let columns = try columns(of: value, attribute, property)
    do {
      return try attribute.value(of: columns[...])
    } catch {
      throw .unreadableValue(entity: managedEntity.name, key: property.name, reason: "\(error)")
    }
  }

  final func setTransient(_ property: PropertyPlace, to value: Any?) {
    keepUnstored(property)
    _$record(property.index)
    unstoredValues.setValue(value, property.index)
  }

  /// What a transient relationship gives where it leads to some objects.
  static func value(of targets: [ManagedObject], _ isToMany: Bool, _ isOrdered: Bool) -> Any? {
    guard isToMany else { return targets.first }
    return isOrdered ? targets : Set(targets)
  }

  /// The objects that a transient relationship leads to, in order.
  final func transientTargets(_ property: PropertyPlace) -> [ManagedObject] {
    unstored?.targets(property.index) ?? []
  }

  /// Lets a transient relationship lead to objects; its other end follows, where that is transient, too.
  final func setTransient(_ property: PropertyPlace, leadingTo objects: [ManagedObject]) {
    var seen: Set<ObjectIdentifier> = []
    let new = objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let old = transientTargets(property)
    putTargets(new, property)
    guard let name = property.relationship?.inverseName else { return }
    let before = Set(old.map { ObjectIdentifier($0) })
    for object in old where !seen.contains(ObjectIdentifier(object)) {
      object.changeTransient(name) { targets in targets.removeAll { $0 === self } }
    }
    for object in new where !before.contains(ObjectIdentifier(object)) {
      guard let inverse = object.managedEntity.place(of: name),
        case .transientLink(let isToMany, _) = inverse.kind
      else { continue }
      let others = object.transientTargets(inverse).filter { $0 !== self }
      if !isToMany {
        for rival in others {
          rival.changeTransient(property.name) { targets in targets.removeAll { $0 === object } }
        }
      }
      object.changeTransient(name) { targets in targets = isToMany ? others + [self] : [self] }
    }
  }

  private func changeTransient(_ name: String, _ change: (inout [ManagedObject]) -> Void) {
    guard let property = managedEntity.place(of: name), case .transientLink = property.kind else {
      return
    }
    var targets = transientTargets(property)
    change(&targets)
    _$willSet(\.[_$property: name])
    putTargets(targets, property)
    _$didSet(\.[_$property: name])
  }

  private func putTargets(_ targets: [ManagedObject], _ property: PropertyPlace) {
    keepUnstored(property)
    _$record(property.index)
    unstoredValues.setTargets(targets, property.index)
  }

  /// How often the object's context has saved; nil for an object in none.
  final var savedGeneration: Int? { (_$state.modelGraph as? ObjectGraph)?.savedGeneration }

  private func keepUnstored(_ property: PropertyPlace) {
    guard let savedGeneration, !isInserted else { return }
    unstoredValues.keep(property.index, generation: savedGeneration)
  }

  /// Puts transient properties back as they were at the last save.
  package final func dropUnstoredChanges() {
    guard let unstored, let savedGeneration else { return }
    unstored.putBack(generation: savedGeneration)
  }

  /// Takes what transient properties have for saved.
  package final func takeUnstoredChanges() { unstored?.forgetKept() }
}
