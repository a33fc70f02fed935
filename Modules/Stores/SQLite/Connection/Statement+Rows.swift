package import StrataSchema

// Binding, stepping and resetting, which belong together: a statement that is left between two rows
// keeps its transaction open.
extension Statement {
  /// Binds values and gives each row to a body, one after the other.
  package func forEachRow(_ arguments: [ColumnValue], _ body: (Statement) throws -> Void) throws {
    try bind(arguments)
    defer { reset() }
    while try step() { try body(self) }
  }

  /// Binds values and gives what a body makes of the first row of which it makes anything; no row
  /// behind that one is read.
  package func first<Result>(
    _ arguments: [ColumnValue], _ body: (Statement) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    try bind(arguments)
    defer { reset() }
    while try step() {
      if let result = try body(self) { return result }
    }
    return nil
  }

  /// Binds values and runs to the end, whatever rows there are.
  package func run(_ arguments: [ColumnValue]) throws(StorageError) {
    try bind(arguments)
    defer { reset() }
    while try step() {}
  }
}
