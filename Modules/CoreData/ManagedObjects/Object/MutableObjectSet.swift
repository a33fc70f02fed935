import StrataDescriptions
import StrataModel
import StrataObservation

extension ManagedObject {
  /// The members of a to-many relationship, to be changed one by one: each change is one of the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, and
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` for what is no to-many relationship, or an ordered
  ///   one.
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

/// The members of a to-many relationship, as they are at each look. What is added and removed is added to the
/// relationship and removed from it at once, and the other ends follow.
///
/// It has the words of `NSMutableSet`, and is none: a subclass of that has no members here where it is cast to a
/// `Set`.
public final class MutableObjectSet: Sequence {
  private let owner: ManagedObject
  private let property: PropertyPlace

  init(_ owner: ManagedObject, _ property: PropertyPlace) {
    (self.owner, self.property) = (owner, property)
  }

  /// The members, in no order that means anything. O(number of members).
  public var allObjects: [ManagedObject] { owner.observedMembers(property) }
  /// The members as a set of their own. O(number of members).
  public var set: Set<ManagedObject> { Set(allObjects) }
  /// How many there are.
  public var count: Int { allObjects.count }
  /// Any of the members; nil where there is none.
  public func anyObject() -> ManagedObject? { allObjects.first }

  /// Goes through the members, as they are now.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }

  /// Whether an object is one of the members. In constant time where the other end leads to one object.
  public func contains(_ object: ManagedObject) -> Bool { owner.leads(property, to: object) }

  /// The object, where it is one of the members.
  public func member(_ object: ManagedObject) -> ManagedObject? {
    contains(object) ? object : nil
  }

  /// Adds an object, unless it is a member already.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  public func add(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: property.name)
  }

  /// Adds objects, each unless it is a member already; none where one is of another entity.
  ///
  /// - Throws: as ``add(_:)``.
  public func addObjects(from objects: [ManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, property) }
    for object in objects { try add(object) }
  }

  /// Adds the objects of another set.
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

  /// Removes the members that are in another set.
  public func minus(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { !others.contains($0) })
  }

  /// Removes the members that aren't in another set.
  public func intersect(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { others.contains($0) })
  }

  /// Makes the objects of another set the members.
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

  /// Whether an object is a member of a to-many relationship.
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
