public import StrataModel

/// What happened to one object in a transaction.
public enum HistoryChange: Sendable {
  /// An object was inserted.
  case insert(any HistoryInsert)
  /// Properties of an object have changed.
  case update(any HistoryUpdate)
  /// An object was deleted.
  case delete(any HistoryDelete)

  /// The object.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// An object was inserted.
public protocol HistoryInsert<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that the change is of.
  var transactionIdentifier: Int64 { get }
}

/// Properties of an object have changed.
public protocol HistoryUpdate<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that the change is of.
  var transactionIdentifier: Int64 { get }
  /// The properties that changed, in order of declaration. Those that the class no longer has are left out.
  var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// An object was deleted.
public protocol HistoryDelete<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that the change is of.
  var transactionIdentifier: Int64 { get }
  /// What is kept of the object: the values of its properties with
  /// `@Attribute(.preserveValueOnDeletion)`.
  var tombstone: HistoryTombstone<Model> { get }
}

/// An object of a class was inserted.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that the change is of.
  public let transactionIdentifier: Int64
}

/// Properties of an object of a class have changed.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, @unchecked Sendable {
  // Unchecked for the key paths alone: one to a property is an immutable value, which its type doesn't say.

  /// The object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that the change is of.
  public let transactionIdentifier: Int64
  /// The properties that changed, in order of declaration. Those that the class no longer has are left out.
  public let updatedAttributes: [PartialKeyPath<Model>]
  /// The names of all properties that changed, as they were then.
  public let updatedPropertyNames: [String]
}

/// An object of a class was deleted.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that the change is of.
  public let transactionIdentifier: Int64
  /// What is kept of the object.
  public let tombstone: HistoryTombstone<Model>
}
