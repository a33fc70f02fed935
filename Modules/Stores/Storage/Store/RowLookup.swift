public import StrataSQLite
package import StrataSchema

/// Finds the row that has some values in a unique group, one after the other, with one statement.
package struct RowLookup {
  private let statement: Statement
  private let table: EntityTable
  private let group: UniqueGroup
  // The column of a found row for each of the table's columns; -1 for those of the group, whose values are known.
  private let indices: [Int32]

  init(_ statement: Statement, of table: EntityTable, _ group: UniqueGroup) {
    self.statement = statement
    self.table = table
    self.group = group
    var next: Int32 = table.isShared ? 2 : 1
    indices = table.storedColumns.indices.map { column in
      guard !group.columns.contains(column) else { return -1 }
      defer { next += 1 }
      return next
    }
  }

  /// Calls a body with the row. Returns nil if there is none, as always where one of the values is NULL.
  ///
  /// - Parameter values: Those of ``EntityTable/storedColumns``, in that order.
  package func first<Result>(
    _ values: [ColumnValue], _ body: (FoundRow) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    for column in group.columns {
      if case .null = values[column] { return nil }
    }
    bind(values)
    return try found(values, body)
  }

  /// Calls a body with the rows that have some values each, as ``first(_:_:)`` does for one. A server is waited for once.
  ///
  /// - Parameter body: Gets the index of the values.
  package func each(
    _ values: [[ColumnValue]], _ body: (Int, FoundRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    let asked = values.indices.filter { index in
      !group.columns.contains { values[index][$0].isNull }
    }
    defer { statement.forgetAhead() }
    for index in asked {
      bind(values[index])
      try statement.sendAhead()
    }
    for index in asked {
      _ = try found(values[index]) { row throws(StorageError) -> Void? in try body(index, row) }
    }
  }

  private func bind(_ values: [ColumnValue]) {
    statement.bindAnew(group.columns.count)
    for (index, column) in group.columns.enumerated() {
      statement.bind(values[column], at: Int32(index + 1))
    }
  }

  private func found<Result>(
    _ values: [ColumnValue], _ body: (FoundRow) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    try statement.first { row throws(StorageError) in
      try body(FoundRow(row, of: table, indices: indices, by: values))
    }
  }
}

/// A row that a lookup has found. Valid only inside the body that gets it.
package struct FoundRow {
  /// The row's key.
  package let key: Int64
  private let statement: Statement
  private let table: EntityTable
  private let indices: [Int32]
  private let wanted: [ColumnValue]

  init(
    _ statement: Statement, of table: EntityTable, indices: [Int32], by wanted: [ColumnValue]
  ) throws(StorageError) {
    key = try statement.key(of: table.name)
    self.statement = statement
    self.table = table
    self.indices = indices
    self.wanted = wanted
  }

  /// The row's key and entity.
  package var reference: RowReference {
    guard table.isShared else { return RowReference(key: key, entity: table.entity.name) }
    guard case .text(let name) = statement.value(at: 1) else {
      return RowReference(key: key, entity: "")
    }
    return RowReference(key: key, entity: name)
  }

  /// The values of ``EntityTable/storedColumns``.
  package var values: [ColumnValue] {
    zip(indices, wanted).map { index, value in
      index < 0 ? value : statement.value(at: Int(index))
    }
  }

  /// True if a column has the same value as in the values that were looked for. Texts are compared by their bytes.
  package func isIdentical(_ column: Int) -> Bool {
    indices[column] < 0 || statement.isIdentical(at: indices[column], to: wanted[column])
  }
}

extension StoreTransaction {
  /// A lookup of rows by the values of a unique group.
  package func lookup(_ table: EntityTable, _ group: UniqueGroup) throws(StorageError) -> RowLookup
  {
    let key = PreparedKey(
      table: table, verb: .find(columns: group.columns, kinds: group.kinds ?? []))
    let statement = try connection.prepared(key) {
      var conditions = group.columns.map { index -> SQL in
        let column = table.columns[index]
        return "\(column) = \(table.parameter(for: column))"
      }
      if let kinds = group.kinds { conditions.append("\(.entity) IN (\(literals: kinds))") }
      var selected: [SQL] = table.isShared ? [.key, .entity] : [.key]
      for (index, column) in table.storedColumns.enumerated()
      where !group.columns.contains(index) { selected.append("\(column)") }
      return "SELECT \(selected.joined()) FROM \(table) WHERE \(conditions.joined(" AND "))"
    }
    return RowLookup(statement, of: table, group)
  }
}

extension Statement {
  /// The current row's key, in its first column.
  ///
  /// - Throws: `StorageError.invalidValue` for one that no object can have, as only other programs
  ///   write.
  @usableFromInline
  func key(of table: String) throws(StorageError) -> Int64 {
    let key = integer(at: 0)
    guard key > 0 else { throw .invalidKey(key, of: table) }
    return key
  }
}
