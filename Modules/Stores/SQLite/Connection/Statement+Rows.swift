package import StrataSchema

// Stepping and resetting, which belong together: a statement that is left between two rows keeps its transaction open.
extension Statement {
  /// Calls a body with each row, one after the other. The statement is reset behind the last one, and if the body throws.
  ///
  /// - Throws: `StorageError` for a row that can't be read. The body's errors.
  public func forEachRow(_ body: (Statement) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// Returns the first result of a body that isn't nil; no row behind that one is read.
  package func first<Result>(
    _ body: (Statement) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    do throws(StorageError) {
      while try step() {
        guard let result = try body(self) else { continue }
        try finish()
        return result
      }
    } catch {
      reset()
      throw error
    }
    reset()
    return nil
  }

  /// Runs to the end, whatever rows there are.
  package func run() throws(StorageError) {
    defer { reset() }
    while try step() {}
  }

  /// Binds values and runs to the end.
  package func run(_ arguments: [ColumnValue]) throws(StorageError) {
    try bind(arguments)
    try run()
  }
}
