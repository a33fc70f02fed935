public import StrataModel

/// A conflict of a new or changed object with a stored one that already has its unique values.
public struct UniqueConflict: Sendable, Hashable {
  /// The identifier of the object that you tried to save, as it was before the save.
  public let object: PersistentIdentifier
  /// The object that has the values already.
  public let existing: PersistentIdentifier
  /// The properties that are unique together.
  public let properties: [String]
  /// Their values as SQL literals, such as `'Ann'`. For a to-one relationship it is the target's
  /// identifier.
  public let values: [String]

  /// Creates a description of a conflict.
  public init(
    object: PersistentIdentifier, existing: PersistentIdentifier, properties: [String],
    values: [String]
  ) {
    self.object = object
    self.existing = existing
    self.properties = properties
    self.values = values
  }
}

extension UniqueConflict: CustomStringConvertible {
  /// The existing object and the values that it has, such as `Item/3 has the same name 'Weight'`.
  public var description: String {
    "\(existing) has the same "
      + (properties.count == values.count
        ? zip(properties, values).map { "\($0) \($1)" }.joined(separator: " and ")
        : "\(properties.joined(separator: " and ")) (\(values.joined(separator: ", ")))")
  }
}

/// SQLite's refusal of a unique value in a save that writes without looking up unique values first.
///
/// ``UniqueResolver`` continues the save and finds the conflicting row.
struct UniqueViolation: Error {}

/// The policy by which a save treats a new object whose unique values another object already has.
///
/// Until you save, both objects exist and a fetch finds both. The policy applies to new objects
/// only. Under every policy the save fails if you give a stored object another one's unique value,
/// since neither of the two can replace the other. It also fails if a new object conflicts with one
/// of another class that inherits the same unique property.
///
///     context.uniqueConflictPolicy = .error
///     context.insert(Item(name: "Weight"))  // The store has an item with this name.
///     try context.save()  // Throws StackError.notUnique.
public enum UniqueConflictPolicy: String, Sendable, Hashable, Codable {
  /// The save updates the existing object with the values that you set in the new one, as in
  /// SwiftData.
  ///
  /// - **Values**: The save writes the properties that you set. A property that still has its
  ///   declared initial value, or nil for an optional without one, isn't set, and the row preserves
  ///   its own value. A property without an initial value is always set. Assigning the initial
  ///   value counts as setting it, with one exception: in an initializer, while other properties
  ///   have no value yet, the assignment can't be detected. Assign the properties without initial
  ///   values first.
  /// - **Relationships**: If the new object's to-one relationship has a target, it replaces the
  ///   row's. Members of the new object's to-many relationships are added to the row's.
  /// - **Identity**: A row has one object in a context. If the row's object is in memory, it stays,
  ///   and the new one leaves the context with its values. Release it. Otherwise the new object
  ///   becomes the row's object: it gets the row's identifier, and the row's values for the
  ///   properties that you didn't set. In both cases, links to the new object become links to the
  ///   row's object.
  /// - **Several conflicts**: If the new object conflicts with two different objects of the store,
  ///   the save throws ``StackError/conflictsWithSeveral(_:)``.
  case upsert
  /// The save throws ``StackError/notUnique(_:)``, and all changes stay pending.
  case error
  /// The save skips the new object, which leaves the context with its values. The row stays
  /// unchanged.
  ///
  /// Other objects that you inserted with it are saved. Links to the new object become links to the
  /// row's object, except that the other end of a one-to-one relationship becomes nil.
  case ignore
}
