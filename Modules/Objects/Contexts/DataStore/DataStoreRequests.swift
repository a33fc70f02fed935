public import Foundation
public import StrataModel

/// A request for the objects that match a descriptor.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The class, predicate, sort order and range.
  public let descriptor: FetchDescriptor<T>
  /// The identity and author of who asks.
  public let editingState: EditingState

  package init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// The answer to a ``DataStoreFetchRequest``.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The snapshots of the objects, in the descriptor's order.
  public let fetchedSnapshots: [SnapshotType]
  /// Snapshots of related objects. Containers ask for them with a request of their own.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates an answer.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// The changes of a save.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The identity and author of who saves.
  public let editingState: EditingState
  /// New objects, with identifiers that the store replaces.
  public let inserted: [SnapshotType]
  /// Objects with changed values or relationships.
  public let updated: [SnapshotType]
  /// Deleted objects, with the values that the store had last.
  public let deleted: [SnapshotType]

  package init(
    editingState: EditingState, inserted: [SnapshotType], updated: [SnapshotType],
    deleted: [SnapshotType]
  ) {
    self.editingState = editingState
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }
}

/// The answer to a ``DataStoreSaveChangesRequest``.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The store's identifier.
  public let storeIdentifier: String
  /// The permanent identifiers of inserted objects, by those of the request. An object without one keeps
  /// its identifier.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Snapshots of objects whose values the store has changed. Contexts show them from the next fetch on.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  /// Creates an answer.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
  }
}

/// A request to delete the objects that match a predicate.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The predicate, or nil for all objects of the class.
  public var predicate: Predicate<T>? { criteria.predicate }
  /// True to delete objects of subclasses as well.
  public let includeSubclasses: Bool
  /// The identity and author of who deletes.
  public let editingState: EditingState
  private let criteria: FetchDescriptor<T>

  package init(predicate: Predicate<T>?, includeSubclasses: Bool, editingState: EditingState) {
    criteria = FetchDescriptor(predicate: predicate)
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}

/// An error by which a ``DataStore`` says what it can't do.
public enum DataStoreError: Error, Sendable, Hashable {
  /// The store can't evaluate the predicate.
  case invalidPredicate
  /// The store leaves filtering to the context, which asks for all objects.
  case preferInMemoryFilter
  /// The store leaves sorting to the context, which asks without an order.
  case preferInMemorySort
  /// The store doesn't have the feature.
  case unsupportedFeature
  /// A property of a snapshot has a value that the model's property can't have.
  case invalidValue(object: PersistentIdentifier, property: String, reason: String)
  /// A relationship of a snapshot leads to an object that the store doesn't return.
  case missingObject(
    object: PersistentIdentifier, property: String, target: PersistentIdentifier)
  /// The store has given an inserted object the identifier of another one, or of another class.
  case invalidIdentifier(inserted: PersistentIdentifier, given: PersistentIdentifier)
  /// The store has returned two snapshots with one identifier.
  case duplicate(PersistentIdentifier)
}

extension DataStoreError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
  public var description: String {
    switch self {
    case .invalidPredicate:
      "the custom store can't evaluate the predicate; fetch all objects and filter them yourself"
    case .preferInMemoryFilter:
      "the custom store leaves filtering to the context; let its fetch(_:) accept requests without a predicate"
    case .preferInMemorySort:
      "the custom store leaves sorting to the context; let its fetch(_:) accept requests without an order"
    case .unsupportedFeature:
      "the custom store doesn't have this feature; do without it, or use a store of Strata"
    case .invalidValue(let object, let property, let reason):
      "the store's snapshot of \(object) can't be read: \(property): \(reason)"
    case .missingObject(let object, let property, let target):
      "\(property) of the store's \(object) leads to \(target), which the store doesn't return; pass all "
        + "of a save's new identifiers to copy(persistentIdentifier:remappedIdentifiers:), and return the "
        + "objects of all classes"
    case .invalidIdentifier(let inserted, let given):
      "the store has given \(inserted) the identifier \(given), which is another object's or of another "
        + "class; make one with PersistentIdentifier.identifier(for:entityName:primaryKey:)"
    case .duplicate(let identifier):
      "the store has returned two snapshots of \(identifier); return one for each object"
    }
  }
}
