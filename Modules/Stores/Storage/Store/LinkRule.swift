import StrataSQLite
import StrataSchema

/// The rules for the links of a to-one relationship, as queries for the rows that break them: in a whole store, or among
/// some rows.
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

  /// The rows that a rule is checked for.
  enum Rows {
    /// All.
    case all
    /// The rows with some keys.
    case keys([Int64])
    /// The rows whose link leads to one of some keys.
    case leadingTo([Int64])
  }

  /// The column of the links.
  var column: SQL { "\(name: relationship.columnName)" }

  /// True if the save that deletes the target has to cut the link: the relationship has no inverse, or its
  /// delete rule is to do nothing.
  var isCutOnDeletion: Bool {
    guard let inverse = relationship.inverseName else { return true }
    return target.entity.relationships.first { $0.name == inverse }?.deleteRule == .noAction
  }

  /// Links to rows that aren't there.
  func danglingLinks(_ connection: Connection, _ rows: Rows) throws -> [StoreFault] {
    try faults(
      connection, rows, joined: false, "a.\(column) IS NOT NULL AND \(leadsNowhere)",
      .danglingLink, "leads to a \(relationship.destination) that isn't there")
  }

  /// The condition that the link of a row `a` leads to no row.
  var leadsNowhere: SQL {
    "NOT EXISTS (SELECT 1 FROM \(target) AS b WHERE b.\(.key) = a.\(column))"
  }

  /// Links to rows that don't lead back, or are of another class.
  func inverseFaults(_ connection: Connection, _ rows: Rows = .all) throws -> [StoreFault] {
    let leads = "\(relationship.name) leads to a \(relationship.destination)"
    var faults: [StoreFault] = []
    if let inverse = relationship.inverseName, relationship.inverseIsToOne {
      let back = target.linkColumn(of: inverse)
      faults += try self.faults(
        connection, rows, joined: true,
        owner.dialect.isDifferent("b.\(name: back)", "a.\(.key)"),
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
    _ connection: Connection, _ rows: Rows, joined: Bool, _ broken: SQL,
    _ kind: StoreFault.Kind, _ message: String
  ) throws -> [StoreFault] {
    var query: SQL = "SELECT a.\(.key) FROM \(owner) AS a "
    if joined { query += "JOIN \(target) AS b ON b.\(.key) = a.\(column) " }
    query += "WHERE (\(broken))"
    switch rows {
    case .all: break
    case .keys(let keys): query += " AND \(KeyList(keys, owner.dialect).contains("a.\(.key)"))"
    case .leadingTo(let keys):
      query += " AND \(KeyList(keys, owner.dialect).contains("a.\(column)"))"
    }
    return try connection.rows(query) { row in
      StoreFault(
        kind: kind, place: try connection.object(row.integer(at: 0), in: owner.name, of: tables),
        message: message)
    }
  }
}
