#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataModel

// Core Data reports a mistake of the caller, such as a key that the entity doesn't have, by an
// Objective-C exception. Here the context's error handler gets the error at once, and its next save
// throws it.
extension PersistentModel where Self: NSManagedObject {
  /// Creates an object of the class's entity and inserts it into a context.
  ///
  /// If no entity of the context's model has the class, each access to the object's values is an
  /// error, and the context's next save throws it.
  public init(context: NSManagedObjectContext) {
    let type: NSManagedObject.Type = Self.self
    // Safe: a required initializer of a class creates an instance of that class.
    self.init(_$adopting: unsafeDowncast(type.make(in: context), to: Self.self))
  }
}

extension PersistentModel where Self: NSManagedObject & NSFetchRequestResult {
  /// Creates a request for the objects of the class's entity.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest(entity: Self.entity())
  }

  /// Creates a request for the objects of the class's entity, in any form of result.
  @_disfavoredOverload
  public static func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entity: Self.entity())
  }
}

extension NSManagedObject {
  /// The entity that has this class, in any loaded model.
  ///
  /// If none has it, a request or an object of the entity that you get is an error.
  public class func entity() -> NSEntityDescription { reference }

  /// The description of the object's entity.
  public final var entity: NSEntityDescription { managedEntity.reference }

  /// True if the object has pending changes, or is new or deleted.
  public final var hasChanges: Bool { isInserted || isUpdated || isDeleted }

  /// The state of an object that is being read. It is 0, since objects are read with their values.
  public final var faultingState: Int { isFault ? 1 : 0 }

  /// Returns the value of a property, as Core Data types it.
  ///
  /// Numbers are `NSNumber`, texts `String`, an unordered to-many relationship a `Set`, and an
  /// ordered one an `NSOrderedSet`.
  public final func value(forKey key: String) -> Any? { ordered(self[key], key) }

