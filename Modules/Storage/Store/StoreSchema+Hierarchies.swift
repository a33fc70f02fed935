internal import Foundation
import StrataSchema

extension StoreSchema {
  /// The tables whose rows name their entity.
  func sharedTables() throws -> Set<String> {
    let statement = try connection.statement(
      """
      SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.name = ?
      """)
    try statement.bind([.text(EntityTable.entityColumn)])
    defer { statement.reset() }
    var result: Set<String> = []
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0) { result.insert(name) }
    }
    return result
  }

  /// Whether a shared table has objects of some entities.
  func contains(_ entities: [String], in table: String) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM \(quoted(table)) WHERE \(EntityTable.entityColumn) "
        + "IN (\(entities.map(literal).joined(separator: ", "))) LIMIT 1") != nil
  }

  /// Whether an index of a shared table may belong to a class that the schema lacks, and is not the
  /// schema's to drop: it has a column that nobody here knows, or is of such a class alone.
  func isOfUnknownClass(index: String, in table: EntityTable) throws -> Bool {
    guard table.isShared else { return false }
    let columns = Set(table.allColumns.map(\.column.name) + [EntityTable.entityColumn])
    let statement = try connection.statement("SELECT name FROM pragma_index_info(?)")
    try statement.bind([.text(index)])
    defer { statement.reset() }
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0), !columns.contains(name) { return true }
    }
    let sql = try connection.value("SELECT sql FROM sqlite_schema WHERE name = ?", .text(index))
    guard case .text(let text) = sql,
      let list = text.components(separatedBy: EntityTable.isOneOf).dropFirst().last
    else { return false }
    let known = Set(table.members.map { literal($0.entity.name) })
    return !list.dropLast().components(separatedBy: ", ").allSatisfy(known.contains)
  }

  /// Objects of a class that has come under another, or has left it, are not found where they are.
  func checkPlaces(of schema: Schema, _ shared: Set<String>) throws {
    for entity in schema.entities {
      if let superentity = entity.superentity, try connection.hasTable(entity.name) {
        throw mismatch(
          "it keeps \(entity.name) in a table of its own, but in the model \(entity.name) inherits "
            + "from \(superentity.name)")
      }
      for table in shared.sorted() where table != entity.root.name {
        guard try contains([entity.name], in: table) else { continue }
        throw mismatch(
          "it keeps objects of \(entity.name) with those of \(table), which \(entity.name) doesn't "
            + "inherit from in the model")
      }
    }
  }
}

extension Connection {
  func hasTable(_ name: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)) != nil
  }
}
