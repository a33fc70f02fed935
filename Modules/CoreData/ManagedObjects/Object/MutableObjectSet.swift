import StrataDescriptions
import StrataModel
import StrataObservation

extension ManagedObject {
  /// A mutable view of an unordered to-many relationship's members. Each change changes the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, or
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` if the property isn't an unordered
  ///   to-many relationship.
  @_disfavoredOverload
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
  private let relationship: ToManyReference
  private var owner: ManagedObject { relationship.owner }
  private var property: PropertyPlace {
    get throws(ManagedObjectError) { try relationship.property }
  }

  init(_ owner: ManagedObject, _ property: PropertyPlace) {
    relationship = ToManyReference(owner, property)
  }

  /// Creates a view without members, for a key that isn't such a relationship. Each change of it is
  /// an error.
  package init(of owner: ManagedObject, refusing key: String) {
    relationship = ToManyReference(of: owner, refusing: key)
  }

  /// Runs a change, and records its error where nothing can be thrown.
  package func recording(_ body: () throws(ManagedObjectError) -> Void) {
    relationship.recording(body)
  }

  /// The members, in an arbitrary order. O(number of members).
  public var allObjects: [ManagedObject] { relationship.members }
  /// A copy of the members. O(number of members).
  public var set: Set<ManagedObject> { Set(allObjects) }
  /// The number of members.
  public var count: Int { allObjects.count }
  /// Returns an arbitrary member, or nil if there is none.
  public func anyObject() -> ManagedObject? { allObjects.first }

  /// Returns an iterator over the current members.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }

  /// True if an object is a member. Takes constant time if the inverse is to-one.
  public func contains(_ object: ManagedObject) -> Bool { relationship.contains(object) }

  /// Returns the object if it is a member, else nil.
  public func member(_ object: ManagedObject) -> ManagedObject? {
    contains(object) ? object : nil
  }

  /// Adds an object, unless it is already a member.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  @_disfavoredOverload
  public func add(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: try property.name)
  }

  /// Adds the objects that aren't members yet. If one is of another entity, none is added.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func addObjects(from objects: [ManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, try property) }
    for object in objects { try add(object) }
  }

  /// Adds the objects of another sequence.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func union(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try addObjects(from: Array(others))
  }

  /// Removes an object, if it is a member.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func remove(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.remove(object, forKey: try property.name)
  }

  /// Removes the members that are in another sequence.
  @_disfavoredOverload
  public func minus(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { !others.contains($0) })
  }

  /// Removes the members that aren't in another sequence.
  @_disfavoredOverload
  public func intersect(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(allObjects.filter { others.contains($0) })
  }

  /// Replaces the members with the objects of another sequence.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func setSet(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try replace(Array(others))
  }

  /// Removes all members.
  @_disfavoredOverload
  public func removeAllObjects() throws(ManagedObjectError) { try replace([]) }

  private func replace(_ members: [ManagedObject]) throws(ManagedObjectError) {
    try owner.setValue(members, forKey: try property.name)
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
