public import Foundation
import StrataDescriptions
import StrataModel
import StrataObservation

extension ManagedObject {
  /// A mutable view of an ordered relationship's members. Each change changes the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, and
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` if the property isn't an ordered
  ///   relationship.
  @_disfavoredOverload
  public final func mutableOrderedSetValue(
    forKey key: String
  ) throws(ManagedObjectError) -> MutableObjectOrderedSet {
    let property = try toMany(key)
    guard property.relationship?.isOrdered == true else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return MutableObjectOrderedSet(self, property)
  }
}

/// A live view of an ordered relationship's members. A change to it changes the relationship at
/// once, and its inverse.
///
/// It has the methods of `NSMutableOrderedSet` but isn't a subclass, for the same reason as
/// ``MutableObjectSet``.
public final class MutableObjectOrderedSet: Sequence {
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

  /// The members, in order.
  public var array: [ManagedObject] { relationship.members }
  /// The members without their order. O(number of members).
  public var set: Set<ManagedObject> { Set(array) }
  /// The number of members.
  public var count: Int { array.count }
  /// The first member, or nil if there is none.
  public var firstObject: ManagedObject? { array.first }
  /// The last member, or nil if there is none.
  public var lastObject: ManagedObject? { array.last }

  /// Returns an iterator over the current members.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { array.makeIterator() }

  /// True if an object is a member. Takes constant time if the inverse is to-one.
  public func contains(_ object: ManagedObject) -> Bool { relationship.contains(object) }

  /// The position of an object, or `NSNotFound` if it isn't a member. O(number of members).
  public func index(of object: ManagedObject) -> Int {
    array.firstIndex { $0 === object } ?? NSNotFound
  }

  /// Returns the member at a position.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  @_disfavoredOverload
  public func object(at index: Int) throws(ManagedObjectError) -> ManagedObject {
    let members = array
    try check(index, below: members.count)
    return members[index]
  }

  /// The member at a position, which must exist.
  public subscript(index: Int) -> ManagedObject { array[index] }

  /// Appends an object, unless it is already a member.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  @_disfavoredOverload
  public func add(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: try property.name)
  }

  /// Appends the objects that aren't members yet. If one is of another entity, none is added.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func addObjects(from objects: [ManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, try property) }
    for object in objects { try add(object) }
  }

  /// Appends the objects of a sequence that aren't members yet.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func union(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try addObjects(from: Array(others))
  }

  /// Inserts an object at a position, unless it is already a member.
  ///
  /// - Throws: as ``add(_:)`` and ``object(at:)``.
  @_disfavoredOverload
  public func insert(_ object: ManagedObject, at index: Int) throws(ManagedObjectError) {
    try owner.checkEntity(of: object, try property)
    let members = array
    guard !members.contains(where: { $0 === object }) else { return }
    try check(index, below: members.count + 1)
    owner.changeMembers(try property) { $0.insert(object, at: index) }
  }

  /// Replaces the member at a position. Does nothing if the new object is already a member.
  ///
  /// - Throws: as ``insert(_:at:)``.
  @_disfavoredOverload
  public func replaceObject(at index: Int, with object: ManagedObject) throws(ManagedObjectError) {
    try owner.checkEntity(of: object, try property)
    let members = array
    try check(index, below: members.count)
    guard !members.contains(where: { $0 === object }) else { return }
    owner.changeMembers(try property) { $0[index] = object }
  }

  /// Moves the members at some positions together to another position, counted after their removal.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``. Nothing is moved then.
  @_disfavoredOverload
  public func moveObjects(at indexes: IndexSet, to index: Int) throws(ManagedObjectError) {
    let members = array
    for index in indexes { try check(index, below: members.count) }
    try check(index, below: members.count - indexes.count + 1)
    owner.changeMembers(try property) { members in
      let moved = indexes.map { members[$0] }
      for index in indexes.reversed() { members.remove(at: index) }
      members.insert(contentsOf: moved, at: index)
    }
  }

  /// Exchanges two members.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  @_disfavoredOverload
  public func exchangeObject(at one: Int, withObjectAt other: Int) throws(ManagedObjectError) {
    let count = count
    try check(one, below: count)
    try check(other, below: count)
    owner.changeMembers(try property) { $0.swapAt(one, other) }
  }

  /// Removes an object, if it is a member.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  public func remove(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.remove(object, forKey: try property.name)
  }

  /// Removes the member at a position.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  @_disfavoredOverload
  public func removeObject(at index: Int) throws(ManagedObjectError) {
    try remove(try object(at: index))
  }

  /// Removes the members that are in another sequence.
  @_disfavoredOverload
  public func minus(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try owner.setValue(array.filter { !others.contains($0) }, forKey: try property.name)
  }

  /// Removes all members.
  @_disfavoredOverload
  public func removeAllObjects() throws(ManagedObjectError) {
    try owner.setValue([ManagedObject](), forKey: try property.name)
  }

  /// Sorts the members.
  public func sort(by isBefore: (ManagedObject, ManagedObject) throws -> Bool) throws {
    let sorted = try array.sorted(by: isBefore)
    owner.changeMembers(try property) { $0 = sorted }
  }

  private func check(_ index: Int, below count: Int) throws(ManagedObjectError) {
    guard index >= 0, index < count else {
      throw .noPlace(
        entity: owner.managedEntity.name, key: relationship.key, index: index, count: self.count)
    }
  }
}
