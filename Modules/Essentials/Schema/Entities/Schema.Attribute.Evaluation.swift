extension Schema.Attribute {
  /// Makes the initial value of one more object, as columns. It is part of a program and not of what
  /// a store is: attributes that differ in it alone are the same.
  package struct Evaluation: Sendable, Hashable {
    /// Evaluates the value once more; nil where all objects have the same.
    package let columns: (@Sendable () throws -> [ColumnValue])?

    /// All objects have the same value, or none.
    package static var none: Evaluation { Evaluation() }

    private init() { columns = nil }

    /// - Parameter columns: The code of a property's initial value, which captures nothing. It runs
    ///   wherever an object is made, be it by a store that is opened.
    package init(_ columns: @escaping () throws -> [ColumnValue]) {
      nonisolated(unsafe) let columns = columns
      self.columns = { try columns() }
    }

    package static func == (lhs: Evaluation, rhs: Evaluation) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }
}
