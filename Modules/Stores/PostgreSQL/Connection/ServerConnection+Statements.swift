package import StrataSQLite
import StrataSchema

extension ServerConnection {
  /// Leaves a row out that a unique rule would refuse.
  private static let ifNew = " ON CONFLICT DO NOTHING"

  package func prepare(
    _ sql: SQL, _ kind: StatementKind
  ) throws(StorageError) -> any RemoteStatement {
    var text = serverText(sql)
    if case .checkedInsertion = kind { text += Self.ifNew }
    let name = statements.makeName()
    let description = StatementDescription()
    let sent = namesStatements ? name : ""
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try pipeline.sendPreparation(
      of: sent, statements.marked(text), reported: text, for: description)
    try wait()
    return ServerStatement(name, sql: text, kind: kind, description: description, on: self)
  }

  /// Forgets a prepared statement. The next command outside of a transaction carries this to the server.
  func release(_ name: String) { statements.release(name) }

  /// Sends a prepared statement.
  ///
  /// - Parameters:
  ///   - sql: Its text.
  ///   - types: The types of its parameters.
  ///   - run: The run that gets the rows, or nil for a statement that gives none.
  ///   - format: The format of the rows.
  ///   - isGathered: True if it is a change of one row that is awaited with others.
  func send(
    _ name: String, sql: String, values: PackedParameters, of types: [CUnsignedInt],
    rowsFor run: ServerRun?, format: ResultFormat = .binary, isGathered: Bool = false
  ) throws(StorageError) {
    try sendReleases()
    try sendSettingsOutsideTransaction()
    let command: ServerCommand =
      if isGathered, let gathering {
        .rowChange(sql, gathering, gathering.add())
      } else {
        run.map { .rows($0) } ?? .statement(sql)
      }
    try pipeline.send(
      sql, values, of: types, named: namesStatements ? name : nil, format: format, as: command)
    if run == nil { try pipeline.flushSometimes() }
  }

  /// The next result with rows of a statement that was sent and synchronized, or nil at its end.
  ///
  /// - Throws: The first error of the statements before it, or its own.
  func nextResult(of run: ServerRun) throws(StorageError) -> ServerResult? {
    try pipeline.nextResult(of: run, at: transaction.expectedVersion)
  }

  package func changedRowCount() throws(StorageError) -> Int {
    try wait()
    return pipeline.changedRowCount
  }

  /// Throws the error for a row that a checked insertion has left out: which rule it breaks.
  ///
  /// The server says it when the row is inserted once more without the clause that leaves it out. The transaction goes on
  /// from the savepoint.
  func refusal(of values: PackedParameters, _ sql: String) throws(StorageError) {
    let plain = sql.hasSuffix(Self.ifNew) ? String(sql.dropLast(Self.ifNew.count)) : sql
    // Without an error the conflicting row was deleted meanwhile, so that this insertion has succeeded.
    try guarded { () throws(StorageError) in
      try pipeline.send(plain, values, as: .statement(plain))
      try wait()
    }
  }

  // MARK: Many rows

  /// True while changes of one row are awaited together.
  var isGathering: Bool { gathering != nil }

  package func beginGathering() { gathering = GatheredChanges() }

  package func endGathering() throws(StorageError) -> Int? {
    guard let gathering else { return nil }
    self.gathering = nil
    guard gathering.count > 0 else { return nil }
    try wait()
    return gathering.firstUnchanged
  }

  /// Sends a row by COPY, if many of its table came before it.
  ///
  /// - Returns: False if the row has to be sent as a statement.
  func copy(
    _ values: PackedParameters, of types: [CUnsignedInt], into columns: InsertedColumns,
    statement name: String
  ) throws(StorageError) -> Bool {
    func add(to rows: inout [UInt8]) -> Bool {
      values.appendCopyRow(to: &rows, types, columns.constants)
    }
    guard copying.count(rowOf: name) else { return false }
    if !copying.isRunning {
      // A COPY isn't begun for a row that can't be part of it.
      var first: [UInt8] = []
      guard add(to: &first),
        try copying.begin(
          columns, unless: { () throws(StorageError) in try hasPolicies(columns.table) })
      else { return false }
    }
    return try copying.append(add)
  }

  /// Returns true if policies of row-level security limit which rows the user inserts into a table. The server refuses
  /// COPY then.
  ///
  /// The answer comes with those that a COPY waits for in any case. It stays right until the end of the transaction, whose
  /// rows in the table keep others from changing it.
  private func hasPolicies(_ table: String) throws(StorageError) -> Bool {
    try integer("SELECT row_security_active(\(literal(quoted(table))))::integer::bigint") != 0
  }
}
