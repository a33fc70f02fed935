internal import Foundation
import StrataSQLite

/// The place of a store's rows: a file, memory or a server.
///
/// It lends connections to readers, runs saves, and knows when what it has open is no longer the store. A ``Store`` asks it
/// for everything in which these differ.
protocol StoreEngine: AnyObject, Sendable {
  /// True if other processes can open the store, so that readers have connections of their own.
  var isShared: Bool { get }
  /// True if each statement whose answer is awaited costs a round trip, so that a connection is lent for a read at a time.
  var isOnServer: Bool { get }
  /// True if the tables are another library's.
  var isForeign: Bool { get }
  /// True if saves of different objects can run side by side.
  var savesConcurrently: Bool { get }
  /// The positions in the history that this program has reached.
  var position: StorePosition { get }
  /// The connection of the save beside others that the current thread is in, or nil.
  var currentSaver: Connection? { get }

  /// Lends a connection to a reader, or returns nil if readers have that of the writer.
  ///
  /// A reader asks at its first read. It gives the connection back when it is released, or on a server at the end of each
  /// read.
  ///
  /// - Parameter isSaving: True if the reader's thread is in a save.
  /// - Throws: `StorageError`.
  func lend(isSaving: Bool) throws -> Connection?
  /// Takes a lent connection back.
  func giveBack(_ connection: Connection)
  /// The writing connection from now on: the present one, or another if that one has ended.
  func writer(after present: Connection) -> Connection
  /// A connection that answers although a statement has failed in a transaction, to be closed by the caller. Nil if the
  /// present one does.
  func answering() throws -> Connection?
  /// Leaves what has turned out to be the wrong place to write, after an error of a writing connection.
  func leave(_ connection: Connection, after error: StorageError)
  /// Remembers a transaction that was read, so that later reads see it as well.
  func recordSeen(_ number: Int64)
  /// Gives the connections from now on the functions and collations of a program.
  ///
  /// - Throws: `StorageError.filesOnly`.
  func add(_ additions: SQLAdditions) throws(StorageError)
  /// Lets a file get each save from now on.
  ///
  /// - Throws: `StorageError.filesOnly`.
  func setMirror(_ mirror: any StoreMirror) throws(StorageError)
  /// Prepares a store for a program's own statements, before the save.
  ///
  /// - Throws: `StorageError.refusedStatement` if the store takes none.
  func prepareStatements(of store: Store) throws
  /// Checks that the store is still where it was opened.
  ///
  /// - Throws: `StorageError.fileMoved`.
  func check() throws(StorageError)
  /// Checks the same if the last check is a tenth of a second ago.
  func checkNowAndThen() throws(StorageError)
  /// Calls a function, on a thread of its own, whenever a save may have been committed.
  ///
  /// - Returns: A function that ends the calls. Nil if saves send no notifications.
  func listen(_ onSave: @escaping @Sendable () -> Void) -> (() -> Void)?
  /// Makes connections that read a past state, and one more that stands for the writing one.
  ///
  /// - Parameter prepare: Makes the views of the past state.
  /// - Throws: ``PastError/noConnection(reason:)``, `StorageError`.
  func past(
    _ observation: StoreObservation, _ prepare: @escaping @Sendable (Connection) throws -> Void
  ) throws -> (engine: any StoreEngine, writer: Connection)
  /// Runs a save and adds its entries to the history.
  ///
  /// - Parameters:
  ///   - settings: The settings of a server that the transaction has, by name. A file has none.
  ///   - isAlone: True if no other save may run beside it.
  ///   - expected: Where the history ends, unless others have saved. Nil to ask.
  /// - Returns: The number of the objects' entry, or nil if nothing changed.
  /// - Throws: ``OvertakenSave``, `StorageError`, the body's errors.
  func save(
    in store: Store, author: String?, contextName: String?, settings: [String: String],
    isAlone: Bool, expecting expected: HistoryPosition?, _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64?
  /// Waits for the saves that run side by side, and lends no connection to a further one.
  func endSaves()
  /// Closes the readers' connections, and the log of a file through the writing one, which nobody else uses.
  func close(_ writer: Connection)
}

/// The entries that a save has added to the history.
struct SaveEntries {
  /// The number of the objects' entry.
  private(set) var own: Int64?
  /// The number of the first entry, which has the save's token.
  private(set) var first: Int64?
  /// The number of the last entry.
  private(set) var last: Int64?
  /// The number of changes in all entries.
  private(set) var changeCount = 0

  /// Adds the changes of a transaction so far to the history, if there are any, and empties its log.
  ///
  /// - Parameters:
  ///   - token: The mark by which a lost connection's save is found. Nil for none.
  ///   - mirror: The file that gets the objects' changes as well.
  mutating func append(
    _ transaction: StoreTransaction, author: String?, contextName: String?, token: UUID? = nil,
    _ mirror: (any StoreMirror)? = nil
  ) throws {
    guard !transaction.log.isEmpty else { return }
    let connection = transaction.connection
    changeCount += transaction.log.count
    let effects =
      transaction.isOfStatements
      ? nil : try mirror?.write(transaction, author: author, contextName: contextName)
    let entry = try connection.appendHistory(
      author: author, contextName: contextName, log: transaction.log,
      after: last == nil ? try transaction.history() : try connection.historyState(),
      in: transaction.dialect, token: last == nil ? token : nil)
    if first == nil { first = entry }
    if !transaction.isOfStatements { own = entry }
    last = entry
    if let effects, !effects.isEmpty {
      last = try connection.appendHistory(
        author: author, contextName: contextName, log: effects,
        after: try connection.historyState(), in: transaction.dialect)
    }
    transaction.log = HistoryLog()
  }
}

/// The error of a save that others have overtaken: they have waited for each other, or it has broken a rule that it may keep
/// once it has merged the other one, or the history ends elsewhere than expected. Nothing was saved. Run it again, alone
/// and without an expectation.
package struct OvertakenSave: Error {
  package init() {}
}
