package import Foundation
import StrataArchives
import StrataContexts
import StrataCoreDataStores
import StrataDescriptions
import StrataModel
import StrataModelFiles
import StrataSchema
import StrataStorage

// Core Data's metadata of a store: what says which version of a model it has, and values of the
// program's own.
extension NSPersistentStoreCoordinator {
  private static let name = VersionRecord.name
  private static let hashes = VersionRecord.hashesKey
  /// The hashes that the model embedded in a store of Core Data has here. Core Data's own hashes can't
  /// be compared with a model, since their form isn't published.
  private static let ownHashes = "StrataModelVersionHashes"
  /// The schema of a store that has no hashes, such as one that only a `ModelContainer` has opened.
  private static let recordedSchema = "StrataSchema"
  private static let identifiers = "NSStoreModelVersionIdentifiers"
  private static let type = "NSStoreType"
  private static let identifier = "NSStoreUUID"

  /// Reads the type, identifier, version hashes and your own values of an open store, by Core Data's
  /// keys `NSStoreType`, `NSStoreUUID`, `NSStoreModelVersionHashes` and
  /// `NSStoreModelVersionIdentifiers`.
  ///
  /// - Throws: `StorageError` if the store can't be read.
  @_disfavoredOverload
  package func metadata(for store: NSPersistentStore) throws -> [String: Any] {
    if let path = store.foreignPath {
      return try Self.storedMetadata(at: URL(fileURLWithPath: path))
    }
    var values = try Self.values(of: container(of: store)?.store.metadata(Self.name))
    values[Self.type] = store.type.rawValue
    values[Self.identifier] = store.identifier
    return values
  }

  /// Records the model's version hashes in a store, if they aren't there yet.
  func recordVersion(in store: NSPersistentStore, _ container: ModelContainer) throws {
    guard store.foreignPath == nil, !store.isReadOnly else { return }
    let own = reference.entityVersionHashesByName.filter { store.entities.contains($0.key) }
    let identifiers = objectModel.model.versionIdentifiers.sorted()
    var values = try Self.values(of: container.store.metadata(Self.name))
    guard
      values[Self.hashes] as? [String: Data] != own
        || values[Self.identifiers] as? [String] != identifiers
    else { return }
    (values[Self.hashes], values[Self.identifiers]) = (own, identifiers)
    try container.store.setMetadata(Self.name, to: try Self.text(of: values))
  }

  /// Checks that a model's version can be recorded, before a store's tables are changed to it.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)``.
  func checkVersionRecord() throws {
    _ = try Self.text(of: [
      Self.hashes: reference.entityVersionHashesByName,
      Self.identifiers: objectModel.model.versionIdentifiers.sorted(),
    ])
  }

  /// Replaces the program's own values in an open store's metadata. The next save of a context of
  /// this coordinator throws an error.
  package func setStoredMetadata(_ metadata: [String: Any], of store: NSPersistentStore) {
    do {
      guard let container = container(of: store) else {
        throw ManagedObjectError.unsupported("\(store) is no store of this coordinator")
      }
      let now = try Self.values(of: container.store.metadata(Self.name))
      try container.store.setMetadata(
        Self.name, to: try Self.text(of: Self.replacing(now, by: metadata)))
    } catch {
      record(error)
    }
  }

  /// Reads the metadata of a store that needn't be open, also one of Core Data.
  ///
  /// - Throws: `StorageError`, `CoreDataStoreError`.
  package static func storedMetadata(at url: URL) throws -> [String: Any] {
    if try CoreDataStore.isStore(at: url) {
      let store = try StoreOutline(of: url)
      var values: [String: Any] = [:]
      if let metadata = store.metadata {
        values = metadata.values.compactMapValues { $0.plain }
        values[hashes] = metadata.versionHashes
        values[ownHashes] = try embeddedHashes(url, of: metadata.versionHashes.keys)
      }
      values[type] = "SQLite"
      values[identifier] = store.identifier.uuidString
      return values
    }
    let (own, text, schema) = try Store.metadata(name, at: url)
    var values = try values(of: text)
    // No coordinator has opened the store yet.
    if values[hashes] == nil { values[recordedSchema] = schema }
    values[type] = "SQLite"
    values[identifier] = own
    return values
  }

  /// True if a file is a store of Core Data or SwiftData.
  package static func isForeign(_ url: URL) throws -> Bool { try CoreDataStore.isStore(at: url) }

  /// True if the metadata of a file of Core Data tell which version of a model it has.
  package static func knowsVersion(_ metadata: [String: Any]) -> Bool {
    metadata[ownHashes] != nil
  }

