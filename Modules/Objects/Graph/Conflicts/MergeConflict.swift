public import StrataModel
public import StrataSchema
internal import StrataSQLite

/// A conflict of an object's unsaved changes with the changes that other contexts or processes have
/// saved. ``MergePolicy`` resolves it.
public struct MergeConflict: Sendable, Hashable {
  /// The object.
  public let object: PersistentIdentifier
  /// The combination of changes and deletions that conflict.
  public let kind: Kind
  /// The properties in conflict.
  ///
  /// For an object that you deleted, these are the properties that others have changed. For an
  /// object that others have deleted, these are the properties that you changed.
  public let properties: [Property]

  package init(object: PersistentIdentifier, kind: Kind, properties: [Property]) {
    self.object = object
    self.kind = kind
    self.properties = properties
  }

  /// The combination of changes and deletions on both sides.
  public enum Kind: String, Sendable, Hashable {
    /// Both sides have changed the same properties.
    case changedByBoth
    /// This context has deleted the object, and others have changed it.
    case deletedHere
    /// This context has changed the object, and others have deleted it.
    case deletedElsewhere
  }

  /// A property in conflict, with its values on both sides.
  public struct Property: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// The value in this context, nil if this context has deleted the object.
    public let mine: Value?
    /// The value that others have saved, nil if they have deleted the object.
    public let theirs: Value?
    /// The value before both sides changed it, nil if it is unknown: the context's ``MergePolicy``
    /// doesn't preserve original values, or it hadn't read the value.
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
    /// The target of a to-one relationship, nil for none.
    case object(PersistentIdentifier?)
  }

  /// The conflicting property with a name, nil if that property isn't in conflict.
  public subscript(property name: String) -> Property? { properties.first { $0.name == name } }

  /// Returns the value of a property in this context.
  ///
  /// The result is nil if the property isn't in conflict, or if this context has deleted the
  /// object.
  ///
  /// - Throws: `ModelError.unknownProperty` for a key path to anything but an attribute of the
  ///   object's class.
  public func mine<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>) throws -> Value?
  {
    try value(keyPath, \.mine)
  }

  /// Returns the value of a property that others have saved.
  ///
  /// The result is nil if the property isn't in conflict, or if others have deleted the object.
  ///
  /// - Throws: as ``mine(_:)``.
  public func theirs<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value>
  ) throws -> Value? { try value(keyPath, \.theirs) }

  /// Returns the value of a property before both sides changed it, nil if it is unknown or the
  /// property isn't in conflict.
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
  /// A description such as `Item/3 has name 'Weight' here and 'Mass' elsewhere`.
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
  /// The value as an SQL literal, or the target's identifier.
  public var description: String {
    switch self {
    case .columns(let columns):
      columns.count == 1
        ? "\(columns[0])" : "(\(columns.map(\.description).joined(separator: ", ")))"
    case .object(let object): object.map { "\($0)" } ?? "nothing"
    }
  }
}

/// The policy by which a save resolves conflicts between your unsaved changes and what others
/// saved.
///
/// Others are other contexts of this program and other programs. A conflict arises if both sides
/// have changed the same property of an object, or if one side has deleted an object that the other
/// has changed. There is no conflict in these cases:
///
/// - The two sides have changed different properties of an object. The save merges both changes,
///   except under ``overwrite``.
/// - Both sides have set a property to the same value.
/// - Both sides have added or removed members of a many-to-many relationship. Each link is
///   separate.
///
/// A value that a fetch left out is unknown. If you delete an object, each attribute that you haven't
/// read and others have saved since is in conflict. If you set one, the context reads the stored value first.
///
/// Set the policy before the context's first change:
///
///     context.mergePolicy = .mergeByPropertyStoreTrump
///
/// The names are Core Data's. Under ``error``, ``mergeByPropertyStoreTrump`` and ``rollback`` a
/// context preserves the values that each object had before its first change, which costs memory.
public enum MergePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The save throws ``StackError/mergeConflicts(_:)``, which lists all conflicts, and all changes
  /// stay pending.
  ///
  /// Resolve each conflict with `ModelContext.resolve(_:by:)` or
  /// `refresh(_:mergeChanges:)`, or drop all changes with
  /// `rollback()`. Then save again.
  case error
  /// Your changes win, property by property. This is the default.
  ///
  /// An object that you deleted is deleted. If others have deleted an object that you changed, it
  /// stays deleted, and the save throws ``StackError/deletedElsewhere(object:)`` once.
  case mergeByPropertyObjectTrump
  /// The others' changes win, property by property. Your changes to other properties are saved.
  ///
  /// An object that you deleted is restored if others have changed it. An object that others have
  /// deleted stays deleted.
  case mergeByPropertyStoreTrump
  /// Your version of an object wins as a whole, including properties that only others have changed.
  /// Attributes that you haven't read, as in external storage, remain as others have saved them.
  ///
  /// Deleted objects are treated as with ``mergeByPropertyObjectTrump``.
  case overwrite
  /// The store's version of an object wins as a whole: an object in conflict loses all its unsaved
  /// changes.
  ///
  /// An object that you deleted is restored if others have changed it. An object that others have
  /// deleted stays deleted.
  case rollback

  /// True if a conflict reports an object that was changed here and deleted by others. Under the
  /// other policies the next save throws ``StackError/deletedElsewhere(object:)`` instead.
  var settlesDeletion: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }

  /// True if the context preserves each object's values before its first change: to report them in
  /// conflicts, or to find the properties that others have changed if the history doesn't list
  /// them.
  package var keepsOriginals: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }
}
