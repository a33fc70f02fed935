package import Foundation
import StrataDescriptions
import StrataModel
import StrataObservation

/// A live view of a to-many relationship's members. A change to it changes the relationship at
/// once, and its inverse.
///
/// Its subclasses have the methods of `NSMutableSet` and `NSMutableOrderedSet` but don't inherit from
/// them: on this platform a subclass of `NSMutableSet` appears empty when you cast it to a `Set`.
public class MutableObjects: Sequence {
  let owner: NSManagedObject
  let key: String
  // Nil if the object has no such relationship, where that couldn't be thrown.
  private let known: PropertyPlace?

  init(_ owner: NSManagedObject, _ property: PropertyPlace) {
    (self.owner, key, known) = (owner, property.name, property)
  }

  /// Creates a view without members, for a key that isn't such a relationship. Each change of it is
  /// an error.
  package init(of owner: NSManagedObject, refusing key: String) {
    (self.owner, self.key, known) = (owner, key, nil)
  }

  /// The relationship.
  ///
  /// - Throws: ``ManagedObjectError/noRelationship(entity:key:)``.
  final var property: PropertyPlace {
    get throws(ManagedObjectError) {
      guard let known else {
        throw .noRelationship(entity: owner.managedEntity.name, key: key)
      }
      return known
    }
  }

  /// Runs a change, and records its error where nothing can be thrown.
  package final func recording(_ body: () throws(ManagedObjectError) -> Void) {
    do {
      try body()
    } catch {
      owner.record(error, key)
    }
  }

  /// The members, in order.
  final var members: [NSManagedObject] { known.map { owner.observedMembers($0) } ?? [] }
  /// The members without their order. O(number of members).
  public final var set: Set<NSManagedObject> { Set(members) }
  /// The number of members.
  public final var count: Int { members.count }

  /// Returns an iterator over the current members.
  public final func makeIterator() -> IndexingIterator<[NSManagedObject]> { members.makeIterator() }

  /// True if an object is a member. Takes constant time if the inverse is to-one.
  public final func contains(_ object: NSManagedObject) -> Bool {
    known.map { owner.leads($0, to: object) } ?? false
  }

  /// Adds an object after the others, unless it is already a member.
  ///
  /// - Throws: ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  @_disfavoredOverload
  package final func add(_ object: NSManagedObject) throws(ManagedObjectError) {
    try owner.insert(object, forKey: try property.name)
  }

  /// Adds the objects that aren't members yet. If one is of another entity, none is added.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  package final func addObjects(from objects: [NSManagedObject]) throws(ManagedObjectError) {
    for object in objects { try owner.checkEntity(of: object, try property) }
    for object in objects { try add(object) }
  }

  /// Adds the objects of a sequence that aren't members yet.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  package final func union(_ others: some Sequence<NSManagedObject>) throws(ManagedObjectError) {
    try addObjects(from: Array(others))
  }

  /// Removes an object, if it is a member.
  ///
  /// - Throws: as ``add(_:)``.
  @_disfavoredOverload
  package final func remove(_ object: NSManagedObject) throws(ManagedObjectError) {
    try owner.remove(object, forKey: try property.name)
  }

  /// Removes the members that are in another sequence.
  @_disfavoredOverload
  package final func minus(_ others: some Sequence<NSManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(members.filter { !others.contains($0) })
  }

  /// Removes all members.
  @_disfavoredOverload
  package final func removeAllObjects() throws(ManagedObjectError) { try replace([]) }

  final func replace(_ members: [NSManagedObject]) throws(ManagedObjectError) {
    try owner.setValue(members, forKey: try property.name)
  }
}

/// A live view of an unordered relationship's members.
public final class MutableObjectSet: MutableObjects {
  /// The members, in an arbitrary order. O(number of members).
  public var allObjects: [NSManagedObject] { members }
  /// Returns an arbitrary member, or nil if there is none.
  public func anyObject() -> NSManagedObject? { members.first }

  /// Returns the object if it is a member, else nil.
  public func member(_ object: NSManagedObject) -> NSManagedObject? {
    contains(object) ? object : nil
  }

  /// Removes the members that aren't in another sequence.
  @_disfavoredOverload
  package func intersect(_ others: some Sequence<NSManagedObject>) throws(ManagedObjectError) {
    let others = Set(others)
    try replace(members.filter { others.contains($0) })
  }

