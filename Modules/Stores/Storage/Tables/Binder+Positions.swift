package import StrataSQLite

extension Binder {
  /// Binds the positions of a table, which follow the columns of all properties.
  package mutating func bindPositions(of table: EntityTable) {
    for column in table.positions where begins(column.property) {
      if let found = positions.first(where: { $0.property == column.property }) {
        bind(integer: found.position)
      } else {
        bindNull()
      }
    }
  }
}
