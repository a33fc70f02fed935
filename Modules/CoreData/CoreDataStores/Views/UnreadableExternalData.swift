package import StrataSchema

/// Why the bytes of an attribute can't be read from the file of external data that its row names.
///
/// A store that is opened with `describesUnreadableData` has the reason, a text, in place of the bytes, so
/// that one missing file doesn't make all objects of an entity unreadable.
package struct UnreadableExternalData: Error, CustomStringConvertible {
  package let description: String

  /// - Returns: nil where the value is bytes, or there is none.
  package init?(_ value: ColumnValue, in column: ColumnDescription) {
    guard column.storageClass == .blob, case .text(let reason) = value else { return nil }
    description = reason
  }
}
