package import Foundation
public import StrataSQLite
public import StrataSchema
internal import Synchronization

/// The transaction of a save: it inserts, updates and deletes rows and links, all or none.
///
/// Each row that you write is recorded for the history, unless you ask otherwise. Links aren't: record them as an update
/// of the objects at their ends.
public final class StoreTransaction {
  package let connection: Connection
  // Each access is a statement that calls no other code.
  /// The changes of this transaction, for the store's history. Writing a row records it. Record what you write without.
  @exclusivity(unchecked) public var log = HistoryLog()
  /// True once the log has the changes of the program's own statements, which get an entry of their own behind that of
  /// the objects.
  var isOfStatements = false
  /// Adds the changes so far to the history, if there are any, and empties the log.
  var appendEntry: () throws -> Void = {}

  /// The rows whose updates are awaited together.
  private var gathered: [(table: EntityTable, key: Int64)]?

  /// The SQL of the store's engine.
  let dialect: SQLDialect

  /// True if no other save can begin or end during this one.
  package let isAlone: Bool
  /// The position at which the history is assumed to end, or nil if the server was asked. The entry of a save elsewhere is
  /// refused.
  package let expected: HistoryPosition?
  /// The keys of the locked rows, by table.
  private var locked: [String: Set<Int64>] = [:]

  /// - Parameters:
  ///   - settings: The settings of a server that the transaction has, by name. A file has none.
  ///   - expected: Where the history is assumed to end, or nil to ask.
  init(
    _ connection: Connection, _ dialect: SQLDialect, isAlone: Bool = true,
    expecting expected: HistoryPosition? = nil
  ) {
    self.connection = connection
    self.dialect = dialect
    self.isAlone = isAlone
    self.expected = expected
    state = expected.map { HistoryState(last: $0.number, cleaned: .null) }
  }

  /// Keeps other saves from changing or deleting some rows, and from locking them, until the end of this one. Waits for
  /// saves that have locked them.
  ///
  /// - Returns: True if others may have changed some of the rows since the last call, so that their changes have to be
  ///   merged now. False if all are locked already, or if the save is alone.
  package func lock(_ rows: [(table: EntityTable, keys: Set<Int64>)]) throws -> Bool {
    guard !isAlone else { return false }
    let new = rows.map { ($0.table, $0.keys.subtracting(locked[$0.table.name] ?? [])) }
      .filter { !$0.1.isEmpty }.sorted { $0.0.name < $1.0.name }
    guard !new.isEmpty else { return false }
    // In the same order in each save, so that saves rarely wait for each other in a circle.
    let counts: [SQL] = new.map { table, keys in
      """
      (SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(KeyList(keys.sorted(), dialect).contains(.key)) \
      ORDER BY \(.key) FOR NO KEY UPDATE) AS r)
      """
    }
    _ = try connection.value("SELECT \(counts.joined())")
    for (table, keys) in new { locked[table.name, default: []].formUnion(keys) }
    state = nil
    return true
  }

  /// Keeps other saves from adding links to some tables until the end of this one, whose links get the next positions.
  package func lockLinks(_ tables: Set<LinkTable>) throws {
    guard !isAlone, !tables.isEmpty else { return }
    let locks: [SQL] = tables.map(\.name).sorted().map { name in
      "pg_advisory_xact_lock(hashtextextended(current_schema() || \(literal: "." + name), 0))"
    }
    _ = try connection.value("SELECT \(locks.joined())")
  }

  /// True if each statement whose answer is awaited costs a round trip.
  package var isOnServer: Bool { connection.isServer }

  /// The number of the last transaction in the history before this one. No other program can add one
  /// during this one if it is alone. Otherwise it is the last one when the last rows were locked.
  public func lastTransaction() throws -> Int64 { try history().end() }

  /// The number of the last transaction before this one, as ``lastTransaction()``. A server tells the saves behind another
  /// one as well, if it is asked for the first time and this one is alone.
  func lastTransaction(following number: Int64) throws -> Int64 {
    if isAlone, isOnServer, state == nil {
      let (read, later) = try connection.historyState(following: number)
      state = read
      self.later = later.map { (number, $0) }
    }
    return try lastTransaction()
  }

  /// Goes through the saves before this transaction and after another one, oldest first, with the changes in runs.
  ///
  /// - Throws: `StorageError.corrupt` when an entry can't be read.
  func forEachSave(
    after number: Int64, _ body: (_ number: Int64, _ runs: () throws -> [HistoryRun]) throws -> Void
  ) throws {
    let end = try lastTransaction(following: number)
    var last = number
    func read(_ row: Statement) throws {
      let number = row.integer(at: 0)
      last = number
      try body(number) { try connection.runs(of: number, row.blob(at: 1)) }
    }
    if let (after, query) = later, after == number {
      later = nil
      defer { query.reset() }
      repeat { try read(query) } while try query.step()
    }
    if last != end { try connection.forEachSave(after: last, read) }
  }

