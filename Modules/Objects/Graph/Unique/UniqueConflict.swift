public import StrataModel

/// A new or changed object that has the same unique values as another object of the store.
public struct UniqueConflict: Sendable, Hashable {
  /// The object that was to be saved, by the identifier that it had until then.
  public let object: PersistentIdentifier
  /// The object that has the values already.
  public let existing: PersistentIdentifier
  /// The properties that are unique together.
  public let properties: [String]
  /// Their values as SQL has them, such as `'Ann'`; of a to-one relationship the object it leads to.
  public let values: [String]

  /// Describes a conflict.
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
  /// Who has what already, such as `Item/3 has the same name 'Weight'`.
  public var description: String {
    "\(existing) has the same "
      + (properties.count == values.count
        ? zip(properties, values).map { "\($0) \($1)" }.joined(separator: " and ")
        : "\(properties.joined(separator: " and ")) (\(values.joined(separator: ", ")))")
  }
}

/// A unique value was refused while the save wrote on the chance that there would be no conflict; it
/// has to look closer.
struct UniqueViolation: Error {}
