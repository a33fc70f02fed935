package import StrataSchema

/// Rows that are to go in one transaction: gathered first, with all that goes along with them; then
/// looked at; then deleted.
///
/// Their keys stand in a temporary table of the writing connection, about 20 bytes each, so that rules
/// are held against all of them in one statement.
package struct BatchDeletion {
  private let transaction: StoreTransaction

  /// A deletion of nothing.
  package init(_ transaction: StoreTransaction) throws {
    self.transaction = transaction
    try transaction.connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_deletion (
        entity INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (entity, key)
      ) WITHOUT ROWID;
      DELETE FROM temp.strata_deletion;
      """)
  }

  /// A relationship of rows that go, with the numbers that both entities go by here.
  package struct Relation {
    let owner: Int
    let target: Int
    let first: String
    let key: String
    let rest: String
    let found: String

    package init(
      _ relationship: Schema.Relationship, from owner: (number: Int, table: EntityTable),
      to target: (number: Int, table: EntityTable)
    ) {
      self.owner = owner.number
      self.target = target.number
      let targets = "\(quoted(target.table.name)) AS t"
      found = "t.\(EntityTable.key)"
      if relationship.isToOne {
        first = "\(quoted(owner.table.name)) AS o"
        key = "o.\(EntityTable.key)"
        rest = " CROSS JOIN \(targets) ON \(found) = o.\(quoted(relationship.name))"
      } else if relationship.usesLinkTable {
        let (link, isOwner) = LinkTable.make(for: relationship, of: owner.table.name)
        let far = isOwner ? link.memberColumn : link.ownerColumn
        first = "\(quoted(link.name)) AS o"
        key = "o.\(quoted(isOwner ? link.ownerColumn : link.memberColumn))"
        rest = " CROSS JOIN \(targets) ON \(found) = o.\(quoted(far))"
      } else {
        first = targets
        key = "t.\(quoted(relationship.inverseName ?? ""))"
        rest = ""
      }
    }

    // A cross join keeps its order: from the few rows that go to theirs, by index.
    fileprivate var fromDeleted: String {
      "temp.strata_deletion AS d CROSS JOIN \(first) ON \(key) = d.key\(rest) WHERE d.entity = ?"
    }

    fileprivate var fromList: String {
      "json_each(?) AS d CROSS JOIN \(first) ON \(key) = d.value\(rest)"
    }

    fileprivate var targetStays: String {
      "NOT EXISTS (SELECT 1 FROM temp.strata_deletion AS x WHERE x.entity = ? AND x.key = \(found))"
    }
  }

  /// Adds rows of an entity.
  package func add(_ keys: some Collection<Int64>, of entity: Int) throws {
    try run(
      "INSERT OR IGNORE INTO temp.strata_deletion SELECT ?, value FROM json_each(?)",
      [.integer(Int64(entity)), StoreTransaction.list(keys)])
  }

  /// Adds the rows that a relationship leads to from rows with some keys; gives those that are new.
  package func addTargets(
    of keys: some Collection<Int64>, _ relation: Relation
  ) throws -> [Int64] {
    try integers(
      "INSERT OR IGNORE INTO temp.strata_deletion "
        + "SELECT DISTINCT ?, \(relation.found) FROM \(relation.fromList) WHERE true RETURNING key",
      [.integer(Int64(relation.target)), StoreTransaction.list(keys)])
  }

  /// A row that goes while a relationship still leads to rows that stay, and how many.
  package func firstLeftBehind(_ relation: Relation) throws -> (key: Int64, count: Int)? {
    try pair(
      "SELECT d.key, count(*) FROM \(relation.fromDeleted) AND \(relation.targetStays) "
        + "GROUP BY d.key LIMIT 1",
      [.integer(Int64(relation.owner)), .integer(Int64(relation.target))])
  }

  /// The rows that stay and that a relationship of rows that go leads to, each once.
  package func survivors(_ relation: Relation) throws -> [Int64] {
    try integers(
      "SELECT DISTINCT \(relation.found) FROM \(relation.fromDeleted) AND \(relation.targetStays) "
        + "ORDER BY 1",
      [.integer(Int64(relation.owner)), .integer(Int64(relation.target))])
  }

  /// A row among some that a relationship leads from to fewer rows that stay than it must, and how
  /// many.
  package func firstBelow(
    _ minimum: Int, among keys: some Collection<Int64>, _ relation: Relation,
    mayBeEmpty: Bool
  ) throws -> (key: Int64, count: Int)? {
    try pair(
      """
      SELECT value, remaining FROM (
        SELECT d.value, (
          SELECT count(*) FROM \(relation.first)\(relation.rest)
          WHERE \(relation.key) = d.value AND \(relation.targetStays)
        ) AS remaining FROM json_each(?) AS d
      ) WHERE remaining < ? AND remaining >= ? LIMIT 1
      """,
      [
        .integer(Int64(relation.target)), StoreTransaction.list(keys), .integer(Int64(minimum)),
        .integer(mayBeEmpty ? 1 : 0),
      ])
  }

  /// Cuts all links of the rows of an entity that go, at one end of a table of links.
  package func unlink(_ link: LinkTable, isOwner: Bool, entity: Int) throws {
    let column = quoted(isOwner ? link.ownerColumn : link.memberColumn)
    try run(
      "DELETE FROM \(quoted(link.name)) WHERE \(column) IN "
        + "(SELECT key FROM temp.strata_deletion WHERE entity = ?)", [.integer(Int64(entity))])
  }

  /// Deletes the rows of an entity that go, and notes each in the history.
  package func delete(_ table: EntityTable, entity: Int) throws {
    let statement = try transaction.connection.statement(
      "SELECT key FROM temp.strata_deletion WHERE entity = ? ORDER BY key")
    try statement.bind([.integer(Int64(entity))])
    defer { statement.reset() }
    while try statement.step() {
      transaction.log.note(.delete, table, key: statement.integer(at: 0))
    }
    try run(
      "DELETE FROM \(quoted(table.name)) WHERE \(EntityTable.key) IN "
        + "(SELECT key FROM temp.strata_deletion WHERE entity = ?)", [.integer(Int64(entity))])
  }

  /// Forgets what was gathered, once it is gone.
  package func finish() throws { try run("DELETE FROM temp.strata_deletion", []) }

  private func run(_ sql: String, _ arguments: [ColumnValue]) throws {
    _ = try integers(sql, arguments)
  }

  private func integers(_ sql: String, _ arguments: [ColumnValue]) throws -> [Int64] {
    try transaction.integers(SQLQuery(sql: sql, arguments: arguments))
  }

  private func pair(
    _ sql: String, _ arguments: [ColumnValue]
  ) throws -> (key: Int64, count: Int)? {
    let statement = try transaction.connection.statement(sql)
    try statement.bind(arguments)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return (statement.integer(at: 0), Int(statement.integer(at: 1)))
  }
}