  /// A query at the first save after another one.
  private var later: (after: Int64, query: Statement)?

  /// The state of the history before this transaction.
  func history() throws -> HistoryState {
    if let state { return state }
    let read = try connection.historyState()
    state = read
    return read
  }
  var state: HistoryState?

  /// The state of the history once this transaction is committed, or nil if it has to be asked for: the transaction hasn't
  /// asked, or the program's own statements may have changed the history.
  func history(after entries: SaveEntries) -> HistoryState? {
    guard let state, !isOfStatements else { return nil }
    return HistoryState(last: entries.last ?? state.last, cleaned: state.cleaned)
  }

  /// Returns a prepared insertion of rows into a table.
  ///
  /// - Parameter isRecorded: False to leave the rows out of the history. Whoever follows it doesn't learn of them then.
  public func insertion(
    into table: EntityTable, isRecorded: Bool = true
  ) throws -> RowInsertion {
    RowInsertion(
      statement: try connection.insertion(into: table), table: table,
      recorder: isRecorded ? self : nil)
  }

  /// Writes the columns of some properties of a row.
  ///
  /// - Parameters:
  ///   - isRecorded: False to leave the update out of the history. Whoever follows it doesn't learn of it then.
  ///   - bind: Binds the columns in order, then the positions of those properties that have one.
  /// - Returns: True if the row exists, and for an update that is awaited with others.
  public func update(
    _ table: EntityTable, key: Int64, properties: PropertySet, isRecorded: Bool = true,
    bind: (inout Binder) throws -> Void
  ) throws -> Bool {
    guard let statement = try connection.update(of: table, setting: properties) else { return true }
    // Also if the binding fails. Otherwise the next row would get values of this one.
    defer { statement.reset() }
    statement.bindAnew()
    var binder = Binder(statement, properties: properties)
    try bind(&binder)
    binder.bindKey(key)
    _ = try statement.step()
    guard gathered == nil else {
      gathered?.append((table, key))
      if isRecorded { log.record(.update, table, key: key, properties: properties) }
      return true
    }
    guard try connection.changedRowCount > 0 else { return false }
    if isRecorded { log.record(.update, table, key: key, properties: properties) }
    return true
  }

  /// Runs a body whose updates are awaited together on a server.
  ///
  /// - Returns: The table and the key of the first row that isn't there.
  package func gatherUpdates(
    _ body: () throws -> Void
  ) throws -> (table: EntityTable, key: Int64)? {
    guard connection.isServer else {
      try body()
      return nil
    }
    gathered = []
    defer { gathered = nil }
    guard let index = try connection.gather(body) else { return nil }
    return gathered?[index]
  }

  /// Runs a body that only inserts rows, which are awaited together on a server.
  ///
  /// - Returns: The number of rows that are inserted before the first one that was refused, or nil if all are. Then the
  ///   refused one and those behind it aren't there.
  package func gatherInsertions(_ body: (_ count: Int) throws -> Void, of count: Int) throws -> Int?
  {
    guard connection.isServer else {
      try body(count)
      return nil
    }
    try connection.run("SAVEPOINT strata_rows")
    var written = count
    // Another program can have added a row meanwhile, so that one more is refused.
    while let refused = try connection.gather({ try body(written) }) {
      written = refused
      try connection.run("ROLLBACK TO SAVEPOINT strata_rows")
    }
    try connection.run("RELEASE SAVEPOINT strata_rows")
    return written == count ? nil : written
  }

  /// Deletes a row, and adds the values to preserve to the history.
  ///
  /// - Parameter isRecorded: False to leave the deletion out of the history. Whoever follows it doesn't learn of it then.
  public func delete(_ table: EntityTable, key: Int64, isRecorded: Bool = true) throws {
    try keep(table, key: key)
    try connection.deletion(from: table).run([.integer(key)])
    if isRecorded, try connection.changedRowCount > 0 { log.record(.delete, table, key: key) }
  }

