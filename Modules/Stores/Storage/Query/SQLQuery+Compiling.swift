public import StrataQuery
internal import StrataSchema
public import StrataSQLite

/// What of the found rows is asked for.
public enum QuerySelection: Sendable {
  /// All columns, as ``EntityTable/selection(alias:)`` has them.
  case rows
  /// The keys, each with the name of its entity where objects of several are found.
  case keys
  /// How many there are.
  case count
}

extension SQLQuery {
  /// Compiles a query. Values are always bound, never written into the text.
  ///
  /// - Parameter keys: A JSON array of keys whose rows are left out.
  public init(
    _ query: Query, select selection: QuerySelection, tables: Tables, excluding keys: String? = nil
  ) throws {
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    let conditions = try compiler.conditions(of: query, on: table, as: root, excluding: keys)
    var order: [String] = []
    if case .count = selection, query.limit == nil, query.offset == 0 {
      // An order changes no count.
    } else {
      for key in query.sort {
        order += try compiler.compile(key)
      }
      order.append("\(root).\(EntityTable.key)")
    }
    let selected =
      switch selection {
      case .rows: table.selection(alias: root)
      case .keys where table.isPolymorphic:
        "\(root).\(EntityTable.key), \(root).\(EntityTable.entityColumn)"
      case .keys: "\(root).\(EntityTable.key)"
      case .count: order.isEmpty ? "count(*)" : "1"
      }
    var sql = "SELECT \(selected) FROM \(quoted(table.name)) AS \(root)"
    for join in compiler.joins(of: 0) { sql += " " + join }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    if query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      compiler.arguments.append(.integer(Int64(query.limit ?? -1)))
      compiler.arguments.append(.integer(Int64(query.offset)))
    }
    if case .count = selection, !order.isEmpty { sql = "SELECT count(*) FROM (\(sql))" }
    self.init(sql, arguments: compiler.arguments)
  }
}

extension SQLCompiler {
  /// What a row has to meet: the entity's own rows, the predicate, and no key that is left out.
  mutating func conditions(
    of query: Query, on table: EntityTable, as root: String, excluding keys: String?
  ) throws -> [String] {
    var conditions: [String] = []
    if let filter = table.filter(root, isSearched: true) { conditions.append(filter) }
    if let predicate = query.predicate, predicate != .alwaysTrue {
      conditions.append(try compile(predicate))
    }
    if let keys {
      arguments.append(.text(keys))
      conditions.append("\(root).\(EntityTable.key) NOT \(KeyList.contains)")
    }
    return conditions
  }
}
