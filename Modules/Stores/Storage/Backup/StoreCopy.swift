public import Foundation
internal import StrataMigration
internal import StrataSQLite
internal import StrataSchema

/// Copies what a store has into the empty tables of another one, whatever the engines of both: objects, links in their
/// order, keys, history, consumers and former values. The copy has the store's identifier.
struct StoreCopy {
  private let source: Connection
  private let target: Connection
  private let schema: Schema
  private let sourceTables: Tables
  private let targetDialect: SQLDialect
  private let progress: (_ done: Int, _ total: Int) throws -> Void
  private var done = 0
  private var total = 0

  /// - Parameters:
  ///   - source: A connection to the store.
  ///   - target: A connection inside a transaction, to a database without a store.
  ///   - progress: Called with the number of copied rows and of all rows. May throw to stop.
  /// - Throws: `StorageError.cannotOpen` for a store that doesn't say what its tables are.
  init(
    from source: Connection, to target: Connection,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    self.source = source
    self.target = target
    self.progress = progress
    guard let schema = try SchemaRecord(source, StoredTables(source)).schema else {
      throw Store.unrecorded(source.path)
    }
    self.schema = schema
    if target.isServer { try Store.checkNames(schema, target.path) }
    targetDialect = target.isServer ? .postgreSQL : .sqlite
    let shared = try source.catalog.tables(withColumn: EntityTable.entityColumn)
    sourceTables = Tables(
      schema, shared: shared, dialect: source.isServer ? .postgreSQL : .sqlite)
    for entity in schema.entities where entity.superentity == nil {
      let other = EntityTable(entity, in: schema)
      guard shared.contains(entity.name), !other.isShared else { continue }
      throw StorageError.incompatibleSchema(
        path: source.path,
        reason:
          "\(entity.name) has objects of classes that the store's record lacks; open it once with "
          + "all models, by a program that may write")
    }
  }

  /// Makes the tables and fills them.
  ///
  /// - Returns: The tables and columns with values that no model has, and that weren't copied.
  /// - Throws: ``CopyError``, `StorageError`, errors of the progress.
  mutating func run() throws -> [String] {
    try source.snapshot {
      _ = try Store.makeTables(on: target, of: schema, targetDialect)
      total = try rowCount()
      for entity in schema.entities where entity.superentity == nil {
        try copyObjects(of: entity)
      }
      for table in schema.linkTables { try copyLinks(of: table) }
      try copyHistory()
      try copyConsumers()
      try copyMetadata()
      // Last, since the triggers of these tables record whatever is written after them.
      let forgotten = try copyFormerRows()
      try progress(total, total)
      return try leftOut() + forgotten
    }
  }

  private func rowCount() throws -> Int {
    let tables =
      try schema.entities.filter { $0.superentity == nil }.map(\.name)
      + schema.linkTables.map(\.name) + ["strata_history"]
      + formerTables.map(\.name)
    return try tables.reduce(0) { sum, table in
      sum + Int(try source.integer("SELECT count(*) FROM \(name: table)") ?? 0)
    }
  }

  /// Inserts the rows of a query.
  ///
  /// - Parameters:
  ///   - names: The columns that the query has, in the same order.
  ///   - place: The description of a row for errors, made of its first value.
  private mutating func insert(
    _ query: SQL, into table: String, columns names: [String], parameters: [SQL],
    place: (ColumnValue) -> String, checking: ([ColumnValue]) throws -> Void = { _ in }
  ) throws {
    let statement = try Statement(
      "INSERT INTO \(name: table) (\(names: names)) VALUES (\(parameters.joined()))",
      connection: target,
      .insertion(InsertedColumns(table: table, names: names, constants: [])))
    try source.forEachRow(query) { row in
      let values = try (0..<row.columnCount).map { index in
        guard row.isValidText(at: index) else {
          throw CopyError(
            place: place(row.value(at: 0)), reason: "it has text that isn't UTF-8")
        }
        return row.value(at: index)
      }
      do {
        try checking(values)
        try statement.run(values)
      } catch let error as StorageError {
        throw failure(error, "\(place(values.first ?? .null)), or a row of \(table) before it,")
      }
      done += 1
      if done.isMultiple(of: 1000) { try progress(done, total) }
    }
    do {
      // A server answers for many rows together.
      _ = try target.changedRowCount
    } catch {
      throw failure(error, "a row of \(table)")
    }
  }

  private func failure(_ error: StorageError, _ place: String) -> any Error {
    if case .disconnected = error { return error }
    return CopyError(place: place, reason: "\(error)")
  }

  /// The columns that are copied of a table.
  private struct CopiedColumns {
    var names: [String] = []
    /// The terms of the query, in the source's dialect.
    var selected: [SQL] = []
    /// The parameters of the insertion, in the target's dialect.
    var parameters: [SQL] = []
    private var booleans: [(index: Int, name: String)] = []

