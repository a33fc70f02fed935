package import StrataSchema
package import StrataSQLite

/// The values of a row, read ahead of their use: once they are there, taking them can't fail for the
/// store's sake any more.
package struct StoredRow {
  /// The row's key.
  package let key: Int64
  private let values: [ColumnValue]
  /// The values in the order of ``EntityTable/storedColumns``, perhaps without those of places.
  package var columns: [ColumnValue] { values }
  private let table: EntityTable
  /// The properties whose columns weren't read, and are NULL here.
  package private(set) var unread = PropertySet()

  /// - Parameter reading: The columns that were read, or nil for all.
  package init(_ statement: Statement, of table: EntityTable, reading: RowSelection? = nil) {
    if let reading { unread = reading.unread[0] }
    key = statement.integer(at: 0)
    self.table = table
    values = table.columns.indices.map { statement.value(at: table.start + $0) }
  }

  /// - Parameters:
  ///   - values: Those of ``EntityTable/storedColumns``.
  ///   - unread: The properties whose columns weren't read.
  package init(
    key: Int64, _ values: [ColumnValue], of table: EntityTable, unread: PropertySet = PropertySet()
  ) {
    self.unread = unread
    self.key = key
    self.values = values
    self.table = table
  }

  /// The columns of some properties, to be read one after another.
  package func row(_ properties: PropertySet) -> Row {
    let indices = table.columns.indices.filter { properties.contains(table.columns[$0].property) }
    let source = RowSource(
      table: table.entity.name, key: key, columns: indices.map { table.columns[$0].name })
    return Row(indices.map { values[$0] }, of: source, present: properties)
  }

  /// The columns of a property.
  package func values(of property: PropertyIndex) -> [ColumnValue] {
    zip(table.columns, values).filter { $0.0.property == property }.map(\.1)
  }

  /// The row with the columns of some properties as another row has them.
  package func replacing(_ properties: PropertySet, from other: StoredRow) -> StoredRow {
    let merged = zip(table.columns, zip(values, other.values)).map { column, both in
      properties.contains(column.property) ? both.1 : both.0
    }
    var unread = unread
    unread.subtract(properties)
    var others = other.unread
    others.formIntersection(properties)
    unread.formUnion(others)
    return StoredRow(key: key, merged, of: table, unread: unread)
  }

  /// The key that a to-one relationship leads to, or 0 for none.
  ///
  /// - Parameter property: The position of the relationship.
  package func link(_ property: PropertyIndex) -> Int64 {
    guard let index = table.columns.firstIndex(where: { $0.property == property }),
      case .integer(let key) = values[index], key > 0
    else { return 0 }  // What is no key is recorded when the row is taken.
    return key
  }
}
