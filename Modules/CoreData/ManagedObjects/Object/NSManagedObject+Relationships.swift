internal import Foundation
import StrataDescriptions
package import StrataModel
import StrataObservation
import StrataSchema

extension NSManagedObject {
  /// True if a relationship hasn't been read from the store yet.
  ///
  /// - Throws: ``ManagedObjectError/noRelationship(entity:key:)`` for an attribute, and
  ///   ``ManagedObjectError/unknownProperty(entity:key:)``.
  @_disfavoredOverload
  package final func hasFault(
    forRelationshipNamed key: String
  ) throws(ManagedObjectError) -> Bool {
    let property = try place(of: key)
    _$verifyArrays()
    switch property.kind {
    case .toOne(let place): return toOnes[place].isUnread
    case .toMany(let place, _): return toManys[place].isUnread
    case .transientLink: return false
    case .attribute, .ephemeral: throw .noRelationship(entity: managedEntity.name, key: key)
    }
  }

  /// The identifiers of a relationship's objects, in order. The object of a to-one relationship
  /// isn't read, unless its entity has subentities.
  ///
  /// - Throws: ``ManagedObjectError/noRelationship(entity:key:)`` for an attribute, and
  ///   ``ManagedObjectError/unknownProperty(entity:key:)``.
  @_disfavoredOverload
  package final func objectIDs(
    forRelationshipNamed key: String
  ) throws(ManagedObjectError) -> [PersistentIdentifier] {
    let property = try place(of: key)
    // An array that was appended to in place may have this object as a new member.
    _$verifyArrays()
    switch property.kind {
    case .toOne(let place):
      let slot = toOnes[place]
      if slot.isUnread, let graph = _$state.modelGraph,
        let relationship = managedEntity.modelEntity.relationships[property.index.rawValue]
      {
        let type = relationship.destination
        // In a hierarchy the key alone doesn't tell the entity, so the object has to be read.
        if managedEntity.model.ownEntities.allSatisfy({ $0.superentityName != type._$entity.name })
        {
          return [
            PersistentIdentifier(
              store: graph.storeIdentifier, entity: type._$entity.name, key: slot.key)
          ]
        }
      }
    case .toMany: break
    case .transientLink: return transientTargets(property).map(\.persistentModelID)
    case .attribute, .ephemeral: throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return _$related(property.index).map(\.persistentModelID)
  }

  /// Appends an object to a to-many relationship and updates its inverse. An existing member isn't
  /// moved.
  ///
  /// Takes constant time if the inverse is to-one: the members aren't read then.
  ///
  /// - Throws: as `setValue(_:forKey:)`.
  public final func insert(
    _ object: NSManagedObject, forKey key: String
  ) throws(ManagedObjectError) {
    if let inverse = try toOneInverse(of: key, object) {
      guard try object.value(forKey: inverse) as? NSManagedObject !== self else { return }
      try object.setValue(self, forKey: inverse)
    } else {
      // Appending an existing member changes nothing.
      try changeMembers(key, of: object) { $0.append(object) }
    }
  }

  /// Removes an object from a to-many relationship and updates its inverse.
  ///
  /// - Throws: as `setValue(_:forKey:)`.
  public final func remove(
    _ object: NSManagedObject, forKey key: String
  ) throws(ManagedObjectError) {
    if let inverse = try toOneInverse(of: key, object) {
      guard try object.value(forKey: inverse) as? NSManagedObject === self else { return }
      try object.setValue(nil, forKey: inverse)
    } else {
      try changeMembers(key, of: object) { $0.removeAll { $0 === object } }
    }
  }

  /// The name of a to-many relationship's inverse, or nil unless the inverse is to-one. Setting the
  /// inverse needs no members in memory.
  func toOneInverse(
    of key: String, _ object: NSManagedObject
  ) throws(ManagedObjectError) -> String? {
    let property = try toMany(key)
    try checkEntity(of: object, property)
    guard
      let relationship = managedEntity.modelEntity.relationships[property.index.rawValue],
      relationship.inverseIsToOne, let inverse = relationship.inverse
    else { return nil }
    return object.managedEntity.properties[inverse.rawValue].name
  }

  /// Returns the to-many relationship with a name.
  ///
  /// - Throws: ``ManagedObjectError/noRelationship(entity:key:)`` for another property.
  func toMany(_ key: String) throws(ManagedObjectError) -> PropertyPlace {
    let property = try place(of: key)
    switch property.kind {
    case .toMany, .transientLink(isToMany: true, _): return property
    default: throw .noRelationship(entity: managedEntity.name, key: key)
    }
  }

  /// The members of a to-many relationship, in order.
  func members(_ property: PropertyPlace) -> [NSManagedObject] {
    guard case .toMany(let place, _) = property.kind else { return transientTargets(property) }
    if toManys[place].needsLoading { _$load(property.index) }
    return _$value(property.index, toManys[place])
  }

  private func changeMembers(
    _ key: String, of object: NSManagedObject, _ change: (inout [NSManagedObject]) -> Void
  ) throws(ManagedObjectError) {
    let property = try toMany(key)
    try checkEntity(of: object, property)
    changeMembers(property, change)
  }

  /// Changes the members of a to-many relationship in place. The caller has checked the entities of
  /// new members.
  func changeMembers(_ property: PropertyPlace, _ change: (inout [NSManagedObject]) -> Void) {
    _$willSet(\.[_$property: property.name])
    defer { _$didSet(\.[_$property: property.name]) }
    guard case .toMany(let place, _) = property.kind else {
      var members = transientTargets(property)
      change(&members)
      return setTransient(property, leadingTo: members)
    }
    let index = property.index
    if toManys[place].needsLoading { _$load(index) }
    _$record(index)
    var open = _$open(index, &toManys[place])
    change(&open.value)
    let changes = _$close(index, &open, &toManys[place])
    _$relate(index, changes)
    _$record(index)
  }

  func target(
    of value: Any?, _ property: PropertyPlace
  ) throws(ManagedObjectError) -> NSManagedObject? {
    guard let value else { return nil }
    guard let object = value as? NSManagedObject else {
      throw wrongType(value, property, "an object")
    }
    try checkEntity(of: object, property)
    return object
  }

  func members(
    of value: Any?, _ property: PropertyPlace
  ) throws(ManagedObjectError) -> [NSManagedObject] {
    let members: [Any]
    switch value {
    case nil: return []
    case let array as [NSManagedObject]: members = array
    case let set as Set<NSManagedObject>: members = Self.ordered(set)
    case let view as MutableObjects: members = view.members
    case let set as NSOrderedSet: members = set.array
    case let set as NSSet: members = set.allObjects
    case let array as [Any]: members = array
    case let other?: throw wrongType(other, property, "a set or an array of objects")
    }
    var objects: [NSManagedObject] = []
    for member in members {
      guard let object = member as? NSManagedObject else {
        throw wrongType(member, property, "an object")
      }
      try checkEntity(of: object, property)
      objects.append(object)
    }
    return objects
  }

  // A set's order differs from run to run. Without sorting, so would the order in which members are
  // saved.
  private static func ordered(_ set: Set<NSManagedObject>) -> [NSManagedObject] {
    set.sorted {
      $0._$state.key == $1._$state.key
        ? ObjectIdentifier($0) < ObjectIdentifier($1) : $0._$state.key < $1._$state.key
    }
  }

  private func wrongType(
    _ value: Any, _ property: PropertyPlace, _ expected: String
  ) -> ManagedObjectError {
    .wrongType(
      entity: managedEntity.name, key: property.name, expected: expected,
      found: "\(Swift.type(of: value))")
  }

  func checkEntity(
    of object: NSManagedObject, _ property: PropertyPlace
  ) throws(ManagedObjectError) {
    if let error = object.absence?.error { throw error }
    if case .transientLink = property.kind,
      let wanted = property.relationship?.destinationEntityName
    {
      let lineage = sequence(first: object.managedEntity, next: \.superentity)
      guard !lineage.contains(where: { $0.name == wanted }) else { return }
      throw .wrongEntity(
        entity: managedEntity.name, key: property.name, expected: wanted,
        found: object.managedEntity.name)
    }
    guard
      let relationship = managedEntity.modelEntity.relationships[property.index.rawValue]
    else { return }
    let wanted = relationship.destination._$entity
    guard object.managedEntity.modelEntity.isKind(of: wanted) else {
      throw .wrongEntity(
        entity: managedEntity.name, key: property.name, expected: wanted.name,
        found: object.managedEntity.name)
    }
  }
}
