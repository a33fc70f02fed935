package import StrataQuery
package import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The condition that a search finds the object at a path's end.
  mutating func compile(_ search: SearchCondition, at path: QueryPath) throws -> SQL {
    switch dialect {
    case .sqlite:
      try requirePresent()
      let index: SQL = "\(name: SearchTable.name(of: search.entity))"
      return """
        \(try key(path)) IN (SELECT rowid FROM \(index) WHERE \(index) MATCH \(bind: search.fts5))
        """
    case .postgreSQL: return dialect.condition(search, over: try texts(search, at: path))
    }
  }

  /// The rank of the object at a path's end.
  mutating func compile(rankIn search: SearchCondition, at path: QueryPath) throws -> SQL {
    switch dialect {
    case .sqlite:
      try requirePresent()
      let index: SQL = "\(name: SearchTable.name(of: search.entity))"
      let alias = newAlias("s")
      // With a LIMIT the search runs once. Otherwise SQLite would run it for each row.
      join(
        """
        LEFT JOIN (SELECT rowid AS k, -bm25(\(index)) AS v FROM \(index) \
        WHERE \(index) MATCH \(bind: search.fts5) LIMIT -1) AS \(alias) ON \(alias).k = \(try key(path))
        """, to: path.variable)
      return "\(alias).v"
    case .postgreSQL: return dialect.rank(search, over: try texts(search, at: path))
    }
  }

  private func requirePresent() throws(StorageError) {
    guard !tables.isPresent else { return }
    throw .refusedStatement(
      sql: "matches",
      reason: "a past state in a file has no search index, since the index has the present texts; "
        + "compare with contains instead")
  }

  private mutating func texts(_ search: SearchCondition, at path: QueryPath) throws -> [SQL] {
    let alias = try alias(path).alias
    return search.columns.map { "\(alias).\(name: $0.name)" }
  }
}

extension SQL {
  /// The keys of some objects with their ranks in a search.
  package init(
    ranksOf keys: [Int64], in search: SearchCondition, of entity: String, tables: Tables
  ) throws {
    var compiler = SQLCompiler(tables: tables)
    let table = try tables.table(entity)
    let root = compiler.declare(variable: 0, entity: entity)
    let rank = try compiler.compile(rankIn: search, at: QueryPath())
    self = """
      SELECT \(root).\(.key), \(rank) FROM \(table) AS \(root)\(compiler.joins(of: 0)) \
      WHERE \(KeyList(keys, tables.dialect).contains("\(root).\(.key)"))
      """
  }
}
