public import Foundation
public import StrataDescriptions
public import StrataModelFiles
import StrataSQLite
package import StrataSchema
package import StrataStorage

/// A store that Core Data or SwiftData created, opened for reading.
///
///     let store = try CoreDataStore(url: url)
///     let container = try ModelContainer(for: Trip.self, in: store)
///
/// It writes nothing, neither to the file nor beside it. If part of the content is only in the
/// store's log, it reads a private copy, which it deletes when it is released.
public final class CoreDataStore: Sendable {
  /// The store's file.
  public let url: URL
  /// The identifier that the store shares with its copies only.
  public let identifier: UUID
  /// The model of the store's objects.
  public let model: ManagedObjectModel
  /// The parts of the store's log and embedded model that couldn't be read.
  public let warnings: [String]
  /// The store's metadata, or nil if it has none.
  public let metadata: StoreMetadata?
  private let snapshot: StoreSnapshot
  let tables: StoreTables
  /// True if `model` is the model embedded in the store.
  let hasOwnModel: Bool

  /// Opens a store.
  ///
  /// - Parameter model: The model with which the store was last saved, or nil to use the model
  ///   embedded in the store.
  /// - Throws: ``CoreDataStoreError``, `StorageError`.
  public init(url: URL, model: ManagedObjectModel? = nil) throws {
    self.url = url
    let snapshot = try StoreSnapshot(of: url)
    self.snapshot = snapshot
    let connection = try snapshot.connect()
    defer { connection.close() }
    do {
      tables = try StoreTables(connection, path: url.path)
    } catch CoreDataStoreError.notAStore(let path, let reason) {
      // The log's damage may be the reason why something is missing.
      throw CoreDataStoreError.notAStore(
        path: path, reason: ([reason] + snapshot.warnings).joined(separator: "; "))
    }
    identifier = try Self.identifier(connection, path: url.path)
    metadata = try Self.metadata(connection, tables, identifier)
    hasOwnModel = model == nil
    if let model {
      self.model = model
      warnings = snapshot.warnings
    } else {
      let cached = try Self.cachedModel(connection, tables)
      self.model = cached.model
      warnings = snapshot.warnings + cached.warnings.map { "\(url.path): \($0)" }
    }
    try connection.checkImage()
  }

  /// Reads the store's identifier.
  static func identifier(_ connection: Connection, path: String) throws -> UUID {
    let text = try connection.value("SELECT Z_UUID FROM Z_METADATA")
    guard case .text(let text) = text, let identifier = UUID(uuidString: text) else {
      throw CoreDataStoreError.notAStore(path: path, reason: "it has no identifier")
    }
    return identifier
  }

  /// Reads the store's metadata.
  static func metadata(
    _ connection: Connection, _ tables: StoreTables, _ identifier: UUID
  ) throws -> StoreMetadata? {
    let value = try connection.value("SELECT Z_PLIST FROM Z_METADATA")
    if value == .null { return nil }
    guard case .blob(let plist) = value else {
      throw CoreDataStoreError.notAStore(
        path: tables.path, reason: "what it says of itself is no data")
    }
    do {
      return try StoreMetadata(propertyList: plist, identifier: identifier)
    } catch {
      throw CoreDataStoreError.notAStore(
        path: tables.path, reason: "what it says of itself can't be read: \(error)")
    }
  }

  /// True if the store syncs with CloudKit.
  public var hasCloudKitTables: Bool { tables.columns.keys.contains { $0.hasPrefix("ANSCK") } }

  /// True if the store's files haven't changed since they were opened.
  func isAsItWas() throws -> Bool { try snapshot.originalImage.again() == snapshot.originalImage }

  /// The parts of the store's log that couldn't be read.
  var logWarnings: [String] { snapshot.warnings }

  /// Reads the model embedded in the store. Returns nil if there is none.
  func ownModel() throws -> ManagedObjectModel? {
    let connection = try connect()
    defer { connection.close() }
    do {
      return try Self.cachedModel(connection, tables).model
    } catch CoreDataStoreError.noModel {
      return nil
    }
  }