  /// The version hashes in a store's metadata that can be compared with a model's.
  package static func versionHashes(of metadata: [String: Any]) -> [String: Data]? {
    (metadata[ownHashes] ?? metadata[hashes]) as? [String: Data]
  }

  /// True if a store with some metadata has a model's version of some entities, by name.
  package static func isVersion(
    _ model: NSManagedObjectModel, of names: Set<String>, in metadata: [String: Any]
  ) throws -> Bool {
    if let stored = versionHashes(of: metadata) {
      return model.entityVersionHashesByName.filter { names.contains($0.key) } == stored
    }
    guard let text = metadata[recordedSchema] as? String else { return false }
    let whole = try Schema(try model.described())
    let roots = Set(names.compactMap { whole.entitiesByName[$0]?.root.name })
    let part = try Schema(
      entities: whole.entities.filter { roots.contains($0.root.name) }, version: whole.version)
    return try Store.isRecord(text, of: part)
  }

  /// The hashes of the model embedded in a store of Core Data, or nil if it has none that can be read.
  private static func embeddedHashes(
    _ url: URL, of entities: some Collection<String>
  ) throws -> [String: Data]? {
    do {
      let model = try CoreDataStore(url: url).model
      return VersionRecord.hashes(of: model).filter { entities.contains($0.key) }
    } catch CoreDataStoreError.noModel, CoreDataStoreError.unreadableModel {
      // Core Data's own hashes fit no model here, so that the store counts as one of another version.
      return nil
    }
  }

  /// Replaces the program's own values in the metadata of a store that needn't be open.
  ///
  /// - Throws: `StorageError`. ``ManagedObjectError/unsupported(_:)`` for a value that isn't a
  ///   property list.
  package static func setStoredMetadata(_ metadata: [String: Any], at url: URL) throws {
    let now = try values(of: Store.metadata(name, at: url).text)
    try Store.setMetadata(name, to: try text(of: replacing(now, by: metadata)), at: url)
  }

  /// True if a coordinator has opened a store with some metadata. An import records the hashes alone.
  static func isOfCoordinator(_ metadata: [String: Any]) -> Bool {
    metadata[hashes] != nil && metadata[identifiers] != nil
  }

  private static func replacing(
    _ now: [String: Any], by metadata: [String: Any]
  ) -> [String: Any] {
    var values = metadata
    for key in [hashes, identifiers] { values[key] = now[key] }
    for key in [type, identifier, ownHashes, recordedSchema] { values[key] = nil }
    return values
  }

  private static func values(of text: String?) throws -> [String: Any] {
    guard let text else { return [:] }
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    return list as? [String: Any] ?? [:]
  }

  private static func text(of values: [String: Any]) throws -> String {
    FoundationBridges.link()
    guard PropertyListSerialization.propertyList(values, isValidFor: .xml) else {
      throw ManagedObjectError.unsupported(
        "a store's metadata are texts, numbers, dates, data, and arrays and dictionaries of them; one of "
          + "\(values.keys.sorted().joined(separator: ", ")) is none")
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    return String(decoding: data, as: UTF8.self)
  }
}

extension PropertyListValue {
  /// The value as Foundation's property lists have it, or nil for null and for references.
  fileprivate var plain: Any? {
    switch self {
    case .null, .uid: nil
    case .boolean(let truth): truth
    case .integer(let number): Int(number)
    case .unsignedInteger(let number): number
    case .real(let number): number
    case .date(let date): date
    case .data(let data): data
    case .string(let text): text
    case .array(let elements), .set(let elements): elements.compactMap(\.plain)
    case .dictionary(let values): values.compactMapValues(\.plain)
    }
  }
}

extension StoreOpening {
  /// Checks that a store needs no migration to some entities, if the description doesn't allow any. A
  /// store of Core Data is never migrated.
  ///
  /// - Throws: ``ManagedObjectError/otherVersion(path:)``.
  func checkVersion(of names: Set<String>) throws {
    guard !description.migratesItself, !description.isKeptInMemory, let url = description.url,
      FileManager.default.fileExists(atPath: url.path), try !CoreDataStore.isStore(at: url)
    else { return }
    let stored = try NSPersistentStoreCoordinator.storedMetadata(at: url)
    guard
      try NSPersistentStoreCoordinator.isVersion(objectModel.reference, of: names, in: stored)
    else { throw ManagedObjectError.otherVersion(path: url.path) }
  }
}
