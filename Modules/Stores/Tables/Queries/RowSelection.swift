package import StrataSchema

/// The columns that a fetch reads of an entity's rows.
///
/// The others are NULL in the result, so that each column has the position that it has when all are read.
public struct RowSelection: Sendable {
  /// The properties that aren't read, for each of the table's ``EntityTable/kinds``.
  package let unread: [PropertySet]
  /// True for each column of the result that isn't read.
  public let isUnread: [Bool]
  /// The columns of the result, quoted.
  let selected: [String?]

  /// Selects all columns but those of some properties.
  ///
  /// - Parameter unread: The properties, for each of the table's ``EntityTable/kinds``.
  /// - Returns: nil if no column is left out.
  package init?(leavingOut unread: [PropertySet], of table: EntityTable) {
    var isUnread = table.selected.map { _ in false }
    for (kind, properties) in zip(table.kinds, unread) {
      let columns = table.isPolymorphic ? kind.columns : table.columns
      for (offset, column) in columns.enumerated() where properties.contains(column.property) {
        isUnread[kind.start + offset] = true
      }
    }
    guard isUnread.contains(true) else { return nil }
    self.unread = unread
    self.isUnread = isUnread
    selected = zip(table.selected, isUnread).map { $1 ? nil : $0 }
  }
}