    mutating func append(_ name: String, _ storageClass: StorageClass, as selected: SQL? = nil) {
      names.append(name)
      self.selected.append(selected ?? "\(name: name)")
      parameters.append(SQL.parameter(storageClass))
    }

    mutating func append(
      _ column: EntityTable.Column, from source: SQLDialect, to target: SQLDialect
    ) {
      let description = column.description
      if description.meaning == .boolean { booleans.append((names.count, column.name)) }
      names.append(column.name)
      selected.append(source.value("\(column)", of: description))
      parameters.append(
        target.parameter(SQL.parameter(description.storageClass), for: description))
    }

    /// Throws if a column of a boolean has another number. A server's would take any for true.
    func check(_ values: [ColumnValue], _ place: (ColumnValue) -> String) throws(CopyError) {
      for (index, column) in booleans {
        guard case .integer(let number) = values[index], !(0...1).contains(number) else { continue }
        throw CopyError(
          place: place(values[0]), reason: "\(column) holds \(number), which is no boolean")
      }
    }
  }

  private func columns(of table: EntityTable) -> CopiedColumns {
    var columns = CopiedColumns()
    columns.append(EntityTable.key, .integer)
    if table.isShared { columns.append(EntityTable.entityColumn, .text) }
    for (column, _) in table.allColumns {
      columns.append(column, from: sourceTables.dialect, to: targetDialect)
    }
    return columns
  }

  private mutating func copyObjects(of entity: Schema.Entity) throws {
    let table = try sourceTables.table(entity.name)
    let columns = columns(of: table)
    let name = entity.name
    let place: (ColumnValue) -> String = { "\(name)/\($0)" }
    try insert(
      "SELECT \(columns.selected.joined()) FROM \(table) ORDER BY \(.key)",
      into: table.name, columns: columns.names, parameters: columns.parameters, place: place
    ) { try columns.check($0, place) }
    let next = try source.integer(
      "SELECT next FROM strata_keys WHERE entity = \(bind: entity.name)")
    if let next { try target.setNextKey(of: entity.name, to: next) }
  }

  private mutating func copyLinks(of table: LinkTable) throws {
    try insert(
      """
      SELECT \(table.columnList), \(sourceTables.dialect.linkPosition) AS o FROM \(table) ORDER BY o
      """,
      into: table.name,
      columns: [table.ownerColumn, table.memberColumn, targetDialect.linkPosition.sql],
      parameters: Array(repeating: SQL.parameter(.integer), count: 3),
      place: { "\(table.name) of \($0)" })
  }

  private mutating func copyHistory() throws {
    let tombstones: SQL = try source.catalog.keepsTombstones() ? "tombstones" : "NULL"
    let types: [StorageClass] = [.integer, .text, .text, .real, .text, .blob, .blob]
    try insert(
      """
      SELECT number, author, context, time, process, changes, \(tombstones)
      FROM strata_history ORDER BY number
      """,
      into: "strata_history",
      columns: ["number", "author", "context", "time", "process", "changes", "tombstones"],
      parameters: types.map { SQL.parameter($0) }, place: { "transaction \($0)" })
    if let count = targetDialect.count(ofSaves: try source.lastTransaction()) {
      try target.run(count)
    }
  }

  private mutating func copyConsumers() throws {
    guard try source.catalog.hasTable("strata_consumers") else { return }
    if targetDialect == .sqlite { try target.execute(targetDialect.consumerTable) }
    let types: [StorageClass] = [.text, .integer, .real]
    try insert(
      "SELECT name, number, time FROM strata_consumers",
      into: "strata_consumers", columns: ["name", "number", "time"],
      parameters: types.map { SQL.parameter($0) },
      place: { "the consumer \($0)" })
  }

  /// The tables with former rows that the source has.
  private var formerTables: [FormerTable] {
    get throws {
      try FormerTable.stored(source, sourceTables.dialect).filter {
        try source.catalog.hasTable($0.name)
      }
    }
  }

  /// Copies the former rows of objects and links, so that past states can be read and transactions undone in the copy.
  ///
  /// - Returns: The tables whose former rows aren't copied, since the record doesn't name what they are of.
  private mutating func copyFormerRows() throws -> [String] {
    var forgotten: [String] = []
    for table in try formerTables {
      guard let columns = try columns(of: table) else {
        forgotten.append("the former values of \(table.source)")
        continue
      }
      let new = FormerTable(
        source: table.source, keys: table.keys, isLink: table.isLink, dialect: targetDialect)
      try new.make(target, since: table.record(source)?.begin)
      let place: (ColumnValue) -> String = { "a former value of \(table.source)/\($0)" }
      try insert(
        "SELECT \(columns.selected.joined()) FROM \(name: table.name) ORDER BY strata_until",
        into: new.name, columns: columns.names, parameters: columns.parameters, place: place
      ) { try columns.check($0, place) }
      try new.renumberRows(target)
    }
    return forgotten
  }

