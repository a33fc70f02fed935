import StrataDescriptions
import StrataModel

/// An object's to-many relationship, by its key. The live views of members refer to it.
struct ToManyReference {
  let owner: ManagedObject
  let key: String
  /// Nil if the object has no such relationship, where that couldn't be thrown.
  private let known: PropertyPlace?

  /// Creates a reference to a to-many relationship.
  init(_ owner: ManagedObject, _ property: PropertyPlace) {
    (self.owner, key, known) = (owner, property.name, property)
  }

  /// Creates a reference without members, for a key that isn't such a relationship. Each change of it
  /// is an error.
  init(of owner: ManagedObject, refusing key: String) {
    (self.owner, self.key, known) = (owner, key, nil)
  }

  /// The relationship.
  ///
  /// - Throws: ``ManagedObjectError/noRelationship(entity:key:)``.
  var property: PropertyPlace {
    get throws(ManagedObjectError) {
      guard let known else {
        throw .noRelationship(entity: owner.managedEntity.name, key: key)
      }
      return known
    }
  }

  /// The members, in order.
  var members: [ManagedObject] { known.map { owner.observedMembers($0) } ?? [] }

  /// True if an object is a member. Takes constant time if the inverse is to-one.
  func contains(_ object: ManagedObject) -> Bool {
    known.map { owner.leads($0, to: object) } ?? false
  }

  /// Runs a change, and records its error where nothing can be thrown.
  func recording(_ body: () throws(ManagedObjectError) -> Void) {
    do {
      try body()
    } catch {
      owner.record(error, key)
    }
  }
}
