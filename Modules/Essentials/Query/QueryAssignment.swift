public import StrataSchema

/// What becomes of one column of each object that a query finds.
public struct QueryAssignment: Sendable, Hashable {
  /// The property.
  public let property: String
  /// The column; its part names the part of a value of several columns.
  public let column: ColumnDescription
  /// Its new value.
  public let value: Value

  /// Describes an assignment.
  public init(_ property: String, _ column: ColumnDescription, _ value: Value) {
    self.property = property
    self.column = column
    self.value = value
  }

  /// The new value of a column.
  public enum Value: Sendable, Hashable {
    /// The same for all objects.
    case constant(ColumnValue)
    /// What another column of the object had.
    case column(property: String, ColumnDescription)
    /// What the column had, and a number; nil stays nil. A sum out of the range, where there is one, is
    /// an error.
    case sum(ColumnValue, within: ClosedRange<Int64>? = nil)
  }
}