  /// Inserts a link. An existing link keeps its position.
  ///
  /// - Parameter place: The position in the table, unless another link has it, or nil for the end.
  public func link(
    _ table: LinkTable, owner: Int64, member: Int64, at place: Int64? = nil
  ) throws {
    if let place {
      try connection.run(
        dialect.insertion(
          ifNew: "\(table)", "\(dialect.linkPosition), \(table.columnList)",
          "VALUES (\(bind: place), \(bind: owner), \(bind: member))"))
      if try connection.changedRowCount > 0 { return }
    }
    try connection.run(dialect.insertion(ofLinkIn: table, owner: owner, member: member))
  }

  /// Deletes a link.
  public func unlink(_ table: LinkTable, owner: Int64, member: Int64) throws {
    try connection.run(
      """
      DELETE FROM \(table) WHERE \(name: table.ownerColumn) = \(bind: owner) \
      AND \(name: table.memberColumn) = \(bind: member)
      """)
  }

  /// Deletes all links of an object at one end.
  public func unlinkAll(_ table: LinkTable, of key: Int64, isOwner: Bool) throws {
    let column = LinkEnd(table, isOwner: isOwner).near
    try connection.run("DELETE FROM \(table) WHERE \(column) = \(bind: key)")
  }
}

extension Store {
  /// Runs a save: one transaction, with one entry in the history if anything changed.
  ///
  /// - Returns: The transaction's number, or nil if nothing changed.
  /// - Throws: `StorageError`. `StorageError.saveInsideSave` if the body saves. The body's errors.
  @discardableResult
  public func save(
    author: String?, contextName: String? = nil, _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    try save(.save, author: author, contextName: contextName, body)
  }

  /// Runs a save beside others, if those of the store run side by side and it needn't be alone.
  ///
  /// - Parameters:
  ///   - settings: The settings of a server that the transaction has, by name. A file has none.
  ///   - expected: Where the history of a store on a server ends, unless others have saved. If they have, or if the save
  ///     meets another error of the store's rules, nothing is saved, and it has to run without this. Nil to ask the server
  ///     before the body runs, which is a round trip.
  /// - Throws: ``OvertakenSave`` if it has to run alone, or without an expectation. Otherwise as
  ///   ``save(author:contextName:_:)``.
  package func save(
    author: String?, contextName: String?, settings: [String: String] = [:], isAlone: Bool,
    expecting expected: HistoryPosition? = nil,
    _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    try save(
      .save, author: author, contextName: contextName, settings: settings, isAlone: isAlone,
      expecting: expected, body)
  }

  /// Runs a save that observers see as an operation of a kind.
  ///
  /// - Parameter entity: The entity whose objects it changes, if there is only one.
  package func save(
    _ kind: StoreOperation.Kind, of entity: String? = nil, author: String?, contextName: String?,
    settings: [String: String] = [:], isAlone: Bool = true,
    expecting expected: HistoryPosition? = nil, _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    func write(_ transaction: StoreTransaction) throws {
      try body(transaction)
      try transaction.cutLinksToDeletedRows(of: self)
      if Self.checksSaves { try transaction.check(of: self) }
    }
    func run() throws -> Int64? {
      guard !isReadOnly else { throw StorageError.readOnly(path: path) }
      return try tellingUnknownRules {
        do {
          return try engine.save(
            in: self, author: author, contextName: contextName, settings: settings,
            isAlone: isAlone, expecting: expected, write)
        } catch StorageError.keyTaken(let table, let key) {
          // The program that has inserted one row there may have inserted more.
          keySequence(for: table).giveUp()
          throw StorageError.keyTaken(table: table, key: key)
        }
      }
    }
    guard observation.isObserved else {
      observation.count(kind)
      return try run()
    }
    return try observation.operation(kind, entity: entity, author: author, run)
  }
}

extension Store {
  /// True if the engine has refused one of several changes that were sent together, by a unique rule. A save that
  /// checks each row finds out which one.
  package func refusesGathered(_ error: StorageError) -> Bool {
    guard isOnServer, case .constraint(let constraint) = error else { return false }
    return constraint.kind == .unique
  }
}

extension StorageError {
  /// True if the server has ended a transaction because of others.
  var isOfOtherTransactions: Bool {
    // A deadlock, and what couldn't have happened in any order.
    if case .server("40P01", _, _) = self { return true }
    if case .server("40001", _, _) = self { return true }
    return false
  }
}

extension StoreTransaction {
  /// Adds an earlier transaction to the history, from another library's store that is imported.
  ///
  /// - Throws: `StorageError`.
  package func appendHistory(
    author: String?, contextName: String?, timestamp: Date, process: String, _ log: HistoryLog
  ) throws {
    _ = try connection.appendHistory(
      author: author, contextName: contextName, log: log, after: try connection.historyState(),
      in: dialect, timestamp: timestamp, process: process)
    state = nil
  }
}