  /// Sets a property and, for a relationship, updates its inverse.
  public final func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// Returns the value of a property without recording the access for observation.
  public final func primitiveValue(forKey key: String) -> Any? {
    let value = recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::primitiveValue(forKey: key)
    }
    return ordered(value ?? nil, key)
  }

  /// The value, as an `NSOrderedSet` if it is the members of an ordered relationship.
  private func ordered(_ value: Any?, _ key: String) -> Any? {
    guard let members = value as? [NSManagedObject],
      managedEntity.reference.relationshipsByName[key]?.isOrdered ?? false
    else { return value }
    return NSOrderedSet(array: members)
  }

  /// Sets a property without notifying observers. The change is recorded all the same.
  public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
    recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::setPrimitiveValue(value, forKey: key)
    }
  }

  /// Validates a value for a property without setting it.
  ///
  /// - Throws: `ValidationError` if the model's rules reject the value. `ManagedObjectError` if the
  ///   property can't hold it at all.
  public final func validateValue(_ value: inout AnyObject?, forKey key: String) throws {
    try self.StrataManagedObjects::validateValue(value, forKey: key)
  }

  /// The value at the end of a key path, such as `artist.name` or `items.@sum.price`.
  public final func value(forKeyPath path: String) -> Any? {
    recording(path) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::value(forKeyPath: path)
    } ?? nil
  }

  /// Sets the property at the end of a key path.
  public final func setValue(_ value: Any?, forKeyPath path: String) {
    recording(path) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::setValue(value, forKeyPath: path)
    }
  }

  /// The values of some properties, by name. Nil values are `NSNull`.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    recording(keys.joined(separator: ",")) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::dictionaryWithValues(forKeys: keys)
    } ?? [:]
  }

  /// Sets several properties at once. Pass `NSNull` for nil. If one value can't be set, none is.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    recording(keyedValues.keys.sorted().joined(separator: ",")) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::setValuesForKeys(keyedValues)
    }
  }

  /// The current values of the properties with unsaved changes, by name. Nil values are `NSNull`.
  public final func changedValues() -> [String: Any] {
    recording("self") { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::changedValues()
    } ?? [:]
  }

  /// The current values of the properties that have changed since pending changes were processed, by
  /// name. Here these are all with unsaved changes.
  public final func changedValuesForCurrentEvent() -> [String: Any] { changedValues() }

  /// The values that properties had when the object was last fetched or saved, by name. Nil values
  /// are `NSNull`.
  ///
  /// - Parameter keys: The properties' names, or nil for all.
  public final func committedValues(forKeys keys: [String]? = nil) -> [String: Any] {
    do {
      return try self.StrataManagedObjects::committedValues(forKeys: keys)
    } catch {
      if let error = error as? ManagedObjectError {
        record(error, keys?.joined(separator: ",") ?? "self")
      } else {
        managedObjectContext?.record(error)
      }
      return [:]
    }
  }

  /// A mutable view of an unordered relationship's members. Each change changes the object.
  public final func mutableSetValue(forKey key: String) -> MutableObjectSet {
    recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::mutableSetValue(forKey: key)
    }
      ?? MutableObjectSet(of: self, refusing: key)
  }

  /// A mutable view of an ordered relationship's members. Each change changes the object.
  public final func mutableOrderedSetValue(forKey key: String) -> MutableObjectOrderedSet {
    recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::mutableOrderedSetValue(forKey: key)
    }
      ?? MutableObjectOrderedSet(of: self, refusing: key)
  }

  /// A mutable view of the members of an unordered relationship at the end of a key path.
  ///
  /// If an object on the way is nil, the view has no members, and each change of it is an error.
  public final func mutableSetValue(forKeyPath path: String) -> MutableObjectSet {
    let (owner, key) = owner(ofKeyPath: path)
    return owner?.mutableSetValue(forKey: key) ?? MutableObjectSet(of: self, refusing: path)
  }

  /// A mutable view of the members of an ordered relationship at the end of a key path.
  ///
  /// If an object on the way is nil, the view has no members, and each change of it is an error.
  public final func mutableOrderedSetValue(
    forKeyPath path: String
  ) -> MutableObjectOrderedSet {
    let (owner, key) = owner(ofKeyPath: path)
    return owner?.mutableOrderedSetValue(forKey: key)
      ?? MutableObjectOrderedSet(of: self, refusing: path)
  }

  /// The object whose property a key path ends with, and the property's name.
  private func owner(ofKeyPath path: String) -> (NSManagedObject?, String) {
    guard let point = path.lastIndex(of: ".") else { return (self, path) }
    return (
      value(forKeyPath: String(path[..<point])) as? NSManagedObject,
      String(path[path.index(after: point)...])
    )
  }

  /// A mutable view of the members of an unordered relationship. Nil if the property is another one.
  ///
  /// It takes the place of `value(forKey:) as? NSMutableSet`, where a value is a set without a connection to the object.
  public final func mutableSet(forKey key: String) -> MutableObjectSet? {
    guard let relationship = managedEntity.reference.relationshipsByName[key],
      relationship.isToMany, !relationship.isOrdered
    else { return nil }
    return mutableSetValue(forKey: key)
  }

  /// A mutable view of the members of an unordered relationship at the end of a key path. Nil if the property is another
  /// one, or an object on the way is nil.
  public final func mutableSet(forKeyPath path: String) -> MutableObjectSet? {
    let (owner, key) = owner(ofKeyPath: path)
    return owner?.mutableSet(forKey: key)
  }

  /// A mutable view of the members of an ordered relationship at the end of a key path. Nil if the property is another
  /// one, or an object on the way is nil.
  public final func mutableOrderedSet(forKeyPath path: String) -> MutableObjectOrderedSet? {
    let (owner, key) = owner(ofKeyPath: path)
    return owner?.mutableOrderedSet(forKey: key)
  }

  /// A mutable view of the members of an ordered relationship. Nil if the property is another one.
  ///
  /// It takes the place of `value(forKey:) as? NSMutableOrderedSet`.
  public final func mutableOrderedSet(forKey key: String) -> MutableObjectOrderedSet? {
    guard let relationship = managedEntity.reference.relationshipsByName[key],
      relationship.isToMany, relationship.isOrdered
    else { return nil }
    return mutableOrderedSetValue(forKey: key)
  }

  /// True if a relationship hasn't been read from the store yet.
  public final func hasFault(forRelationshipNamed key: String) -> Bool {
    recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::hasFault(forRelationshipNamed: key)
    }
      ?? false
  }

  /// The identifiers of a relationship's objects, in order.
  public final func objectIDs(forRelationshipNamed key: String) -> [PersistentIdentifier] {
    recording(key) { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::objectIDs(forRelationshipNamed: key)
    }
      ?? []
  }

  /// Runs a body, and records its error for the next save.
  @discardableResult
  private func recording<Value>(
    _ key: String, _ body: () throws(ManagedObjectError) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      record(error, key)
      return nil
    }
  }
}

