package import StrataSchema
package import StrataSQLite

/// The values of a row, read ahead of their use: once they are there, taking them can't fail for the
/// store's sake any more.
package struct StoredRow {
  /// The row's key.
  package let key: Int64
  /// The values in the order of ``EntityTable/storedColumns``, perhaps without those of places. Nil for columns that
  /// weren't read.
  private let values: [ColumnValue?]
  private let table: EntityTable
  /// The properties whose columns weren't read.
  package let unread: PropertySet

  /// - Parameter reading: The columns that were read, or nil for all.
  package init(_ statement: Statement, of table: EntityTable, reading: RowSelection? = nil) {
    let unread = reading?.unread[0] ?? PropertySet()
    self.unread = unread
    key = statement.integer(at: 0)
    self.table = table
    values = table.columns.indices.map { index in
      unread.contains(table.columns[index].property)
        ? nil : statement.value(at: table.start + index)
    }
  }

  /// Creates a row of which everything is known.
  ///
  /// - Parameter values: Those of ``EntityTable/storedColumns``.
  package init(key: Int64, _ values: [ColumnValue], of table: EntityTable) {
    self.init(key: key, values, of: table, unread: PropertySet())
  }

  /// - Parameters:
  ///   - values: Those of ``EntityTable/storedColumns``, with nil for those of `unread`.
  ///   - unread: The properties whose columns weren't read.
  package init(key: Int64, _ values: [ColumnValue?], of table: EntityTable, unread: PropertySet) {
    self.unread = unread
    self.key = key
    self.values = values
    self.table = table
  }

  /// The columns of those of some properties that were read, to be read one after another.
  package func row(_ properties: PropertySet) -> Row {
    var present = properties
    present.subtract(unread)
    let indices = table.columns.indices.filter { present.contains(table.columns[$0].property) }
    let source = RowSource(
      table: table.entity.name, key: key, columns: indices.map { table.columns[$0].name })
    return Row(indices.compactMap { values[$0] }, of: source, present: present)
  }

  /// The columns of a property.
  package func columns(of property: PropertyIndex) -> Known<[ColumnValue]> {
    if unread.contains(property) { return .unread }
    return .known(
      zip(table.columns, values).filter { $0.0.property == property }.compactMap(\.1))
  }

  /// All columns, in the order of the table.
  package var columns: [Known<ColumnValue>] {
    values.prefix(table.columns.count).map { value in value.map { .known($0) } ?? .unread }
  }

  /// The row with the columns of some properties as another row has them, also if it hasn't read them.
  package func replacing(_ properties: PropertySet, from other: StoredRow) -> StoredRow {
    let merged = zip(table.columns, zip(values, other.values)).map { column, both in
      properties.contains(column.property) ? both.1 : both.0
    }
    var remaining = unread
    remaining.subtract(properties)
    var others = other.unread
    others.formIntersection(properties)
    remaining.formUnion(others)
    return StoredRow(key: key, merged, of: table, unread: remaining)
  }

  /// The row with the columns that it hasn't read as another row has them.
  package func completed(by other: StoredRow) -> StoredRow {
    unread.isEmpty ? self : replacing(unread, from: other)
  }

  /// The key that a to-one relationship leads to, or 0 for none. Relationships are always read.
  ///
  /// - Parameter property: The position of the relationship.
  package func link(_ property: PropertyIndex) -> Int64 {
    guard let index = table.columns.firstIndex(where: { $0.property == property }),
      case .integer(let key)? = values[index], key > 0
    else { return 0 }  // What is no key is recorded when the row is taken.
    return key
  }
}

/// A value of a row as far as it is known: fetches leave out attributes, and nothing else may be taken for their
/// values.
///
/// It isn't `Equatable`, since what isn't known equals nothing, not even another unknown value. Compare by
/// ``isKnown(toEqual:)``.
package enum Known<Value: Equatable> {
  case known(Value)
  /// The value wasn't read.
  case unread

  /// The value, nil if it wasn't read.
  package var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// True if both values are known and equal.
  package func isKnown(toEqual other: Known) -> Bool {
    guard case .known(let value) = self, case .known(let otherValue) = other else { return false }
    return value == otherValue
  }
}