  /// Replaces the members with the objects of another sequence.
  ///
  /// - Throws: as ``MutableObjects/add(_:)``.
  @_disfavoredOverload
  package func setSet(_ others: some Sequence<NSManagedObject>) throws(ManagedObjectError) {
    try replace(Array(others))
  }
}

/// A live view of an ordered relationship's members.
public final class MutableObjectOrderedSet: MutableObjects {
  /// The members, in order.
  public var array: [NSManagedObject] { members }
  /// The first member, or nil if there is none.
  public var firstObject: NSManagedObject? { array.first }
  /// The last member, or nil if there is none.
  public var lastObject: NSManagedObject? { array.last }

  /// The position of an object, or `NSNotFound` if it isn't a member. O(number of members).
  public func index(of object: NSManagedObject) -> Int {
    array.firstIndex { $0 === object } ?? NSNotFound
  }

  /// Returns the member at a position.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  @_disfavoredOverload
  package func object(at index: Int) throws(ManagedObjectError) -> NSManagedObject {
    let members = array
    try check(index, below: members.count)
    return members[index]
  }

  /// The member at a position, which must exist.
  public subscript(index: Int) -> NSManagedObject { array[index] }

  /// Inserts an object at a position, unless it is already a member.
  ///
  /// - Throws: as ``MutableObjects/add(_:)`` and ``object(at:)``.
  @_disfavoredOverload
  package func insert(_ object: NSManagedObject, at index: Int) throws(ManagedObjectError) {
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
  package func replaceObject(at index: Int, with object: NSManagedObject) throws(ManagedObjectError)
  {
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
  package func moveObjects(at indexes: IndexSet, to index: Int) throws(ManagedObjectError) {
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
  package func exchangeObject(at one: Int, withObjectAt other: Int) throws(ManagedObjectError) {
    let count = count
    try check(one, below: count)
    try check(other, below: count)
    owner.changeMembers(try property) { $0.swapAt(one, other) }
  }

  /// Removes the member at a position.
  ///
  /// - Throws: ``ManagedObjectError/noPlace(entity:key:index:count:)``.
  @_disfavoredOverload
  package func removeObject(at index: Int) throws(ManagedObjectError) {
    try remove(try object(at: index))
  }

  /// Sorts the members.
  public func sort(by isBefore: (NSManagedObject, NSManagedObject) throws -> Bool) throws {
    let sorted = try array.sorted(by: isBefore)
    owner.changeMembers(try property) { $0 = sorted }
  }

  private func check(_ index: Int, below count: Int) throws(ManagedObjectError) {
    guard index >= 0, index < count else {
      throw .noPlace(
        entity: owner.managedEntity.name, key: key, index: index, count: self.count)
    }
  }
}

extension NSManagedObject {
  /// A mutable view of an unordered to-many relationship's members. Each change changes the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, or
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` if the property isn't an unordered
  ///   to-many relationship.
  @_disfavoredOverload
  package final func mutableSetValue(
    forKey key: String
  ) throws(ManagedObjectError) -> MutableObjectSet {
    let property = try toMany(key)
    guard property.relationship?.isOrdered == false else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return MutableObjectSet(self, property)
  }

  /// A mutable view of an ordered relationship's members. Each change changes the object.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, and
  ///   ``ManagedObjectError/noRelationship(entity:key:)`` if the property isn't an ordered
  ///   relationship.
  @_disfavoredOverload
  package final func mutableOrderedSetValue(
    forKey key: String
  ) throws(ManagedObjectError) -> MutableObjectOrderedSet {
    let property = try toMany(key)
    guard property.relationship?.isOrdered == true else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return MutableObjectOrderedSet(self, property)
  }
}

extension NSManagedObject {
  func observedMembers(_ property: PropertyPlace) -> [NSManagedObject] {
    _$access(\.[_$property: property.name])
    return members(property)
  }

  /// True if an object is a member of a to-many relationship.
  func leads(_ property: PropertyPlace, to object: NSManagedObject) -> Bool {
    _$access(\.[_$property: property.name])
    do throws(ManagedObjectError) {
      if let inverse = try toOneInverse(of: property.name, object) {
        return try object.primitiveValue(forKey: inverse) as? NSManagedObject === self
      }
    } catch {
      // An object of another entity is no member.
      return false
    }
    return members(property).contains { $0 === object }
  }
}
