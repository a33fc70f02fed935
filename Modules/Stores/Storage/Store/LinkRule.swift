import StrataSQLite
import StrataSchema

/// The rules that the links of a to-one relationship keep, as queries that find the rows which break
/// them: of a whole store, or of some rows alone.
struct LinkRule {
  let relationship: Schema.Relationship
  let owner: EntityTable
  let target: EntityTable
  private let tables: Tables

  /// The rules of a relationship that an entity has.
  init(_ relationship: Schema.Relationship, of entity: String, _ tables: Tables) throws {
    self.relationship = relationship
    self.tables = tables
    owner = try tables.table(entity)
    target = try tables.table(relationship.destination)
  }

  /// The rows that a rule is held against.
  enum Rows {
    /// All.
    case all
    /// Those with some keys.
    case keys([Int64])
    /// Those whose link leads to one of some keys.
    case leadingTo([Int64])
  }

  /// The column of the links.
  var column: String { quoted(relationship.columnName) }

  /// True if the save that deletes the target has to cut the link: the relationship has no inverse, or its
  /// delete rule is to do nothing.
  var isCutOnDeletion: Bool {
    guard let inverse = relationship.inverseName else { return true }
    return target.entity.relationships.first { $0.name == inverse }?.deleteRule == .noAction
  }

  /// Links to rows that aren't there.
  func danglingLinks(_ connection: Connection, _ rows: Rows) throws -> [StoreFault] {
    try faults(
      connection, rows, joined: false,
      "a.\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(quoted(target.name)) AS b "
        + "WHERE b.\(EntityTable.key) = a.\(column))",
      .danglingLink, "leads to a \(relationship.destination) that isn't there")
  }

  /// Links to rows that don't lead back, or are of another class.
  func inverseFaults(_ connection: Connection, _ rows: Rows = .all) throws -> [StoreFault] {
    let leads = "\(relationship.name) leads to a \(relationship.destination)"
    var faults: [StoreFault] = []
    if let inverse = relationship.inverseName, relationship.inverseIsToOne {
      let back = quoted(target.linkColumn(of: inverse))
      faults += try self.faults(
        connection, rows, joined: true, "b.\(back) IS NOT a.\(EntityTable.key)",
        .inverse, "\(leads) whose \(inverse) doesn't lead back")
    }
    if target.entity.superentity != nil, let filter = target.filter("b") {
      faults += try self.faults(
        connection, rows, joined: true, "NOT (\(filter))",
        .inverse, "\(leads) that is of another class")
    }
    return faults
  }

  private func faults(
    _ connection: Connection, _ rows: Rows, joined: Bool, _ broken: String,
    _ kind: StoreFault.Kind, _ message: String
  ) throws -> [StoreFault] {
    var sql = "SELECT a.\(EntityTable.key) FROM \(quoted(owner.name)) AS a "
    if joined {
      sql += "JOIN \(quoted(target.name)) AS b ON b.\(EntityTable.key) = a.\(column) "
    }
    sql += "WHERE (\(broken))"
    var arguments: [ColumnValue] = []
    switch rows {
    case .all: break
    case .keys(let keys):
      sql += " AND a.\(EntityTable.key) \(KeyList.contains)"
      arguments = [KeyList.argument(keys)]
    case .leadingTo(let keys):
      sql += " AND a.\(column) \(KeyList.contains)"
      arguments = [KeyList.argument(keys)]
    }
    return try connection.rows(SQLQuery(sql, arguments: arguments)) { row in
      StoreFault(
        kind: kind, place: try connection.object(row.integer(at: 0), in: owner.name, of: tables),
        message: message)
    }
  }
}