  private func columns(of table: FormerTable) throws -> CopiedColumns? {
    var columns: CopiedColumns
    if table.isLink {
      guard schema.linkTables.contains(where: { $0.name == table.source }) else { return nil }
      columns = CopiedColumns()
      for key in table.keys { columns.append(key, .integer) }
      columns.append(
        FormerTable.place(in: targetDialect), .integer,
        as: "\(name: FormerTable.place(in: sourceTables.dialect))")
    } else {
      guard let entity = sourceTables.byEntity[table.source], entity.name == table.source
      else { return nil }
      columns = self.columns(of: entity)
    }
    for name in FormerTable.ownColumns { columns.append(name, .integer) }
    return columns
  }

  // The format is that of the tables that were made, nobody has compared them yet, the target's address says how saves
  // share it, and the records of former rows are written with their tables.
  private func copyMetadata() throws {
    let rows = try source.rows("SELECT name, value FROM strata_metadata") { row in
      row.text(at: 0).flatMap { name in row.text(at: 1).map { (name, $0) } }
    }
    for (name, value) in rows
    where !["format", "saves"].contains(name) && !name.hasPrefix(AdaptationRecord.prefix)
      && !name.hasPrefix(FormerTable.recordPrefix)
    {
      try target.setMetadata(name, to: value)
    }
  }

  private func leftOut() throws -> [String] {
    let links = Set(schema.linkTables.map(\.name))
    var result: [String] = []
    for (name, stored) in try source.catalog.tables().sorted(by: { $0.key < $1.key })
    where !name.hasPrefix("strata_") && !name.hasPrefix("sqlite_") && !links.contains(name) {
      guard let table = sourceTables.byEntity[name], table.name == name else {
        result.append(name)
        continue
      }
      let known = Set(
        table.allColumns.map(\.column.name) + [EntityTable.key, EntityTable.entityColumn])
      for column in stored.columns where !known.contains(column.name) {
        let query: SQL = """
          SELECT 1 FROM \(table) WHERE \(name: column.name) IS NOT NULL LIMIT 1
          """
        if try source.integer(query) != nil { result.append("\(name).\(column.name)") }
      }
    }
    return result
  }
}

/// Why a store can't be copied.
public struct CopyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The object, link or transaction that can't be copied.
  public let place: String
  /// The reason.
  public let reason: String

  /// A description of the error.
  public var description: String { "\(place) can't be copied: \(reason)" }
}

extension Store {
  /// Copies a store in a file or on a server to a new place, a file or a schema on a server that has no store. Others may
  /// read and write the store meanwhile.
  ///
  /// The copy is there as a whole, or not at all. It has everything that the store's record names, and the store's
  /// identifier.
  ///
  /// - Parameters:
  ///   - overwriting: True to replace a file that is there. A store on a server is never replaced.
  ///   - progress: Called with the number of copied rows and of all rows. May throw to stop.
  /// - Returns: The tables and columns with values that the record doesn't name, and that weren't copied.
  /// - Throws: ``CopyError``, ``BackupError``, `StorageError`, errors of the progress.
  /// - Complexity: O(size of the store).
  public static func copy(
    from source: URL, to target: URL, overwriting: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let reader = try connection(reading: source)
    defer { reader.close() }
    return try copy(
      from: reader, to: target, overwriting: overwriting,
      beside: source.isOfServer ? nil : source, progress: progress)
  }

  private static func connection(reading url: URL) throws -> Connection {
    if url.isOfServer { return try serverConnection(reading: url) }
    try checkPath(url.path, isReadOnly: true)
    let connection = try Connection.reading(url.path)
    try checkFormat(connection)
    return connection
  }

  private static func copy(
    from source: Connection, to target: URL, overwriting: Bool, beside file: URL?,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) throws -> [String] {
    guard target.isOfServer else {
      var leftOut: [String] = []
      let place = try BackupPlace(target, overwriting: overwriting, beside: file)
      try place.fill { target in
        leftOut = try target.transaction {
          var copy = try StoreCopy(from: source, to: target, progress: progress)
          return try copy.run()
        }
      }
      return leftOut
    }
    do {
      return try makeServerStore(at: target) { target in
        var copy = try StoreCopy(from: source, to: target, progress: progress)
        return try copy.run()
      }
    } catch StorageError.constraint(let rule) where rule.kind == .foreignKey {
      // A file may have them, and a server doesn't take them.
      throw CopyError(
        place: "a link of \(rule.table ?? "an object")",
        reason: "it leads to an object that isn't there; a check of the store names it")
    }
  }

  /// Copies a store on a server into a connection's empty database.
  func copyServer(
    to target: Connection, _ progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try makeReader().read { source in
      try target.transaction {
        var copy = try StoreCopy(from: source, to: target, progress: progress)
        _ = try copy.run()
      }
    }
  }

  static func unrecorded(_ path: String) -> StorageError {
    .cannotOpen(
      path: path,
      reason:
        "it doesn't say what its tables are; open it once with its models, by a program that may write"
    )
  }
}
