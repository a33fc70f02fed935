import StrataDescriptions
import StrataModel
import StrataObservation

extension ManagedObject {
  /// A mutable view of an unordered to-many relationship's members. Each change changes the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, or
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` if the property isn't an unordered
  ///   to-many relationship.
  public final func mutableSetValue(
    forKey key: String
  ) throws(ManagedObjectError) -> MutableObjectSet {
    let property = try toMany(key)
    guard property.relationship?.isOrdered == false else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return MutableObjectSet(self, property)
  }
}

/// A live view of a to-many relationship's members. A change to it changes the relationship at
/// once, and its inverse.
///
/// It has the methods of `NSMutableSet` but isn't a subclass: on this platform a subclass of
/// `NSMutableSet` appears empty when you cast it to a `Set`.
public final class MutableObjectSet: Sequence {
  private let owner: ManagedObject
  private let property: PropertyPlace

  init(_ owner: ManagedObject, _ property: PropertyPlace) {
    (self.owner, self.property) = (owner, property)
  }

  /// The members, in an arbitrary order. O(number of members).
  public var allObjects: [ManagedObject] { owner.observedMembers(property) }
  /// A copy of the members. O(number of members).
  public var set: Set<ManagedObject> { Set(allObjects) }
  /// The number of members.
  public var count: Int { allObjects.count }
  /// Returns an arbitrary member, or nil if there is none.
  public func anyObject() -> ManagedObject? { allObjects.first }

  /// Returns an iterator over the current members.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }

  /// True if an object is a member. Takes constant time if the inverse is to-one.
  public func contains(_ object: ManagedObject) -> Bool { owner.leads(property, to: object) }

  /// Returns the object if it is a member, else nil.
  public func member(_ object: ManagedObject) -> ManagedObject? {
    contains(object) ? object : nil
  }

  /// Adds an object, unless it is already a member.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  public func add(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: property.name)
  }

  /// Adds the objects that aren't members yet. If one is of another entity, none is added.
  ///
  /// - Throws: as ``add(_:)``.
  public func addObjects(from objects: [ManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, property) }
    for object in objects { try add(object) }
  }

  /// Adds the objects of another sequence.
  ///
  /// - Throws: as ``add(_:)``.
  public func union(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try addObjects(from: Array(others))
  }

  /// Removes an object, if it is a member.
  ///
  /// - Throws: as ``add(_:)``.
  public func remove(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.remove(object, forKey: property.name)
  }

  /// Removes the members that are in another sequence.
  public func minus(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { !others.contains($0) })
  }

  /// Removes the members that aren't in another sequence.
  public func intersect(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { others.contains($0) })
  }

  /// Replaces the members with the objects of another sequence.
  ///
  /// - Throws: as ``add(_:)``.
  public func setSet(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try replace(Array(others))
  }

  /// Removes all members.
  public func removeAllObjects() throws(ManagedObjectError) { try replace([]) }

  private func replace(_ members: [ManagedObject]) throws(ManagedObjectError) {
    try owner.setValue(members, forKey: property.name)
  }
}

extension ManagedObject {
  func observedMembers(_ property: PropertyPlace) -> [ManagedObject] {
    _$access(\.[_$property: property.name])
    return members(property)
  }

  /// True if an object is a member of a to-many relationship.
  func leads(_ property: PropertyPlace, to object: ManagedObject) -> Bool {
    _$access(\.[_$property: property.name])
    do throws(ManagedObjectError) {
      if let inverse = try toOneInverse(of: property.name, object) {
        return try object.primitiveValue(forKey: inverse) as? ManagedObject === self
      }
    } catch {
      // An object of another entity is no member.
      return false
    }
    return members(property).contains { $0 === object }
  }
}