  /// Derives the store's table and column names from the model.
  func names() throws -> StoreNames { try StoreNames(model, in: tables, isOwn: hasOwnModel) }

  /// Opens a connection to the store's tables.
  func connect() throws -> Connection { try snapshot.connect() }

  /// Reads the embedded model, with which the store was last saved.
  private static func cachedModel(
    _ connection: Connection, _ tables: StoreTables
  ) throws -> ArchivedModel {
    guard tables.columns["Z_MODELCACHE"] != nil else {
      throw CoreDataStoreError.noModel(path: tables.path)
    }
    func unreadable(_ reason: String) -> CoreDataStoreError {
      .unreadableModel(path: tables.path, reason: reason)
    }
    guard tables.column("Z_CONTENT", of: "Z_MODELCACHE") != nil else {
      throw unreadable("its table Z_MODELCACHE has no column Z_CONTENT")
    }
    let rows = try connection.integer("SELECT count(*) FROM Z_MODELCACHE") ?? 0
    if rows > 1 { throw unreadable("its table Z_MODELCACHE has \(rows) rows instead of one") }
    let content = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE")
    if content == .null { throw CoreDataStoreError.noModel(path: tables.path) }
    guard case .blob(let cache) = content else { throw unreadable("it is no data") }
    do {
      return try ArchivedModel(modelCache: cache)
    } catch {
      throw unreadable("\(error)")
    }
  }

  /// The folder of externally stored data. It is beside the store's file, after resolving links,
  /// and named after it.
  var externalDataFolder: URL {
    let file = snapshot.original
    let name = file.deletingPathExtension().lastPathComponent
    return file.deletingLastPathComponent().appendingPathComponent(
      ".\(name)_SUPPORT/_EXTERNAL_DATA")
  }

  /// Opens the store with a schema: that of the model, or of model classes.
  ///
  /// - Parameter describesUnreadableData: True to return an ``UnreadableExternalData`` with the
  ///   reason in place of external data that can't be read. With false the query fails.
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` if the store lacks something in the
  ///   schema.
  package func store(of schema: Schema, describesUnreadableData: Bool = false) throws -> Store {
    try store(of: schema, checksValues: false, describesUnreadableData: describesUnreadableData)
  }

  /// Opens the store with a schema.
  ///
  /// - Parameter checksValues: True to make SQL fail when it reads a value of the wrong type. With
  ///   false some values are checked by the reader only, so that queries can use indexes.
  func store(
    of schema: Schema, checksValues: Bool, describesUnreadableData: Bool = false
  ) throws -> Store {
    let connection = try connect()
    defer { connection.close() }
    let views = try StoreViews(of: schema, names(), checksValues: checksValues, connection)
    let (definitions, positions) = (views.definitions, views.linkPositions)
    let (snapshot, folder) = (snapshot, externalDataFolder)
    return try Store.reading(
      schema,
      ForeignTables(
        url: url, image: snapshot.image, identifier: identifier, shared: views.shared
      ) { connection in
        // The private copy must exist as long as connections can be opened.
        try withExtendedLifetime(snapshot) {
          StoreFunctions.register(
            on: connection, externalDataIn: folder,
            describesUnreadableData: describesUnreadableData)
          StoreFunctions.registerLinkPositions(on: connection, positions)
          for sql in definitions { try connection.execute(sql) }
        }
      })
  }
}

extension CoreDataStore {
  /// Returns true if a file is a store of Core Data or SwiftData, and false for one that isn't a
  /// database.
  ///
  /// It writes nothing, neither to the file nor beside it.
  ///
  /// - Throws: `StorageError` if the file can't be read.
  public static func isStore(at url: URL) throws -> Bool {
    guard try DatabaseKind(of: url) == .other else { return false }
    let snapshot = try StoreSnapshot(of: url)
    let connection = try snapshot.connect()
    defer { connection.close() }
    let count = try connection.integer(
      """
      SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
      AND upper(name) IN ('Z_METADATA', 'Z_PRIMARYKEY')
      """)
    return count == 2
  }
}
