package import StrataSchema
package import StrataSQLite

/// Finds the row that has some values in a unique group, one after the other, with one statement.
package struct RowLookup {
  private let statement: Statement
  private let table: EntityTable
  private let group: UniqueGroup
  // Where each of the table's columns is in a row that is found; -1 for those of the group, whose values
  // are those that were looked for.
  private let places: [Int32]

  init(_ statement: Statement, of table: EntityTable, _ group: UniqueGroup) {
    self.statement = statement
    self.table = table
    self.group = group
    var next: Int32 = table.isShared ? 2 : 1
    places = table.storedColumns.indices.map { column in
      guard !group.columns.contains(column) else { return -1 }
      defer { next += 1 }
      return next
    }
  }

  /// Gives the row to a body; nil when there is none, as always where one of the values is NULL.
  ///
  /// - Parameter values: Those of ``EntityTable/storedColumns``, in that order.
  package func first<Result>(
    _ values: [ColumnValue], _ body: (FoundRow) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    for column in group.columns {
      if case .null = values[column] { return nil }
    }
    defer { statement.reset() }
    statement.bindAnew(group.columns.count)
    for (index, column) in group.columns.enumerated() {
      statement.bind(values[column], at: Int32(index + 1))
    }
    guard try statement.step() else { return nil }
    return try body(FoundRow(statement, of: table, places: places, by: values))
  }
}

/// A row that was found, good inside the body that it is given to.
package struct FoundRow {
  /// The row's key.
  package let key: Int64
  private let statement: Statement
  private let table: EntityTable
  private let places: [Int32]
  private let wanted: [ColumnValue]

  init(
    _ statement: Statement, of table: EntityTable, places: [Int32], by wanted: [ColumnValue]
  ) throws(StorageError) {
    key = try statement.key(of: table.name)
    self.statement = statement
    self.table = table
    self.places = places
    self.wanted = wanted
  }

  /// What names the row.
  package var reference: RowReference {
    guard table.isShared else { return RowReference(key: key, entity: table.entity.name) }
    guard case .text(let name) = statement.value(at: 1) else {
      return RowReference(key: key, entity: "")
    }
    return RowReference(key: key, entity: name)
  }

  /// The values of ``EntityTable/storedColumns``.
  package var values: [ColumnValue] {
    zip(places, wanted).map { place, value in
      place < 0 ? value : statement.value(at: Int(place))
    }
  }

  /// Whether a column has the value that stood there in those that were looked for; texts are compared
  /// by their bytes.
  package func isIdentical(_ column: Int) -> Bool {
    places[column] < 0 || statement.isIdentical(at: places[column], to: wanted[column])
  }
}

extension StoreTransaction {
  /// What finds rows by the values of a unique group.
  package func lookup(_ table: EntityTable, _ group: UniqueGroup) throws(StorageError) -> RowLookup
  {
    let key = PreparedKey(
      table: table, verb: .find(columns: group.columns, kinds: group.kinds ?? []))
    let statement = try connection.prepared(key) {
      var conditions = group.columns.map { "\(quoted(table.columns[$0].name)) = ?" }
      if let kinds = group.kinds {
        conditions.append(
          "\(EntityTable.entityColumn) IN (\(kinds.map(literal).joined(separator: ", ")))")
      }
      var names = [EntityTable.key]
      if table.isShared { names.append(EntityTable.entityColumn) }
      for (index, column) in table.storedColumns.enumerated()
      where !group.columns.contains(index) { names.append(quoted(column.name)) }
      return "SELECT \(names.joined(separator: ", ")) FROM \(quoted(table.name)) "
        + "WHERE \(conditions.joined(separator: " AND "))"
    }
    return RowLookup(statement, of: table, group)
  }
}
