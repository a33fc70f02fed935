extension Schema.Attribute {
  /// The evaluation of an attribute's initial value for another object.
  ///
  /// It belongs to the program, not to the store, so that attributes are equal even if they differ
  /// in it.
  package struct Evaluation: Sendable, Hashable {
    /// Evaluates the value and returns its columns, or nil if all objects have the same value.
    package let columns: (@Sendable () throws -> [ColumnValue])?

    /// No evaluation: all objects have the same value, or none.
    package static var none: Evaluation { Evaluation() }

    private init() { columns = nil }

    /// - Parameter columns: The code of a property's initial value, which captures nothing. It runs
    ///   on the isolation that creates an object, which may be that of a store's migration.
    package init(_ columns: @escaping () throws -> [ColumnValue]) {
      nonisolated(unsafe) let columns = columns
      self.columns = { try columns() }
    }

    package static func == (lhs: Evaluation, rhs: Evaluation) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }
}
