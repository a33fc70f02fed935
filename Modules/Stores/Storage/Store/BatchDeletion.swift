internal import StrataSQLite
package import StrataSchema

/// A deletion of many rows in one transaction: collects the rows with all that cascades from them, checks delete rules,
/// and deletes them.
///
/// The keys are in a temporary table of the writing connection, about 20 bytes each, so that one statement checks a rule
/// for all rows. A row is recorded as the number of its table, its key, and the number of its own entity, which in a
/// hierarchy isn't the table's.
package struct BatchDeletion {
  private let transaction: StoreTransaction

  /// A deletion of nothing.
  package init(_ transaction: StoreTransaction) throws {
    self.transaction = transaction
    try transaction.connection.execute(transaction.dialect.deletionTable)
  }

  private var dialect: SQLDialect { transaction.dialect }

  /// An entity, with the numbers of it and of its table.
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

    /// The number of a row's own entity.
    fileprivate func number(ofRow alias: SQL) -> SQL {
      guard table.isPolymorphic else { return "\(number)" }
      let cases: [SQL] = zip(table.kinds, kinds).map { kind, number in
        "WHEN \(literal: kind.entity.name) THEN \(number)"
      }
      return "CASE \(alias).\(.entity) \(cases.joined(" ")) END"
    }
  }

  /// A relationship of rows to delete.
  package struct Relation {
    fileprivate let owner: Entity
    fileprivate let target: Entity
    private let first: SQL
    private let key: SQL
    private let rest: SQL
    fileprivate let found: SQL

    package init(
      _ relationship: Schema.Relationship, link: (table: LinkTable, isOwner: Bool)?,
      from owner: Entity, to target: Entity
    ) {
      self.owner = owner
      self.target = target
      let targets: SQL = "\(target.table) AS t"
      found = "t.\(.key)"
      if relationship.isToOne {
        first = "\(owner.table) AS o"
        key = "o.\(.key)"
        rest =
          " \(target.table.dialect.orderedJoin) \(targets) ON \(found) = o.\(name: relationship.columnName)"
      } else if let link {
        let end = LinkEnd(link)
        first = end.links(as: "o")
        key = "o.\(end.near)"
        rest = " \(end.orderedJoin(target.table, as: "t", to: "o"))"
      } else {
        first = targets
        key = "t.\(name: target.table.linkColumn(of: relationship.inverseName ?? ""))"
        rest = ""
      }
    }

    private var dialect: SQLDialect { target.table.dialect }

    // From the few rows to delete to their targets, by index.
    fileprivate var fromDeleted: SQL {
      """
      \(dialect.deletions) AS d \(dialect.orderedJoin) \(first) ON \(key) = d.key\(rest) \
      WHERE d.home = \(owner.home) AND d.entity = \(owner.number)\(filter)
      """
    }

    fileprivate func from(_ keys: some Collection<Int64>) -> SQL {
      """
      \(KeyList(keys, dialect).values(as: "d")) \(dialect.orderedJoin) \(first) \
      ON \(key) = d.value\(rest) WHERE true\(filter)
      """
    }

    fileprivate var fromOuterList: SQL { "\(first)\(rest) WHERE \(key) = d.value\(filter)" }

    private var filter: SQL { target.table.furtherFilter("t") }

    fileprivate var targetStays: SQL {
      """
      NOT EXISTS (SELECT 1 FROM \(dialect.deletions) AS x \
      WHERE x.home = \(target.home) AND x.key = \(found))
      """
    }
  }

  /// Adds rows of an entity.
  package func add(_ keys: some Collection<Int64>, of entity: Entity) throws {
    try transaction.connection.run(insertion(rows(keys, of: entity)))
  }

  /// Adds rows of an entity. Returns the keys of those that are new.
  package func addNew(_ keys: some Collection<Int64>, of entity: Entity) throws -> [Int64] {
    try transaction.connection.rows("\(insertion(rows(keys, of: entity))) RETURNING key") {
      $0.integer(at: 0)
    }
  }

  private func rows(_ keys: some Collection<Int64>, of entity: Entity) -> SQL {
    "SELECT \(entity.home), value, \(entity.number) FROM \(KeyList(keys, dialect).values(as: "k"))"
  }

  /// Removes rows of an entity, which then stay.
  package func remove(_ keys: some Collection<Int64>, of entity: Entity) throws {
    try transaction.connection.run(
      """
      DELETE FROM \(dialect.deletions) WHERE home = \(entity.home) \
      AND key IN (SELECT value FROM \(KeyList(keys, dialect).values(as: "k")))
      """)
  }

  /// Adds the rows that a relationship leads to from rows with some keys. Returns those that are new, by their entities.
  package func addTargets(
    of keys: some Collection<Int64>, _ relation: Relation
  ) throws -> [Int: [Int64]] {
    let targets: SQL = """
      SELECT DISTINCT \(relation.target.home), \(relation.found), \
      \(relation.target.number(ofRow: "t")) FROM \(relation.from(keys))
      """
    let found = try pairs("\(insertion(targets)) RETURNING key, entity")
    return Self.byEntity(found)
  }

  /// A row to delete that a relationship still leads from to rows that stay, and how many.
  ///
  /// - Parameter columns: The columns with times of a deletion. A row that has one of them doesn't count.
  package func firstLeftBehind(
    _ relation: Relation, withoutTimeIn columns: [String] = []
  ) throws -> (key: Int64, count: Int)? {
    let condition: SQL = columns.map { " AND t.\(name: $0) IS NULL" as SQL }.joined("")
    return try pairs(
      """
      SELECT d.key, count(*) FROM \(relation.fromDeleted) AND \(relation.targetStays)\(condition) \
      GROUP BY d.key LIMIT 1
      """
    ).first
  }

  /// The rows that stay and that a relationship leads to from rows to delete, each once, by their entities.
  package func survivors(_ relation: Relation) throws -> [Int: [Int64]] {
    let found = try pairs(
      """
      SELECT DISTINCT \(relation.found), \(relation.target.number(ofRow: "t")) \
      FROM \(relation.fromDeleted) AND \(relation.targetStays) ORDER BY 1
      """)
    return Self.byEntity(found)
  }

  /// One of some rows from which a relationship leads to fewer rows that stay than it must, and how many.
  package func firstBelow(
    _ minimum: Int, among keys: some Collection<Int64>, _ relation: Relation,
    mayBeEmpty: Bool
  ) throws -> (key: Int64, count: Int)? {
    try pairs(
      """
      SELECT value, remaining FROM (
        SELECT d.value, (
          SELECT count(*) FROM \(relation.fromOuterList) AND \(relation.targetStays)
        ) AS remaining FROM \(KeyList(keys, dialect).values(as: "d"))
      ) AS r WHERE remaining < \(minimum) AND remaining >= \(mayBeEmpty ? 1 : 0) LIMIT 1
      """
    ).first
  }

  /// Deletes all links of an entity's rows to delete, at one end of a table of links.
  package func unlink(_ link: LinkTable, isOwner: Bool, of entity: Entity) throws {
    let column = LinkEnd(link, isOwner: isOwner).near
    try transaction.connection.run(
      "DELETE FROM \(link) WHERE \(column) IN (SELECT key \(rows(of: entity)))")
  }

  /// Deletes the rows of an entity, and records each in the history.
  package func delete(_ entity: Entity) throws {
    try transaction.keepAll(
      entity.table,
      from: """
        \(entity.table) AS t WHERE t.\(.key) IN (SELECT key \(rows(of: entity))) \
        ORDER BY t.\(.key)
        """)
    try transaction.connection.forEachRow("SELECT key \(rows(of: entity)) ORDER BY key") {
      transaction.log.record(.delete, entity.table, key: $0.integer(at: 0))
    }
    try transaction.connection.run(
      "DELETE FROM \(entity.table) WHERE \(.key) IN (SELECT key \(rows(of: entity)))")
  }

  /// Empties the temporary table.
  package func finish() throws {
    try transaction.connection.run("DELETE FROM \(dialect.deletions)")
  }

  private func insertion(_ rows: SQL) -> SQL {
    dialect.insertion(ifNew: dialect.deletions, "home, key, entity", rows)
  }

  private func rows(of entity: Entity) -> SQL {
    "FROM \(dialect.deletions) WHERE home = \(entity.home) AND entity = \(entity.number)"
  }

  private static func byEntity(_ pairs: [(key: Int64, count: Int)]) -> [Int: [Int64]] {
    var result: [Int: [Int64]] = [:]
    for (key, entity) in pairs { result[entity, default: []].append(key) }
    return result
  }

  // The first two columns of each row, the second of which is small.
  private func pairs(_ query: SQL) throws -> [(key: Int64, count: Int)] {
    try transaction.connection.rows(query) {
      ($0.integer(at: 0), Int($0.integer(at: 1)))
    }
  }
}
