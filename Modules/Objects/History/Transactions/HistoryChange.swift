public import StrataModel
internal import StrataStorage

/// A change of one object in a transaction.
public enum HistoryChange: Sendable {
  /// The insertion of an object.
  case insert(any HistoryInsert)
  /// Properties of an object have changed.
  case update(any HistoryUpdate)
  /// The deletion of an object.
  case delete(any HistoryDelete)

  /// The identifier of the changed object.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// The insertion of an object.
public protocol HistoryInsert<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: Int64 { get }
}

/// An update of an object's properties.
public protocol HistoryUpdate<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: Int64 { get }
  /// The updated properties, in order of declaration. Those that the class no longer has are
  /// omitted.
  var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// The deletion of an object.
public protocol HistoryDelete<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The number of the transaction.
  var transactionIdentifier: Int64 { get }
  /// The preserved values of properties with `@Attribute(.preserveValueOnDeletion)`.
  var tombstone: HistoryTombstone<Model> { get }
}

/// The insertion of an object of a class.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The number of the transaction.
  public let transactionIdentifier: Int64
}

/// An update of properties of an object of a class.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, @unchecked Sendable {
  // Unchecked because of the key paths: those of properties are immutable, but their type isn't
  // sendable.

  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The updated properties, in order of declaration. Those that the class no longer has are
  /// omitted.
  public let updatedAttributes: [PartialKeyPath<Model>]
  /// The names of all updated properties, as they were then.
  public let updatedPropertyNames: [String]
}

/// The deletion of an object of a class.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The preserved values of the object.
  public let tombstone: HistoryTombstone<Model>
}

/// The preserved values of a deleted object: those of properties with
/// `@Attribute(.preserveValueOnDeletion)`.
public struct HistoryTombstone<Model: PersistentModel>: Sendable {
  let kept: HistoryEntry.Tombstone?

  /// The names of the preserved properties, sorted, as they were then.
  public var properties: [String] { kept?.properties ?? [] }

  /// The value of a property when the object was deleted, or nil if it wasn't preserved.
  ///
  /// - Throws: `ModelError.unknownProperty` for a key path to anything but an attribute.
  ///   `StorageError.invalidValue` if the preserved value doesn't fit the property's type any more.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    get throws { try kept?[keyPath] }
  }
}
