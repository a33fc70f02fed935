import StrataContexts
import StrataDescriptions
import StrataModel
import StrataObservation
import StrataSchema

// Transient values are stored beside the columns. A rollback and a refresh restore those of the
// last save.
extension NSManagedObject {
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

  /// The value that a transient attribute stores when set: normalized as if it had been saved and
  /// read. Values of types `undefined`, `objectID` and `transformable` are stored as they are.
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

  /// The value of a transient relationship with some targets: an object, an array or a set.
  static func value(of targets: [NSManagedObject], _ isToMany: Bool, _ isOrdered: Bool) -> Any? {
    guard isToMany else { return targets.first }
    return isOrdered ? targets : Set(targets)
  }

  /// The targets of a transient relationship, in order.
  final func transientTargets(_ property: PropertyPlace) -> [NSManagedObject] {
    unstored?.targets(property.index) ?? []
  }

  /// Sets the targets of a transient relationship, and updates its inverse if that is transient,
  /// too.
  final func setTransient(_ property: PropertyPlace, leadingTo objects: [NSManagedObject]) {
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

  private func changeTransient(_ name: String, _ change: (inout [NSManagedObject]) -> Void) {
    guard let property = managedEntity.place(of: name), case .transientLink = property.kind else {
      return
    }
    var targets = transientTargets(property)
    change(&targets)
    _$willSet(\.[_$property: name])
    putTargets(targets, property)
    _$didSet(\.[_$property: name])
  }

  private func putTargets(_ targets: [NSManagedObject], _ property: PropertyPlace) {
    keepUnstored(property)
    _$record(property.index)
    unstoredValues.setTargets(targets, property.index)
  }

  /// The number of saves that the object's context has made, or nil for an object without a
  /// context.
  final var savedGeneration: Int? { (_$state.modelGraph as? ObjectGraph)?.savedGeneration }

  private func keepUnstored(_ property: PropertyPlace) {
    guard let savedGeneration, !isInserted else { return }
    unstoredValues.keep(property.index, generation: savedGeneration)
  }

  /// Restores transient properties as they were at the last save.
  package final func dropUnstoredChanges() {
    guard let unstored, let savedGeneration else { return }
    unstored.putBack(generation: savedGeneration)
  }

  /// Marks the current transient values as saved.
  package final func takeUnstoredChanges() { unstored?.forgetKept() }
}
