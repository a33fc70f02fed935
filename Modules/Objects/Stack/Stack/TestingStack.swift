public import Foundation
public import StrataContexts
public import StrataModel
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage

/// A data stack with a store in a temporary folder or in a schema of a server, for tests that need one.
///
/// Use it for tests with several processes, of migrations, and of recovery after a crash. The folder or
/// the schema is deleted when the stack is released. Stacks share nothing, so that tests can run in
/// parallel, also on one server.
public final class TestingStack: DataStack {
  /// The container of the store.
  public let container: ModelContainer
  /// The author of saves of ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor
  /// The store's file, or its address on the server.
  public var url: URL { place.store }
  private let place: any Place

  /// Where the store is. It deletes itself when it is released: after the containers that use it.
  private protocol Place: AnyObject, Sendable {
    var store: URL { get }
  }

  private final class Folder: Place {
    private let url: URL
    var store: URL { url.appendingPathComponent("testing.store") }

    init() throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "strata-testing-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    // A deinitializer can't report an error. The system cleans its temporary folder anyway.
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private final class ServerSchema: Place {
    let store: URL

    init(_ server: URL) throws {
      guard server.isOfServer else {
        throw StorageError.cannotOpen(
          path: server.path,
          reason: "it is no address of a server, such as postgresql://user@host/database")
      }
      let name = "strata_testing_" + UUID().uuidString.prefix(13).lowercased()
      let schema = URLQueryItem(name: "schema", value: name)
      var components = URLComponents(url: server, resolvingAgainstBaseURL: true)
      let others = components?.queryItems?.filter { $0.name != "schema" } ?? []
      components?.queryItems = others + [schema]
      store = components?.url ?? server.appending(queryItems: [schema])
    }

    // Dropped: a deinitializer can't report an error. If the server can't be reached, the schema stays; its name
    // says that it was made by a test.
    deinit { try? Store.dropSchema(ofServer: store) }
  }

  /// Creates a stack with a new store and inserts its first objects.
  ///
  /// - Parameter seed: Inserts objects in a context of the author `seed`, which is saved
  ///   afterwards.
  /// - Throws: as `ModelContainer`, the body's error, the save's error, or Foundation's error if
  ///   the folder can't be created.
  public convenience init(
    for types: [any PersistentModel.Type], migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    mainAuthor: TransactionAuthor = "test", seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    try self.init(Folder(), Schema(types), migrationPlan, mainAuthor)
    try insertSeed(seed)
  }

  /// Creates a stack with a new store on a server, and inserts its first objects.
  ///
  /// The store has a schema of its own, which is dropped with the last of the stacks. Schemas that a process
  /// leaves which is killed have names that begin with `strata_testing_`.
  ///
  /// - Parameters:
  ///   - server: An address such as `postgresql://user@host/database`. A `schema` in it is replaced.
  ///   - seed: Inserts objects in a context of the author `seed`, which is saved afterwards.
  /// - Throws: as `ModelContainer`, also for a URL that is no server's; the body's error, or the save's error.
  public convenience init(
    for types: [any PersistentModel.Type], onServer server: URL,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, mainAuthor: TransactionAuthor = "test",
    seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    try self.init(ServerSchema(server), Schema(types), migrationPlan, mainAuthor)
    try insertSeed(seed)
  }

  /// Creates a stack with a new, empty store for a schema.
  convenience init(_ schema: Schema) throws { try self.init(Folder(), schema, nil, "test") }

  private init(
    _ place: any Place, _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ mainAuthor: TransactionAuthor
  ) throws {
    self.place = place
    self.mainAuthor = mainAuthor
    container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan,
      configurations: ModelConfiguration(url: place.store))
  }

  /// Opens the same store again, as another process or a later version of the program would.
  ///
  /// You can pass other models and a migration plan. The folder or the schema is deleted with the last of
  /// the stacks.
  ///
  /// - Throws: as `ModelContainer`.
  public func reopened(
    for types: [any PersistentModel.Type]? = nil,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> TestingStack {
    try TestingStack(
      place, types.map { Schema($0) } ?? container.schema, migrationPlan, mainAuthor)
  }
}

/// A data stack with a store in memory, for examples, demonstrations and quick tests.
///
/// The store is deleted when the stack is released. Stacks share nothing.
public final class PreviewStack: DataStack {
  /// The container of the store.
  public let container: ModelContainer
  /// The author of saves of ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor

  /// Creates a stack and inserts its first objects.
  ///
  /// - Parameter seed: Inserts objects in a context of the author `seed`, which is saved
  ///   afterwards.
  /// - Throws: as `ModelContainer`, the body's error, or the save's error.
  public init(
    for types: [any PersistentModel.Type], mainAuthor: TransactionAuthor = "preview",
    seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    container = try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    self.mainAuthor = mainAuthor
    try insertSeed(seed)
  }
}
