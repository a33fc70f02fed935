public import StrataSchema

/// The assignment of one column in a batch update.
public struct QueryAssignment: Sendable, Hashable {
  /// The property.
  public let property: String
  /// The column, which may be a part of a composite value.
  public let column: ColumnDescription
  /// The new value.
  public let value: Value

  /// Creates an assignment.
  public init(_ property: String, _ column: ColumnDescription, _ value: Value) {
    self.property = property
    self.column = column
    self.value = value
  }

  /// The new value of a column.
  public enum Value: Sendable, Hashable {
    /// The same value for all objects.
    case constant(ColumnValue)
    /// The former value of another column of the object.
    case column(property: String, ColumnDescription)
    /// The former value plus a number.
    ///
    /// Nil remains nil, and a sum out of the range is an error.
    case sum(ColumnValue, within: ClosedRange<Int64>? = nil)
  }
}
