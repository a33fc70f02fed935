package import Foundation

/// The connection of a database server, behind a ``Connection``. A call is a statement, a row or a transaction, never a
/// column.
///
/// A statement without columns need not be awaited inside a transaction: what it failed with may be thrown by a later
/// call, at the latest by ``commit()``.
package protocol RemoteConnection: AnyObject {
  /// True if a transaction is open.
  var isInTransaction: Bool { get }
  /// True if the server speaks SQLite's SQL, as one in a test does.
  var isSQLite: Bool { get }
  /// True if the connection has ended.
  var isLost: Bool { get }
  /// Returns true if nothing is left of earlier statements that others would have to wait for. Never waits.
  func isIdle() -> Bool
  /// The number of times that the connection has waited for the server.
  var roundTripCount: Int { get }
  /// The settings of the server that each transaction begins with from now on, by name. Statements outside of transactions
  /// have them as well.
  var serverSettings: [String: String] { get set }
  /// Begins a transaction.
  func begin(_ kind: TransactionKind) throws(StorageError)
  /// Notifies listeners once the transaction is committed.
  func announceCommit()
  /// Commits the transaction.
  func commit() throws(StorageError)
  /// Rolls the transaction back.
  func rollback() throws(StorageError)
  /// Prepares one statement.
  func prepare(_ sql: SQL, _ kind: StatementKind) throws(StorageError) -> any RemoteStatement
  /// Runs statements without parameters and rows.
  func execute(_ sql: String) throws(StorageError)
  /// The number of rows that the last statement changed. Waits for it.
  func changedRowCount() throws(StorageError) -> Int
  /// Begins to gather changes of one row: until ``endGathering()`` no insertion and no change of one row is awaited.
  func beginGathering()
  /// Waits for the gathered changes.
  ///
  /// - Returns: The index of the first one that has changed no row, or nil if each has changed one.
  func endGathering() throws(StorageError) -> Int?
  /// A number that is another one after other connections have written.
  func dataVersion() throws(StorageError) -> Int64
  /// Sends the question whether the data version is a certain one, which the next statement with rows waits for.
  ///
  /// If it is another one, that statement throws `StorageError.interrupted`, once. ``hasInterruptedQuery`` is true then.
  func expect(dataVersion: Int64) throws(StorageError)
  /// True if a statement of the transaction has thrown because the version was another one.
  var hasInterruptedQuery: Bool { get }
  /// Returns true if the version of ``expect(dataVersion:)`` was another one. Waits for the answer if no statement has.
  func isOutdated() throws(StorageError) -> Bool
  /// The receiver of the connection's reports, or nil without one.
  var observation: StoreObservation? { get set }
  /// Closes the connection. No other call follows.
  func close()
}

/// A statement of a ``RemoteConnection``, behind a ``Statement``.
package protocol RemoteStatement: AnyObject {
  /// The names of a row's columns, or none for a statement that gives no rows.
  var columnNames: [String] { get }
  /// The columns of the current row: the same memory for all rows of the statement.
  var cells: RowCells { get }
  /// The values of the parameters for the next run: the same object for all runs.
  var parameters: ParameterBuffer { get }
  /// True if the statement is between two rows.
  var isBusy: Bool { get }
  /// Sends a run with the current parameters, and doesn't wait. ``step()`` gives its rows after those of earlier such runs.
  func sendAhead() throws(StorageError)
  /// Forgets the runs that were sent ahead and whose rows nobody has read.
  func forgetAhead()
  /// Goes to the next row, from the first one on. Returns false if there is none.
  func step() throws(StorageError) -> Bool
  /// Ends the run. The parameters stay.
  func reset()
}

/// A transaction's purpose.
package enum TransactionKind: Sendable {
  /// Reads that see one state of the database.
  case snapshot
  /// Reads and writes, while nobody else can write.
  case save
  /// Reads and writes, while others write other rows.
  case concurrentSave
}

/// The columns that an insertion of one row fills, so that many rows can be sent without their statement.
package struct InsertedColumns: Sendable, Hashable {
  package let table: String
  /// The columns of the parameters, then those of the constants.
  package let names: [String]
  /// The values of the last columns, which are texts or NULL.
  package let constants: [String?]

  package init(table: String, names: [String], constants: [String?]) {
    self.table = table
    self.names = names
    self.constants = constants
  }
}

/// A hint about the runs of a statement.
package enum StatementKind: Sendable, Hashable {
  /// No hint.
  case plain
  /// An insertion of one row that only a taken key can refuse. Rows may be gathered and refused later.
  case insertion(InsertedColumns)
  /// An insertion of one row that a unique rule may refuse, which its own step throws.
  case checkedInsertion
  /// Another change that a unique rule may refuse, which its own step throws.
  case checkedChange
  /// A change of one row.
  case rowChange
}

/// How the saves of all programs share a store on a server.
///
/// It belongs to the store, whose metadata has it.
package enum SaveMode: String, Sendable, Hashable, CaseIterable {
  /// One save after the other, from its beginning to its commit.
  case serial
  /// Saves of different objects side by side. Only their commits follow each other.
  case concurrent
}

extension URL {
  /// True if the URL is a server's address.
  package var isOfServer: Bool { ["postgresql", "postgres"].contains(scheme?.lowercased()) }
}
