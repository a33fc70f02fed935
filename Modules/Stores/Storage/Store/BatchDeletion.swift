internal import StrataSQLite
package import StrataSchema

/// Rows that are to go in one transaction: gathered first, with all that goes along with them; then
/// looked at; then deleted.
///
/// Their keys stand in a temporary table of the writing connection, about 20 bytes each, so that rules
/// are held against all of them in one statement. A row goes by its table's number, its key, and the
/// number of its own entity, which in a hierarchy isn't the table's.
package struct BatchDeletion {
  private let transaction: StoreTransaction

  /// A deletion of nothing.
  package init(_ transaction: StoreTransaction) throws {
    self.transaction = transaction
    try transaction.connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_deletion (
        home INTEGER NOT NULL, key INTEGER NOT NULL, entity INTEGER, PRIMARY KEY (home, key)
      ) WITHOUT ROWID;
      DELETE FROM temp.strata_deletion;
      """)
  }

  /// An entity, by the numbers that it and its table go by here.
  package struct Entity {
    let number: Int
    let home: Int
    let table: EntityTable
    /// The numbers of the table's kinds.
    let kinds: [Int]

    package init(number: Int, home: Int, table: EntityTable, kinds: [Int]) {
      self.number = number
      self.home = home
      self.table = table
      self.kinds = kinds
    }

    /// The number of a row's own entity, as SQL.
    fileprivate func numberSQL(ofRow alias: String) -> String {
      guard table.isPolymorphic else { return "\(number)" }
      let cases = zip(table.kinds, kinds).map { kind, number in
        "WHEN \(literal(kind.entity.name)) THEN \(number)"
      }
      return "CASE \(alias).\(EntityTable.entityColumn) \(cases.joined(separator: " ")) END"
    }
  }

  /// A relationship of rows that go.
  package struct Relation {
    fileprivate let owner: Entity
    fileprivate let target: Entity
    private let first: String
    fileprivate let key: String
    private let rest: String
    fileprivate let found: String

    package init(
      _ relationship: Schema.Relationship, link: (table: LinkTable, isOwner: Bool)?,
      from owner: Entity, to target: Entity
    ) {
      self.owner = owner
      self.target = target
      let targets = "\(quoted(target.table.name)) AS t"
      found = "t.\(EntityTable.key)"
      if relationship.isToOne {
        first = "\(quoted(owner.table.name)) AS o"
        key = "o.\(EntityTable.key)"
        rest = " CROSS JOIN \(targets) ON \(found) = o.\(quoted(relationship.columnName))"
      } else if let link {
        let end = LinkEnd(link)
        first = end.links(as: "o")
        key = "o.\(end.near)"
        rest = " CROSS \(end.join(target.table, as: "t", to: "o"))"
      } else {
        first = targets
        key = "t.\(quoted(target.table.linkColumn(of: relationship.inverseName ?? "")))"
        rest = ""
      }
    }

    // A cross join keeps its order: from the few rows that go to theirs, by index.
    fileprivate var fromDeleted: String {
      "temp.strata_deletion AS d CROSS JOIN \(first) ON \(key) = d.key\(rest) "
        + "WHERE d.home = \(owner.home) AND d.entity = \(owner.number)\(filter)"
    }

    fileprivate var fromList: String {
      "\(KeyList.values) AS d CROSS JOIN \(first) ON \(key) = d.value\(rest) WHERE true\(filter)"
    }

    fileprivate var fromOuterList: String {
      "\(first)\(rest) WHERE \(key) = d.value\(filter)"
    }

    private var filter: String { target.table.furtherFilter("t") }

    fileprivate var targetStays: String {
      "NOT EXISTS (SELECT 1 FROM temp.strata_deletion AS x "
        + "WHERE x.home = \(target.home) AND x.key = \(found))"
    }
  }

  /// Adds rows of an entity.
  package func add(_ keys: some Collection<Int64>, of entity: Entity) throws {
    try transaction.connection.run(
      "INSERT OR IGNORE INTO temp.strata_deletion "
        + "SELECT \(entity.home), value, \(entity.number) FROM \(KeyList.values)",
      KeyList.argument(keys))
  }

  /// Adds the rows that a relationship leads to from rows with some keys; gives those that are new, by
  /// their entities.
  package func addTargets(
    of keys: some Collection<Int64>, _ relation: Relation
  ) throws -> [Int: [Int64]] {
    let found = try pairs(
      "INSERT OR IGNORE INTO temp.strata_deletion "
        + "SELECT DISTINCT \(relation.target.home), \(relation.found), "
        + "\(relation.target.numberSQL(ofRow: "t")) FROM \(relation.fromList) RETURNING key, entity",
      KeyList.argument(keys))
    return Self.byEntity(found)
  }

  /// A row that goes while a relationship still leads to rows that stay, and how many.
  package func firstLeftBehind(_ relation: Relation) throws -> (key: Int64, count: Int)? {
    try pairs(
      "SELECT d.key, count(*) FROM \(relation.fromDeleted) AND \(relation.targetStays) "
        + "GROUP BY d.key LIMIT 1"
    ).first
  }

  /// The rows that stay and that a relationship of rows that go leads to, each once, by their entities.
  package func survivors(_ relation: Relation) throws -> [Int: [Int64]] {
    let found = try pairs(
      "SELECT DISTINCT \(relation.found), \(relation.target.numberSQL(ofRow: "t")) "
        + "FROM \(relation.fromDeleted) AND \(relation.targetStays) ORDER BY 1")
    return Self.byEntity(found)
  }

  /// A row among some that a relationship leads from to fewer rows that stay than it must, and how
  /// many.
  package func firstBelow(
    _ minimum: Int, among keys: some Collection<Int64>, _ relation: Relation,
    mayBeEmpty: Bool
  ) throws -> (key: Int64, count: Int)? {
    try pairs(
      """
      SELECT value, remaining FROM (
        SELECT d.value, (
          SELECT count(*) FROM \(relation.fromOuterList) AND \(relation.targetStays)
        ) AS remaining FROM \(KeyList.values) AS d
      ) WHERE remaining < \(minimum) AND remaining >= \(mayBeEmpty ? 1 : 0) LIMIT 1
      """, KeyList.argument(keys)
    ).first
  }

  /// Cuts all links of the rows of an entity that go, at one end of a table of links.
  package func unlink(_ link: LinkTable, isOwner: Bool, of entity: Entity) throws {
    let column = LinkEnd(link, isOwner: isOwner).near
    try transaction.connection.run(
      "DELETE FROM \(quoted(link.name)) WHERE \(column) IN (SELECT key \(Self.rows(of: entity)))")
  }

  /// Deletes the rows of an entity that go, and notes each in the history.
  package func delete(_ entity: Entity) throws {
    try transaction.keepAll(
      entity.table,
      from: "\(quoted(entity.table.name)) AS t WHERE t.\(EntityTable.key) "
        + "IN (SELECT key \(Self.rows(of: entity))) ORDER BY t.\(EntityTable.key)")
    let keys = SQLQuery("SELECT key \(Self.rows(of: entity)) ORDER BY key")
    try transaction.connection.forEachRow(keys) {
      transaction.log.record(.delete, entity.table, key: $0.integer(at: 0))
    }
    try transaction.connection.run(
      "DELETE FROM \(quoted(entity.table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT key \(Self.rows(of: entity)))")
  }

  /// Forgets what was gathered, once it is gone.
  package func finish() throws {
    try transaction.connection.run("DELETE FROM temp.strata_deletion")
  }

  private static func rows(of entity: Entity) -> String {
    "FROM temp.strata_deletion WHERE home = \(entity.home) AND entity = \(entity.number)"
  }

  private static func byEntity(_ pairs: [(key: Int64, count: Int)]) -> [Int: [Int64]] {
    var result: [Int: [Int64]] = [:]
    for (key, entity) in pairs { result[entity, default: []].append(key) }
    return result
  }

  // The first two columns of each row, the second of which is small.
  private func pairs(
    _ sql: String, _ arguments: ColumnValue...
  ) throws -> [(key: Int64, count: Int)] {
    try transaction.connection.rows(SQLQuery(sql, arguments: arguments)) {
      ($0.integer(at: 0), Int($0.integer(at: 1)))
    }
  }
}
