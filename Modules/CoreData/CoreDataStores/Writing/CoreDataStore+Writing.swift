internal import Foundation
import StrataSQLite
package import StrataSchema
package import StrataStorage

extension CoreDataStore {
  /// A working copy of the store, as one of a schema, whose saves are carried over into the store.
  ///
  /// - Throws: ``CoreDataStoreError/notWritable(path:reason:)``, and what reading the store throws.
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
    try working.setMirror(writer) { connection in
      try WorkingChanges.watch(connection, schema)
    }
    return working
  }

  /// The store's file, which nobody else has open and which is what was read.
  private func lookedAtAlone(_ path: String) throws -> FileImage {
    let image = try FileImage(path)
    guard try isAsItWas() else { throw StorageError.changedWhileRead(path: url.path) }
    let connection = try StoreWriter.connect(path)
    // What is in its log stays there until something is saved.
    if !image.isWhole { connection.leaveLog() }
    connection.close()
    // An empty log may be gone.
    let now = try FileImage(path)
    guard now.hasSameFile(as: image) else { throw StorageError.changedWhileRead(path: url.path) }
    return now
  }

  private func refused(_ reason: String) -> CoreDataStoreError {
    .notWritable(path: url.path, reason: reason)
  }

  /// - Returns: The columns that unique indexes are over, by table.
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

  /// Makes sure that the model that was given is the one that the store was last saved with: what another one
  /// doesn't know would be left dangling.
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
