public import StrataQuery
internal import StrataSchema
public import StrataSQLite

/// The columns that a query selects of the rows that it finds.
public enum QuerySelection: Sendable {
  /// All columns, as `selection(alias:)` has them.
  case rows
  /// The keys, each with the name of its entity where objects of several are found.
  case keys
  /// How many there are.
  case count
}

extension SQL {
  /// Compiles a query for some values of each object, in the query's order. The values are converted as
  /// those of a grouped query.
  package init(values: [GroupedQuery.Value], of query: Query, tables: Tables) throws {
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    let selected = try values.map { try compiler.column($0) }
    let conditions = try compiler.conditions(of: query, on: table, as: root, excluding: nil)
    let order = try compiler.order(of: query, root)
    self = """
      SELECT \(selected.joined()) FROM \(table) AS \(root)\(compiler.joins(of: 0))\(conditions) \
      ORDER BY \(order.joined())
      """
    self += query.page(tables.dialect)
  }

  /// Compiles a query. Values are always bound, never written into the text.
  ///
  /// - Parameters:
  ///   - reading: The columns of rows that are read, or nil for all.
  ///   - keys: Keys of rows to leave out.
  public init(
    _ query: Query, select selection: QuerySelection, reading: RowSelection? = nil, tables: Tables,
    excluding keys: [Int64]? = nil
  ) throws {
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(query.entity)
    let root = compiler.declare(variable: 0, entity: query.entity)
    let conditions = try compiler.conditions(of: query, on: table, as: root, excluding: keys)
    var order: [SQL] = []
    // An order changes no count but that of a part.
    if selection != .count || query.limit != nil || query.offset > 0 {
      order = try compiler.order(of: query, root)
    }
    let selected: SQL =
      switch selection {
      case .rows: table.selection(alias: root, reading: reading)
      case .keys where table.isPolymorphic: "\(root).\(.key), \(root).\(.entity)"
      case .keys: "\(root).\(.key)"
      case .count: order.isEmpty ? "count(*)" : "1"
      }
    self = "SELECT \(selected) FROM \(table) AS \(root)\(compiler.joins(of: 0))\(conditions)"
    if !order.isEmpty { self += " ORDER BY \(order.joined())" }
    self += query.page(tables.dialect)
    if selection == .count, !order.isEmpty { self = "SELECT count(*) FROM (\(self)) AS q" }
  }
}

extension SQLCompiler {
  /// The terms of ORDER BY.
  fileprivate mutating func order(of query: Query, _ root: SQL) throws -> [SQL] {
    var order: [SQL] = []
    for key in query.directedSort { order += try compile(key) }
    order.append("\(root).\(.key)\(query.isReversed ? " DESC" : "")")
    return order
  }

  /// The WHERE clause of a query: the entity's own rows, the predicate, and no key to leave out.
  mutating func conditions(
    of query: Query, on table: EntityTable, as root: SQL, excluding keys: [Int64]?
  ) throws -> SQL {
    var conditions: [SQL] = []
    if let filter = table.filter(root, isSearched: true) { conditions.append(filter) }
    if let predicate = query.predicate, predicate != .alwaysTrue {
      conditions.append(try compile(condition: predicate))
    }
    if let position = query.position {
      conditions.append(try compile(behind: position, in: query, root))
    }
    if let keys { conditions.append(KeyList(keys, dialect).excludes("\(root).\(.key)")) }
    return conditions.isEmpty ? "" : " WHERE \(conditions.joined(" AND "))"
  }
}

extension Query {
  /// The LIMIT clause with a space before it, or empty for all rows.
  func page(_ dialect: SQLDialect) -> SQL {
    limit == nil && offset == 0 ? "" : " \(dialect.page(limit: limit, offset: offset))"
  }
}
