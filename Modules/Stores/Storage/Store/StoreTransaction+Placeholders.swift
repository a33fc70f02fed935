internal import Foundation
internal import StrataSQLite
package import StrataSchema

extension StoreTransaction {
  /// Replaces a row's value in one column of a unique group by a placeholder that no other row has, so that another
  /// row can take the value. The rest of the row stays as it is.
  ///
  /// The caller has to write the column's new value in the same transaction.
  ///
  /// - Parameters:
  ///   - columns: The columns to choose from, by position in ``EntityTable/storedColumns``, each with its present
  ///     value.
  /// - Returns: False if the store takes a placeholder in none of the columns. Then the row is unchanged.
  package func setPlaceholder(
    _ table: EntityTable, key: Int64, inOneOf columns: [(index: Int, value: ColumnValue)]
  ) throws -> Bool {
    var values = [ColumnValue](repeating: .null, count: table.storedColumns.count)
    let placeholders = columns.flatMap { column -> [(column: Int, value: ColumnValue)] in
      let description = table.storedColumns[column.index].description
      return dialect.placeholders(for: description).filter { $0 != column.value }
        .map { (column: column.index, value: $0) }
    }
    // NULL conflicts with no value, and no rule but NOT NULL usually refuses it.
    let ordered = placeholders.filter(\.value.isNull) + placeholders.filter { !$0.value.isNull }
    for (column, value) in ordered {
      values[column] = value
      do {
        try assignment(table, [column]).run(key: key, values)
        return true
      } catch {
        // A rule of the models, of another program or of an administrator refuses this value, which says nothing of the
        // next one. The refused statement has changed nothing.
        guard case .constraint = error else { throw error }
      }
    }
    return false
  }
}

extension SQLDialect {
  /// Values that no row has, or that hardly any row has, and that the rules for a column usually permit.
  fileprivate func placeholders(for column: ColumnDescription) -> [ColumnValue] {
    (column.isOptional ? [.null] : []) + distinctValues(for: column)
  }

  private func distinctValues(for column: ColumnDescription) -> [ColumnValue] {
    // A server's boolean has two values alone.
    guard nativeType(column) != .boolean else { return [] }
    let number = Int64.random(in: 1 << 40...1 << 62)
    switch column.meaning {
    // A rule may permit no other values.
    case .oneOf(let values): return values
    case .decimal where column.storageClass == .text: return [.text("\(number)")]
    case .json where column.storageClass == .text: return [.text("\"\(UUID().uuidString)\"")]
    default: break
    }
    switch column.storageClass {
    case .integer: return [.integer(number), .integer(-number)]
    case .real: return [.real(Double(number)), .real(-Double(number))]
    case .text: return [.text(UUID().uuidString)]
    case .blob: return [.blob(withUnsafeBytes(of: UUID().uuid) { Data($0) })]
    }
  }
}
