internal import Foundation
public import StrataModel
public import StrataSchema

/// A store of your own, which keeps a container's objects in any form: a file of JSON, a service.
///
/// You implement `fetch(_:)` and ``save(_:)``, and give the container your configuration:
///
/// ```swift
/// final class JSONStore: DataStore {
///   typealias Configuration = JSONStoreConfiguration
///   typealias Snapshot = DefaultSnapshot
///   …
/// }
/// let container = try ModelContainer(
///   for: schema, configurations: [JSONStoreConfiguration(name: "trips", schema: schema, fileURL: url)])
/// ```
///
/// The container keeps a copy of all objects in memory, in which contexts find, filter and sort them. It
/// asks your store for all objects of a class when the container opens, and again for each fetch of the
/// class. A save calls ``save(_:)`` before it is kept, and throws what that throws.
///
/// The store's methods are called by one thread at a time.
public protocol DataStore: AnyObject {
  /// The type of the store's configuration.
  associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
  /// The form in which the store and contexts exchange the values of an object.
  associatedtype Snapshot: DataStoreSnapshot

  /// The store's name in the identifiers of its objects.
  var identifier: String { get }
  /// The classes of the store.
  var schema: Schema { get }
  /// The configuration that the store was made with.
  var configuration: Configuration { get }

  /// Opens the store.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Returns the snapshots of the objects that match a request's descriptor.
  ///
  /// The container asks for all objects of a class, without a predicate, a sort order or a range. Snapshots
  /// of objects of other classes are passed over.
  ///
  /// - Throws: Your errors, which the fetch throws.
  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot>

  /// Returns the number of the objects that match a request's descriptor. Containers don't call it.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// Returns the identifiers of the objects that match a request's descriptor. Containers don't call it.
  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier]

  /// Keeps the changes of a save, all or none.
  ///
  /// - Returns: The permanent identifiers of inserted objects, by those that their snapshots have.
  /// - Throws: Your errors. The context's save throws them, and saves nothing.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Deletes all objects.
  func erase() throws

  /// Called before the first request with an editing state's identity.
  func initializeState(for editingState: EditingState)

  /// Called when no more requests with an editing state's identity follow.
  func invalidateState(for editingState: EditingState)

  /// Returns snapshots that the store has at hand. Containers don't call it.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Counts the snapshots of a fetch.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  /// Returns the identifiers of the snapshots of a fetch.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Throws ``DataStoreError/unsupportedFeature``.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns none.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that can delete many objects with one request. Containers don't call it: batches reach a store
/// as the deletions of a save.
public protocol DataStoreBatching: DataStore {
  /// Deletes the objects that match a request's predicate.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// The configuration of a ``DataStore``, such as the location of its file.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The type of the store.
  associatedtype Store: DataStore where Store.Configuration == Self

  /// The name that identifies the store in its container.
  var name: String { get }
  /// The store's classes, or nil for all classes that the container's other stores don't contain. The
  /// container sets it before it makes the store.
  var schema: Schema? { get set }

  /// Checks the configuration before the store is made.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts any configuration.
  public func validate() throws {}
}

/// The values of one object, as contexts and a ``DataStore`` exchange them.
///
/// A snapshot's encoded form has its properties by name, and its identifier as `persistentIdentifier`:
/// see ``DataStoreSnapshotCodingKey``. A relationship is a `PersistentIdentifier`, or an array of them. The
/// container reads snapshots of your own types in this form.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The identifier of the object.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes the values of an object.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Returns a copy with another identifier of its own, and others in its relationships.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys of a snapshot's encoded form.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  /// The object's identifier.
  case persistentIdentifier
  /// The value of a property, by its name.
  case modeledProperty(String)

  /// The key of a name.
  public init(stringValue: String) {
    self =
      stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Returns nil, since properties have no numbers.
  public init?(intValue: Int) { nil }

  /// The name.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// Nil, since properties have no numbers.
  public var intValue: Int? { nil }
}