extension MutableObjects {
  /// Adds an object, unless it is already a member.
  public func add(_ object: Any) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::add(try managedObject(object))
    }
  }

  /// Adds the objects that aren't members yet. If one is of another entity, none is added.
  public func addObjects(from objects: [Any]) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::addObjects(from: try managedObjects(objects))
    }
  }

  /// Adds the objects of a sequence that aren't members yet.
  public func union(_ others: some Sequence) { addObjects(from: others.map { $0 as Any }) }

  /// Removes an object, if it is a member.
  public func remove(_ object: Any) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::remove(try managedObject(object))
    }
  }

  /// Removes the members that are in a sequence.
  public func minus(_ others: some Sequence) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::minus(try managedObjects(others.map { $0 as Any }))
    }
  }

  /// Removes all members.
  public func removeAllObjects() {
    recording { () throws(ManagedObjectError) in try self.StrataManagedObjects::removeAllObjects() }
  }
}

extension MutableObjectSet {
  /// Removes the members that aren't in a set.
  public func intersect(_ others: some Sequence) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::intersect(try managedObjects(others.map { $0 as Any }))
    }
  }

  /// Replaces the members with the objects of a set.
  public func setSet(_ others: some Sequence) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::setSet(try managedObjects(others.map { $0 as Any }))
    }
  }
}

extension MutableObjectOrderedSet {
  /// Inserts an object at a position, unless it is already a member.
  public func insert(_ object: Any, at index: Int) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::insert(try managedObject(object), at: index)
    }
  }

  /// Replaces the member at a position.
  public func replaceObject(at index: Int, with object: Any) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::replaceObject(at: index, with: try managedObject(object))
    }
  }

  /// Moves the members at some positions together to another position, counted after their removal.
  public func moveObjects(at indexes: IndexSet, to index: Int) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::moveObjects(at: indexes, to: index)
    }
  }

  /// Exchanges two members.
  public func exchangeObject(at one: Int, withObjectAt other: Int) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::exchangeObject(at: one, withObjectAt: other)
    }
  }

  /// Removes the member at a position.
  public func removeObject(at index: Int) {
    recording { () throws(ManagedObjectError) in
      try self.StrataManagedObjects::removeObject(at: index)
    }
  }

  /// Returns the member at a position, which must exist.
  public func object(at index: Int) -> NSManagedObject { self[index] }
}

private func managedObject(_ value: Any) throws(ManagedObjectError) -> NSManagedObject {
  guard let object = value as? NSManagedObject else {
    throw .unsupported("a relationship has managed objects, and no \(type(of: value))")
  }
  return object
}

private func managedObjects(_ values: [Any]) throws(ManagedObjectError) -> [NSManagedObject] {
  var objects: [NSManagedObject] = []
  for value in values { objects.append(try managedObject(value)) }
  return objects
}
#endif
