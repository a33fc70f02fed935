public import Foundation
public import StrataDescriptions
public import StrataModelFiles
import StrataSQLite
package import StrataSchema
package import StrataStorage

/// A store that Core Data or SwiftData has made, opened to be read.
///
/// Nothing is written, neither to the file nor beside it. What is only in the store's log is read from
/// a private copy, which goes with this object.
public final class CoreDataStore: Sendable {
  /// The store's file.
  public let url: URL
  /// What tells the store, and all copies of it, from any other.
  public let identifier: UUID
  /// What the store's objects are.
  public let model: ManagedObjectModel
  /// What of the store isn't read: of its log, or of the model that it has within.
  public let warnings: [String]
  /// What the store says of itself; nil where it says nothing.
  public let metadata: StoreMetadata?
  private let snapshot: StoreSnapshot
  let tables: StoreTables
  /// Whether the model is the one that the store has within.
  let hasOwnModel: Bool

  /// Opens a store.
  ///
  /// - Parameter model: The model that the store was last saved with; nil for the one that the store
  ///   has within.
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
      // What is missing may be what its log has lost.
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

  /// What tells the store from any other.
  static func identifier(_ connection: Connection, path: String) throws -> UUID {
    let text = try connection.value("SELECT Z_UUID FROM Z_METADATA")
    guard case .text(let text) = text, let identifier = UUID(uuidString: text) else {
      throw CoreDataStoreError.notAStore(path: path, reason: "it has no identifier")
    }
    return identifier
  }

  /// What the store says of itself.
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

  /// Whether the store is kept in step with CloudKit.
  public var hasCloudKitTables: Bool { tables.columns.keys.contains { $0.hasPrefix("ANSCK") } }

  /// Whether the store's files are still what was read.
  func isAsItWas() throws -> Bool { try snapshot.originalImage.again() == snapshot.originalImage }

  /// What of the store's log isn't read.
  var logWarnings: [String] { snapshot.warnings }

  /// The model that the store has within; nil where it has none.
  func ownModel() throws -> ManagedObjectModel? {
    let connection = try connect()
    defer { connection.close() }
    do {
      return try Self.cachedModel(connection, tables).model
    } catch CoreDataStoreError.noModel {
      return nil
    }
  }

  /// Where the store keeps what the model says.
  func names() throws -> StoreNames { try StoreNames(model, in: tables, isOwn: hasOwnModel) }

  /// A connection to the tables as they are.
  func connect() throws -> Connection { try snapshot.connect() }

  /// The model that the store was last saved with, which it has within.
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

  /// The folder with data that is in files of its own: beside the store's file, also where a link leads
  /// to that, and called after it.
  var externalDataFolder: URL {
    let file = snapshot.original
    let name = file.deletingPathExtension().lastPathComponent
    return file.deletingLastPathComponent().appendingPathComponent(
      ".\(name)_SUPPORT/_EXTERNAL_DATA")
  }

  /// The store, as one of a schema: of the model, or of model classes.
  ///
  /// - Parameter describesUnreadableData: Whether the column of external data that can't be read has the reason,
  ///   an ``UnreadableExternalData``. Otherwise a query that reads it fails.
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` where the schema says what the store doesn't
  ///   have.
  package func store(of schema: Schema, describesUnreadableData: Bool = false) throws -> Store {
    try store(of: schema, checksValues: false, describesUnreadableData: describesUnreadableData)
  }

  /// - Parameter checksValues: Whether a value that isn't of its type fails where SQL reads it. Otherwise
  ///   some are told by who takes them, so that indexes serve.
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
        // A copy is there as long as anybody may open it once more.
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
