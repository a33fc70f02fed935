public import StrataModel
public import StrataSchema
internal import StrataSQLite

/// An object with unsaved changes that others have changed or deleted too; see ``MergePolicy``.
public struct MergeConflict: Sendable, Hashable {
  /// The object.
  public let object: PersistentIdentifier
  /// Who has done what with it.
  public let kind: Kind
  /// The properties in conflict. Of an object that was deleted here those that others have changed; of one
  /// that others have deleted those that were changed here.
  public let properties: [Property]

  package init(object: PersistentIdentifier, kind: Kind, properties: [Property]) {
    self.object = object
    self.kind = kind
    self.properties = properties
  }

  /// Who has done what with an object.
  public enum Kind: String, Sendable, Hashable {
    /// Both have changed the same properties.
    case changedByBoth
    /// It was deleted here, and others have changed it.
    case deletedHere
    /// It was changed here, and others have deleted it.
    case deletedElsewhere
  }

  /// A property in conflict, with its values on both sides.
  public struct Property: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What it is here; nil for an object that was deleted here.
    public let mine: Value?
    /// What others have saved; nil where they have deleted the object.
    public let theirs: Value?
    /// What it was before both changed it; nil under policies that don't keep that, see ``MergePolicy``.
    public let original: Value?

    package init(name: String, mine: Value?, theirs: Value?, original: Value?) {
      self.name = name
      self.mine = mine
      self.theirs = theirs
      self.original = original
    }
  }

  /// A property's value.
  public enum Value: Sendable, Hashable {
    /// The columns of an attribute.
    case columns([ColumnValue])
    /// The object that a to-one relationship leads to; nil for none.
    case object(PersistentIdentifier?)
  }

  /// The property in conflict with a name; nil where it isn't in conflict.
  public subscript(property name: String) -> Property? { properties.first { $0.name == name } }

  /// What a property is here; nil where it isn't in conflict, and for an object that was deleted here.
  ///
  /// - Throws: `ModelError.unknownProperty` for a key path to anything but an attribute of the object's
  ///   class.
  public func mine<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>) throws -> Value?
  {
    try value(keyPath, \.mine)
  }

  /// What others have saved of a property; nil where it isn't in conflict, and where they have deleted the
  /// object.
  ///
  /// - Throws: as ``mine(_:)``.
  public func theirs<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value>
  ) throws -> Value? { try value(keyPath, \.theirs) }

  /// What a property was before both changed it; nil where that isn't known.
  ///
  /// - Throws: as ``mine(_:)``.
  public func original<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value>
  ) throws -> Value? { try value(keyPath, \.original) }

  private func value<Model: PersistentModel, Wanted>(
    _ keyPath: KeyPath<Model, Wanted>, _ side: KeyPath<Property, Value?>
  ) throws -> Wanted? {
    guard let property = Model._$entity.property(at: keyPath), case .attribute = property.kind
    else {
      throw ModelError.unknownProperty(
        entity: Model._$entity.name, property: Model._$entity.words(for: keyPath))
    }
    guard case .columns(let columns) = self[property: property.name]?[keyPath: side] else {
      return nil
    }
    return try property.value(of: columns, as: Wanted.self, table: Model._$entity.name)
  }
}

extension MergeConflict: CustomStringConvertible {
  /// What is in conflict, such as `Item/3 has name 'Weight' here and 'Mass' elsewhere`.
  public var description: String {
    switch kind {
    case .deletedHere where properties.isEmpty:
      "\(object) was deleted here, and comes back with an object that others have changed"
    case .deletedHere:
      "\(object) was deleted here, and others have changed its "
        + properties.map(\.name).joined(separator: " and ")
    case .deletedElsewhere: "\(object) was changed here, and others have deleted it"
    case .changedByBoth:
      "\(object) has \(properties.map(\.description).joined(separator: ", and "))"
    }
  }
}

extension MergeConflict.Property: CustomStringConvertible {
  /// The values on both sides.
  public var description: String {
    "\(name) \(text(mine)) here and \(text(theirs)) elsewhere"
      + (original.map { ", \(text($0)) before" } ?? "")
  }

  private func text(_ value: MergeConflict.Value?) -> String { value?.description ?? "nothing" }
}

extension MergeConflict.Value: CustomStringConvertible {
  /// The value as SQL has it, or the object.
  public var description: String {
    switch self {
    case .columns(let columns):
      columns.count == 1
        ? "\(columns[0])" : "(\(columns.map(\.description).joined(separator: ", ")))"
    case .object(let object): object.map { "\($0)" } ?? "nothing"
    }
  }
}
