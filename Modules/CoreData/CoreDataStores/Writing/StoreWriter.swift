internal import Foundation
import StrataSQLite
import StrataSchema
import StrataStorage
internal import Synchronization

/// Carries each save of a working copy over into the Core Data store that it was made of.
///
/// The store is opened for each save and closed again, so that between them all is in its file, with no log
/// beside it. It has to be as the save before has left it.
final class StoreWriter: StoreMirror {
  private let plan: WritePlan
  private let path: String
  private let folder: WorkingFolder
  private let prepare: @Sendable (Connection, DerivedValues) -> Void
  private let externalData: URL
  private let state: Mutex<State>

  private struct State {
    /// The file as it was when it was closed.
    var image: FileImage
    /// Whether the store has a save that the working copy has not.
    var isAhead = false
    var open: Open?
  }

  /// A save that is written and not ended yet.
  private struct Open: @unchecked Sendable {
    // Used by the one thread that saves, under the working copy's lock.
    let connection: Connection
    /// Files that nothing names any more.
    var released: Set<Data> = []
    /// Whether the store was what the save before had left.
    var isUnchanged = false
  }

  /// How long somebody may have the store, in seconds.
  static let patience = 2.0

  /// - Parameters:
  ///   - path: The store's own path.
  ///   - image: The store as it is in the working copy.
  ///   - folder: Where the working copy is.
  ///   - prepare: Gets each connection to the store.
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
      // Whoever had it meanwhile may have written.
      guard try state.image.again().hasSameFile(as: state.image) else { throw changed }
      state.open?.isUnchanged = true
      let derived = DerivedValues()
      prepare(connection, derived)
      for sql in plan.definitions { try connection.execute(sql) }
      try connection.execute("BEGIN IMMEDIATE")
      var save = StoreSave(
        plan, transaction, connection, author: author, contextName: contextName)
      try save.run()
      state.open?.released = save.released
      effects = try save.takeOver(derived)
      try WorkingChanges.forget(transaction.connection)
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
      // What isn't committed is taken back.
      open.connection.close()
      state.open = nil
      // What has happened to the file while it was locked is of this save, also where that was taken back. One
      // that can't be looked at is found to be another one by the next save.
      if open.isUnchanged, let image = try? FileImage(path) { state.image = image }
      guard state.isAhead, isSaved else { return }
      state.isAhead = false
      for name in open.released {
        // A file that can't be removed takes room, and is in nobody's way.
        try? ExternalData(name.dropFirst(), in: externalData).remove()
      }
    }
  }

  /// Opens a store that nobody else has open, to write it.
  ///
  /// - Throws: `StorageError.busy`, `StorageError.cannotOpen`.
  static func connect(_ path: String) throws -> Connection {
    let connection = try Connection(path: path, isReadOnly: false, busyTimeout: patience)
    do {
      // What the file says of triggers may call no function but those that are meant for it. A save that is
      // told to be kept is on the disk.
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
