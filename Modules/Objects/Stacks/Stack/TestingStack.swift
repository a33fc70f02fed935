public import Foundation
public import StrataModel
internal import StrataSchema
public import StrataStack

/// A stack with a store in a folder of its own, which goes with it: for tests that need a file, as those of
/// several processes, of migrations and of what is left after a crash do.
///
/// Tests may run in parallel: no two stacks share anything.
public final class TestingStack: DataStack {
  /// The container.
  public let container: ModelContainer
  /// Who writes through ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor
  /// The store's file.
  public var url: URL { folder.store }
  private let folder: Folder

  /// Goes when nobody has it any more, after the containers on the store in it.
  private final class Folder: Sendable {
    let url: URL
    var store: URL { url.appendingPathComponent("testing.store") }

    init() throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "strata-testing-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    // Nobody can be told; the system's temporary folder is cleaned by the system.
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// Makes a stack on a new store, with what a body puts into it.
  ///
  /// - Parameter seed: Inserts the first objects, in a context of the author `seed` that is saved
  ///   afterwards.
  /// - Throws: as `ModelContainer`; what the body or saving throws; an error of Foundation's where no
  ///   folder can be made.
  public convenience init(
    for types: [any PersistentModel.Type], migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    mainAuthor: TransactionAuthor = "test", seed: (ModelContext) throws -> Void = { _ in }
  ) throws {
    try self.init(Folder(), Schema(types), migrationPlan, mainAuthor)
    try withContext(author: .seed, seed)
  }

  /// A stack on a new, empty store for a schema.
  convenience init(_ schema: Schema) throws { try self.init(Folder(), schema, nil, "test") }

  private init(
    _ folder: Folder, _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ mainAuthor: TransactionAuthor
  ) throws {
    self.folder = folder
    self.mainAuthor = mainAuthor
    container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan,
      configurations: ModelConfiguration(url: folder.store))
  }

  /// Opens the same store again, as another process or a later version of the program would: with other
  /// models where they are given. The folder stays until the last of the stacks goes.
  ///
  /// - Throws: as `ModelContainer`.
  public func reopened(
    for types: [any PersistentModel.Type]? = nil,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> TestingStack {
    try TestingStack(
      folder, types.map { Schema($0) } ?? container.schema, migrationPlan, mainAuthor)
  }
}
