public import Foundation
import StrataContexts
import StrataDescriptions
public import StrataModel
import StrataStorage

extension NSPersistentStoreCoordinator {
  /// Returns the open store at a URL, or nil if there is none.
  public func persistentStore(for url: URL) -> NSPersistentStore? {
    let path = url.resolvingSymlinksInPath().standardizedFileURL.path
    return persistentStores.first {
      $0.url?.resolvingSymlinksInPath().standardizedFileURL.path == path
    }
  }

  /// Returns a store's URL. For a store in memory that is `/dev/null`.
  public func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Returns the identifier in a URI, or nil if the URI contains none or the object's store isn't
  /// open.
  public func managedObjectID(forURIRepresentation uri: URL) -> PersistentIdentifier? {
    let identifier: PersistentIdentifier
    do {
      identifier = try PersistentIdentifier(uri: uri)
    } catch {
      // Core Data returns nil, too.
      return nil
    }
    let store = persistentStores.first { $0.identifier == identifier.storeIdentifier }
    return store?.entities.contains(identifier.entityName) ?? false ? identifier : nil
  }

  /// Returns the identifier in a URI's text, or nil as for the URI.
  public func managedObjectID(for text: String) -> PersistentIdentifier? {
    URL(string: text).flatMap { managedObjectID(forURIRepresentation: $0) }
  }

  /// Deletes the files of a store. Does nothing if there are none.
  ///
  /// A store that is open in this coordinator is closed. Reset contexts that have its objects before you use them again.
  ///
  /// - Throws: `StorageError` if the file isn't a store of this library or can't be deleted.
  public func destroyPersistentStore(
    at url: URL, type: NSPersistentStoreDescription.StoreType = .sqlite
  ) throws {
    // A store in memory ends with its coordinator.
    guard type != .inMemory else { return }
    let open = persistentStore(for: url)
    _ = try Store.destroy(at: url)
    if let open { closeDestroyed(open) }
  }

  /// Replaces the store at a URL with a copy of another store. The copy is a consistent snapshot.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` if this coordinator has the replaced store
  ///   open. `StorageError` if the source can't be read. `BackupError` if the copy can't be
  ///   written.
  public func replacePersistentStore(
    at url: URL, withPersistentStoreFrom source: URL
  ) throws {
    try checkClosed(url)
    let known = persistentStore(for: source).flatMap { container(of: $0) }
    let store = try known?.store ?? Store.openRecorded(at: source)
    let isThere = FileManager.default.fileExists(atPath: url.path)
    // Throws if the file isn't a store, so that it isn't overwritten. Opened for writing, since
    // reading alone would leave a log file behind.
    if isThere { _ = try StoreState.read(at: url, isReadOnly: false) }
    try store.backup(to: url, overwriting: isThere)
  }

  /// Copies an open store to another URL and opens the copy in its place. The old files aren't
  /// deleted.
  ///
  /// - Returns: The store at the new URL.
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a store that isn't open in this
  ///   coordinator, or that another library created. `BackupError` if a file already exists at the
  ///   URL. `StorageError`.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL
  ) throws -> NSPersistentStore {
    if let path = store.foreignPath {
      throw ManagedObjectError.unsupported(
        "\(path) is another library's store; write it into one of this by strata import")
    }
    let description = store.opened.copied()
    if description.type == .inMemory { description.type = .sqlite }
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
      // The copy failed to open, so the coordinator returns to the original.
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
