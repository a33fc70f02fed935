public import Foundation
import StrataModel
import StrataObservation
import StrataSchema

// Functions called by the generated methods of to-many relationships, such as `addToTags(_:)`. Like
// Core Data's they don't throw. On an error they change nothing, and the context's next save throws
// it.
extension NSManagedObject {
  /// Appends an object or a collection of objects to a relationship.
  ///
  /// - Parameter value: An object, a set, an array or another sequence of them, `NSSet` or
  ///   `NSOrderedSet`.
  public final func _$addMembers(_ value: Any, forKey key: String) {
    do throws(ManagedObjectError) {
      // Converted as a whole first, so that an invalid object leaves the relationship unchanged.
      for object in try objects(of: value, try place(of: key)) { try insert(object, forKey: key) }
    } catch {
      record(error, key)
    }
  }

  /// Removes an object or a collection of objects from a relationship.
  ///
  /// - Parameter value: As of ``_$addMembers(_:forKey:)``.
  public final func _$removeMembers(_ value: Any, forKey key: String) {
    do throws(ManagedObjectError) {
      for object in try objects(of: value, try place(of: key)) { try remove(object, forKey: key) }
    } catch {
      record(error, key)
    }
  }

  /// Inserts objects into an ordered relationship so that each ends up at its position. Existing
  /// members aren't moved.
  ///
  /// - Parameter value: As of ``_$addMembers(_:forKey:)``.
  public final func _$insertMembers(_ value: Any, at positions: IndexSet, forKey key: String) {
    do throws(ManagedObjectError) {
      var members = try orderedMembers(key)
      for (object, position) in try placed(value, at: positions, key)
      where !members.contains(where: { $0 === object }) {
        try check(position, in: members.count + 1, key)
        members.insert(object, at: position)
      }
      try setValue(members, forKey: key)
    } catch {
      record(error, key)
    }
  }

  /// Removes the objects at some positions from an ordered relationship.
  public final func _$removeMembers(at positions: IndexSet, forKey key: String) {
    do throws(ManagedObjectError) {
      var members = try orderedMembers(key)
      for position in positions.reversed() {
        try check(position, in: members.count, key)
        members.remove(at: position)
      }
      try setValue(members, forKey: key)
    } catch {
      record(error, key)
    }
  }

  /// Replaces the objects at some positions of an ordered relationship.
  ///
  /// - Parameter value: As of ``_$addMembers(_:forKey:)``.
  public final func _$replaceMembers(at positions: IndexSet, with value: Any, forKey key: String) {
    do throws(ManagedObjectError) {
      var members = try orderedMembers(key)
      for (object, position) in try placed(value, at: positions, key) {
        try check(position, in: members.count, key)
        members[position] = object
      }
      try setValue(members, forKey: key)
    } catch {
      record(error, key)
    }
  }

  private func objects(
    of value: Any, _ property: PropertyPlace
  ) throws(ManagedObjectError) -> [NSManagedObject] {
    switch value {
    case is NSManagedObject: try members(of: [value], property)
    // Sorted, so that each run of the program adds the members in the same order.
    case is Set<NSManagedObject>, is NSSet, is NSOrderedSet: try members(of: value, property)
    case let sequence as any Sequence: try members(of: sequence.map { $0 as Any }, property)
    default: try members(of: value, property)
    }
  }

  /// Pairs each object with its position.
  private func placed(
    _ value: Any, at positions: IndexSet, _ key: String
  ) throws(ManagedObjectError) -> [(NSManagedObject, Int)] {
    let objects = try self.objects(of: value, try place(of: key))
    guard objects.count == positions.count else {
      throw .wrongType(
        entity: managedEntity.name, key: key, expected: "an object for each position",
        found: "\(objects.count) for \(positions.count)")
    }
    return Array(zip(objects, positions))
  }

  private func orderedMembers(_ key: String) throws(ManagedObjectError) -> [NSManagedObject] {
    let property = try place(of: key)
    guard case .toMany(_, isOrdered: true) = property.kind,
      let members = try value(of: property) as? [NSManagedObject]
    else { throw .noRelationship(entity: managedEntity.name, key: key) }
    return members
  }

  private func check(
    _ position: Int, in count: Int, _ key: String
  ) throws(ManagedObjectError) {
    guard (0..<count).contains(position) else {
      throw .noPosition(entity: managedEntity.name, key: key, position: position)
    }
  }
}
