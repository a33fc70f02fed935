public import Foundation
import StrataDescriptions
import StrataModel
import StrataObservation

extension ManagedObject {
  /// The members of an ordered relationship, to be changed one by one: each change is one of the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, and
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` for what is no ordered relationship.
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

/// The members of an ordered relationship, as they are at each look. Changes are changes of the relationship at
/// once, and the other ends follow.
///
/// It has the words of `NSMutableOrderedSet`, and is none, for ``MutableObjectSet``'s reason.
public final class MutableObjectOrderedSet: Sequence {
  private let owner: ManagedObject
  private let property: PropertyPlace

  init(_ owner: ManagedObject, _ property: PropertyPlace) {
    (self.owner, self.property) = (owner, property)
  }

  /// The members, in order.
  public var array: [ManagedObject] { owner.observedMembers(property) }
  /// The members without their order. O(number of members).
  public var set: Set<ManagedObject> { Set(array) }
  /// How many there are.
  public var count: Int { array.count }
  /// The first one; nil where there is none.
  public var firstObject: ManagedObject? { array.first }
  /// The last one; nil where there is none.
  public var lastObject: ManagedObject? { array.last }

  /// Goes through the members, as they are now.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { array.makeIterator() }

  /// Whether an object is one of the members. In constant time where the other end leads to one object.
  public func contains(_ object: ManagedObject) -> Bool { owner.leads(property, to: object) }

  /// Where an object is; `NSNotFound` where it is no member. O(number of members).
  public func index(of object: ManagedObject) -> Int {
    array.firstIndex { $0 === object } ?? NSNotFound
  }

  /// The member at a place.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  public func object(at index: Int) throws(ManagedObjectError) -> ManagedObject {
    let members = array
    try check(index, below: members.count)
    return members[index]
  }

  /// The member at a place, which must be there.
  public subscript(index: Int) -> ManagedObject { array[index] }

  /// Adds an object at the end, unless it is a member already.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  public func add(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: property.name)
  }

  /// Adds objects at the end, each unless it is a member already; none where one is of another entity.
  ///
  /// - Throws: as ``add(_:)``.
  public func addObjects(from objects: [ManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, property) }
    for object in objects { try add(object) }
  }

  /// Adds objects that aren't members already, at the end.
  ///
  /// - Throws: as ``add(_:)``.
  public func union(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    try addObjects(from: Array(others))
  }

  /// Puts an object at a place, unless it is a member already.
  ///
  /// - Throws: as ``add(_:)`` and ``object(at:)``.
  public func insert(_ object: ManagedObject, at index: Int) throws(ManagedObjectError) {
    try owner.checkEntity(of: object, property)
    let members = array
    guard !members.contains(where: { $0 === object }) else { return }
    try check(index, below: members.count + 1)
    owner.changeMembers(property) { $0.insert(object, at: index) }
  }

  /// Puts an object in the place of another one. One that is a member already stays where it is, and nothing is
  /// replaced.
  ///
  /// - Throws: as ``insert(_:at:)``.
  public func replaceObject(at index: Int, with object: ManagedObject) throws(ManagedObjectError) {
    try owner.checkEntity(of: object, property)
    let members = array
    try check(index, below: members.count)
    guard !members.contains(where: { $0 === object }) else { return }
    owner.changeMembers(property) { $0[index] = object }
  }

  /// Moves the members at some places together to another one, as counted without them.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``; nothing is moved then.
  public func moveObjects(at indexes: IndexSet, to index: Int) throws(ManagedObjectError) {
    let members = array
    for index in indexes { try check(index, below: members.count) }
    try check(index, below: members.count - indexes.count + 1)
    owner.changeMembers(property) { members in
      let moved = indexes.map { members[$0] }
      for index in indexes.reversed() { members.remove(at: index) }
      members.insert(contentsOf: moved, at: index)
    }
  }

  /// Lets two members change places.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  public func exchangeObject(at one: Int, withObjectAt other: Int) throws(ManagedObjectError) {
    let count = count
    try check(one, below: count)
    try check(other, below: count)
    owner.changeMembers(property) { $0.swapAt(one, other) }
  }

  /// Removes an object, if it is a member.
  ///
  /// - Throws: as ``add(_:)``.
  public func remove(_ object: ManagedObject) throws(ManagedObjectError) {
    try owner.remove(object, forKey: property.name)
  }

  /// Removes the member at a place.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  public func removeObject(at index: Int) throws(ManagedObjectError) {
    try remove(try object(at: index))
  }

  /// Removes the members that are among others.
  public func minus(_ others: some Sequence<ManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try owner.setValue(array.filter { !others.contains($0) }, forKey: property.name)
  }

  /// Removes all members.
  public func removeAllObjects() throws(ManagedObjectError) {
    try owner.setValue([ManagedObject](), forKey: property.name)
  }

  /// Puts the members in order.
  public func sort(by isBefore: (ManagedObject, ManagedObject) throws -> Bool) throws {
    let sorted = try array.sorted(by: isBefore)
    owner.changeMembers(property) { $0 = sorted }
  }

  private func check(_ index: Int, below count: Int) throws(ManagedObjectError) {
    guard index >= 0, index < count else {
      throw .noPlace(
        entity: owner.managedEntity.name, key: property.name, index: index, count: self.count)
    }
  }
}
