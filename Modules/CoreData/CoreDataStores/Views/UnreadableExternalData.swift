package import StrataSchema

/// The reason why an attribute's external file can't be read.
///
/// If a store is opened with `describesUnreadableData`, the column contains this text in place of
/// the bytes. One missing file then doesn't make all objects of an entity unreadable.
package struct UnreadableExternalData: Error, CustomStringConvertible {
  package let description: String

  /// Returns nil if the value is data or null.
  package init?(_ value: ColumnValue, in column: ColumnDescription) {
    guard column.storageClass == .blob, case .text(let reason) = value else { return nil }
    description = reason
  }
}
