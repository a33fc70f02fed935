package import StrataSQLite

extension SQL {
  /// The key column of every table.
  package static let key = SQL(EntityTable.key)
  /// The column with the entity of a row, where a table is shared.
  package static let entity = SQL(EntityTable.entityColumn)
}

extension SQL.StringInterpolation {
  /// Adds the name of a table.
  package mutating func appendInterpolation(_ table: EntityTable) {
    appendInterpolation(name: table.name)
  }

  /// Adds the name of a table.
  package mutating func appendInterpolation(_ table: LinkTable) {
    appendInterpolation(name: table.name)
  }

  /// Adds the name of a column.
  package mutating func appendInterpolation(_ column: EntityTable.Column) {
    appendInterpolation(name: column.name)
  }

  /// Adds texts as literals, with commas between them.
  package mutating func appendInterpolation(literals texts: [String]) {
    appendInterpolation(texts.map { "\(literal: $0)" }.joined())
  }

  /// Adds the names of columns, with commas between them.
  package mutating func appendInterpolation(names: [String]) {
    appendInterpolation(names.map { "\(name: $0)" }.joined())
  }
}
