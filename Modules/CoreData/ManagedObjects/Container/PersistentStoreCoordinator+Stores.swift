public import Foundation
import StrataDescriptions
public import StrataModel
import StrataStack
import StrataStorage

extension PersistentStoreCoordinator {
  /// The open store at a place; nil where there is none.
  public func persistentStore(for url: URL) -> PersistentStore? {
    let path = url.resolvingSymlinksInPath().standardizedFileURL.path
    return persistentStores.first {
      $0.url?.resolvingSymlinksInPath().standardizedFileURL.path == path
    }
  }

  /// Where a store is: `/dev/null` for one in memory.
  public func url(for store: PersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// The identifier that a URI stands for; nil where it is none, or one of an object of no open store.
  public func managedObjectID(forURIRepresentation uri: URL) -> PersistentIdentifier? {
    let identifier: PersistentIdentifier
    do {
      identifier = try PersistentIdentifier(uri: uri)
    } catch {
      // As there, what is no identifier is told by there being none.
      return nil
    }
    let store = persistentStores.first { $0.identifier == identifier.storeIdentifier }
    return store?.entities.contains(identifier.entityName) ?? false ? identifier : nil
  }

  /// The identifier that a text of a URI stands for; nil as for the URI.
  public func managedObjectID(for text: String) -> PersistentIdentifier? {
    URL(string: text).flatMap { managedObjectID(forURIRepresentation: $0) }
  }

  /// What is known of a store: its type, its identifier, and what its entities are, by Core Data's keys
  /// `NSStoreType`, `NSStoreUUID`, `NSStoreModelVersionHashes` and `NSStoreModelVersionIdentifiers`.
  public func metadata(for store: PersistentStore) -> [String: Any] {
    let hashes = managedObjectModel.entityVersionHashes.filter { store.entities.contains($0.key) }
    return [
      "NSStoreType": store.type.rawValue, "NSStoreUUID": store.identifier,
      "NSStoreModelVersionHashes": hashes.mapValues(\.description),
      "NSStoreModelVersionIdentifiers": managedObjectModel.versionIdentifiers.sorted(),
    ]
  }

  /// Removes the files of a store. Where there are none, nothing is done.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` where this coordinator has it open; `StorageError` for a
  ///   file that is no store of this library, and where it can't be removed.
  public func destroyPersistentStore(
    at url: URL, type: PersistentStoreDescription.StoreType = .sqlite
  ) throws {
    // What was in memory is gone with its coordinator.
    guard type == .sqlite else { return }
    try checkClosed(url)
    _ = try Store.destroy(at: url)
  }

  /// Puts a copy of another store at a place, as that is at one moment; a store that is there is replaced.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` where this coordinator has the place open; `StorageError`
  ///   where the other store can't be read, `BackupError` where there can't be such a file.
  public func replacePersistentStore(
    at url: URL, withPersistentStoreFrom source: URL
  ) throws {
    try checkClosed(url)
    let known = persistentStore(for: source).flatMap { container(of: $0) }
    let store = try known?.store ?? Store.openRecorded(at: source)
    let isThere = FileManager.default.fileExists(atPath: url.path)
    // A file of another kind isn't written over. Who only reads would leave a log behind.
    if isThere { _ = try StoreState.read(at: url, isReadOnly: false) }
    try store.backup(to: url, overwriting: isThere)
  }

  /// Copies an open store to another place, and has that open instead. The old files stay.
  ///
  /// - Returns: The store at the new place.
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a store that isn't the coordinator's or is another
  ///   library's; `BackupError` where there is a file already; `StorageError`.
  @discardableResult
  public func migratePersistentStore(
    _ store: PersistentStore, to url: URL
  ) throws -> PersistentStore {
    if let path = store.foreignPath {
      throw ManagedObjectError.unsupported(
        "\(path) is another library's store; write it into one of this by strata import")
    }
    let description = store.opened.copy()
    description.type = .sqlite
    description.url = url
    try checkClosed(url)
    guard let container = container(of: store) else {
      throw ManagedObjectError.unsupported("\(store) is no store of this coordinator")
    }
    try container.store.backup(to: url)
    try remove(store)
    do {
      return try addPersistentStore(description)
    } catch {
      // The old one is still there, and is what there was.
      try addPersistentStore(store.opened)
      throw error
    }
  }

  private func checkClosed(_ url: URL) throws(ManagedObjectError) {
    guard persistentStore(for: url) == nil else {
      throw .unsupported(
        "the store at \(url.path) is open in this coordinator; remove it from the coordinator first"
      )
    }
  }
}
