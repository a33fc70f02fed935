internal import Foundation
import StrataSQLite
import StrataSchema
import StrataStorage
internal import Synchronization

/// Writes each save of a working copy to the Core Data store that it was made from.
///
/// It opens the store for each save and closes it again, so that between saves the file is complete
/// and has no log. If the file has changed since the last save, the save fails.
final class StoreWriter: StoreMirror {
  private let plan: WritePlan
  private let path: String
  private let folder: WorkingFolder
  private let prepare: @Sendable (Connection, DerivedValues) -> Void
  private let externalData: URL
  private let state: Mutex<State>

  private struct State {
    /// The state of the file when it was last closed.
    var image: FileImage
    /// True while the store has a save that the working copy hasn't committed.
    var isAhead = false
    var open: Open?
  }

  /// A save that is written but not finished.
  private struct Open: @unchecked Sendable {
    // Unchecked, since only the thread that saves uses it, under the working copy's lock.
    let connection: Connection
    /// External files that rows no longer use.
    var released: Set<Data> = []
    /// True if the file was as the last save had left it.
    var isUnchanged = false
  }

  /// The time in seconds to wait for another process that has the store open.
  static let patience = 2.0

  /// - Parameters:
  ///   - path: The store's path.
  ///   - image: The state of the store's file that the working copy corresponds to.
  ///   - folder: The folder of the working copy.
  ///   - prepare: Called with each new connection to the store.
  init(
    _ plan: WritePlan, path: String, image: FileImage, folder: WorkingFolder, externalData: URL,
    prepare: @escaping @Sendable (Connection, DerivedValues) -> Void
  ) {
    self.plan = plan
    self.path = path
    self.folder = folder
    self.externalData = externalData
    self.prepare = prepare
    state = Mutex(State(image: image))
  }

  func write(
    _ transaction: StoreTransaction, author: String?, contextName: String?
  ) throws -> HistoryLog {
    var effects = HistoryLog()
    try state.withLock { state in
      guard !state.isAhead else {
        throw CoreDataStoreError.cannotSave(
          path: path,
          reason:
            "it has a save that the working copy couldn't keep, so that it is ahead; open it anew")
      }
      guard try state.image.again() == state.image else {
        throw changed
      }
      let connection = try StoreWriter.connect(path)
      state.open = Open(connection: connection)
      // Checked again with the lock held: another process may have written until now.
      guard try state.image.again().hasSameFile(as: state.image) else { throw changed }
      state.open?.isUnchanged = true
      let derived = DerivedValues()
      prepare(connection, derived)
      for sql in plan.definitions { try connection.execute(sql) }
      try connection.execute("BEGIN IMMEDIATE")
      var save = try StoreSave(
        plan, transaction, connection, author: author, contextName: contextName)
      try save.run()
      state.open?.released = save.released
      effects = try save.takeOver(derived)
    }
    return effects
  }

  private var changed: CoreDataStoreError {
    .cannotSave(
      path: path, reason: "another program has changed it since it was opened; open it anew")
  }

  func commit() throws {
    try state.withLock { state in
      try state.open?.connection.execute("COMMIT")
      state.isAhead = state.open != nil
    }
  }

  func end(isSaved: Bool) {
    state.withLock { state in
      guard let open = state.open else { return }
      // Closing the connection rolls back an uncommitted save.
      open.connection.close()
      state.open = nil
      // While the file was locked, only this save can have changed it, even if it was rolled back.
      // If the state can't be read, the next save finds that the file has changed.
      if open.isUnchanged, let image = try? FileImage(path) { state.image = image }
      guard state.isAhead, isSaved else { return }
      state.isAhead = false
      for name in open.released {
        // A file that can't be deleted only takes up space.
        try? ExternalData(name.dropFirst(), in: externalData).remove()
      }
    }
  }

  /// Opens a store for writing, and checks that no other process has it open.
  ///
  /// - Throws: `StorageError.busy`, `StorageError.cannotOpen`.
  static func connect(_ path: String) throws -> Connection {
    let connection = try Connection(path: path, isReadOnly: false, busyTimeout: patience)
    do {
      // An untrusted schema's triggers can only call functions registered as innocuous. With full
      // synchronization a committed save is on the disk.
      try connection.execute(
        """
        PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;
        PRAGMA temp_store = MEMORY; BEGIN EXCLUSIVE; SELECT count(*) FROM sqlite_schema; COMMIT
        """)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }
}
