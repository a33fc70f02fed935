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
