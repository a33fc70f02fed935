internal import Foundation
import StrataSQLite
package import StrataSchema
package import StrataStorage

extension CoreDataStore {
  /// Opens a working copy of the store with a schema. Its saves are written to the store as well.
  ///
  /// - Throws: ``CoreDataStoreError/notWritable(path:reason:)``, or an error of reading the store.
  package func workingCopy(
    of schema: Schema, _ policy: CoreDataWritePolicy
  ) throws -> Store {
    let path = url.resolvingSymlinksInPath().path
    if let warning = logWarnings.first { throw refused("its log is damaged, \(warning)") }
    try Store.checkWritable(path)
    let names = try names()
    let uniqueColumns = try checkWriting(names, policy)
    let folder = try WorkingFolder()
    let working = try Store.open(schema, at: folder.url.appendingPathComponent("working.store"))
    let plan = try WritePlan(schema, working, names, policy, uniqueColumns: uniqueColumns)
    try fill(working)
    let writer = StoreWriter(
      plan, path: path, image: try lookedAtAlone(path), folder: folder,
      externalData: externalDataFolder, prepare: prepareWriting)
    try working.setMirror(writer)
    return working
  }

  /// Checks that no other process has the store open and that its file is unchanged. Returns the
  /// file's state.
  private func lookedAtAlone(_ path: String) throws -> FileImage {
    let image = try FileImage(path)
    guard try isAsItWas() else { throw StorageError.changedWhileRead(path: url.path) }
    let connection = try StoreWriter.connect(path)
    // The log remains until something is saved.
    if !image.isWhole { connection.leaveLog() }
    connection.close()
    // SQLite may have deleted an empty log.
    let now = try FileImage(path)
    guard now.hasSameFile(as: image) else { throw StorageError.changedWhileRead(path: url.path) }
    return now
  }

  private func refused(_ reason: String) -> CoreDataStoreError {
    .notWritable(path: url.path, reason: reason)
  }

  /// Checks that the store can be written without losing consistency.
  ///
  /// - Returns: The columns of unique indexes, by table.
  private func checkWriting(
    _ names: StoreNames, _ policy: CoreDataWritePolicy
  ) throws -> [String: Set<String>] {
    let connection = try connect()
    defer { connection.close() }
    prepareWriting(connection, DerivedValues())
    let checks = WriteChecks(names: names, policy: policy, connection: connection)
    try checks.run()
    if hasHistory, policy.history == .append { try checkHistoryTables() }
    try checkModel()
    return try checks.uniqueColumns()
  }

  /// Checks that the caller's model is the one with which the store was last saved. Content that
  /// another model doesn't describe would become inconsistent.
  private func checkModel() throws {
    guard !hasOwnModel else { return }
    if let own = try ownModel() {
      guard StoredShape(own) != StoredShape(model) else { return }
      throw refused(
        "the model that was given isn't the one that it has within; leave the other one out, or give the "
          + "version that the store was last saved with")
    }
    if let omission = try firstUnexplained() {
      throw refused("the model that was given doesn't explain all of it: \(omission)")
    }
  }

  private func fill(_ working: Store) throws {
    let source = try store(of: working.schema, checksValues: true)
    var copy = try StoreImport(self, source, working) { _ in }
    let report = try copy.copyContent()
    guard let first = report.problems.first else { return }
    throw refused(
      report.problemCount == 1
        ? "\(first); give a class that takes it, or import the store"
        : "\(report.problemCount) values, links or objects of it can't be read, the first being \(first); "
          + "give classes that take them, or import the store")
  }

  private var prepareWriting: @Sendable (Connection, DerivedValues) -> Void {
    let folder = externalDataFolder
    return { connection, derived in
      StoreFunctions.register(on: connection, externalDataIn: folder)
      StoreFunctions.registerTriggers(on: connection, telling: derived)
    }
  }
}

/// A policy for writing to a Core Data store that has a history or syncs with CloudKit.
///
/// By default such a store isn't written at all.
public struct CoreDataWritePolicy: Sendable, Hashable {
  /// The treatment of a store's history.
  public enum History: Sendable, Hashable {
    /// A store with a history isn't written.
    case refuse
    /// Each save is appended to the history. The history's format was found by comparing stores.
    /// Nobody has verified yet that Apple's framework accepts such entries.
    case append
    /// The history isn't updated. Programs that follow it, such as widgets and CloudKit, miss the
    /// saves.
    case leave
  }

  /// The treatment of the store's history.
  public var history: History
  /// True to write a store that syncs with CloudKit without updating CloudKit's tables.
  ///
  /// Your changes aren't uploaded to iCloud then, and changes from iCloud may overwrite them.
  public var leavesCloudKit: Bool

  /// Creates a policy. By default it rejects stores with a history or with CloudKit's tables.
  public init(history: History = .refuse, leavesCloudKit: Bool = false) {
    self.history = history
    self.leavesCloudKit = leavesCloudKit
  }
}
