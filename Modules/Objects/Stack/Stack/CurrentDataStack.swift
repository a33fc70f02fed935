public import StrataContexts

/// A task-local data stack, for code that doesn't pass one from function to function.
///
/// ```swift
/// try await CurrentDataStack.with(stack) { try await run(command) }
/// let context = try CurrentDataStack.stack().backgroundContext(author: "command")
/// ```
public enum CurrentDataStack {
  @TaskLocal private static var value: (any DataStack)?

  /// The data stack of the current task.
  ///
  /// - Throws: `StackError.noCurrentStack` if none was set.
  public static func stack() throws(StackError) -> any DataStack {
    guard let value else { throw .noCurrentStack }
    return value
  }

  /// Runs a body with a data stack. Child tasks of the body inherit it.
  ///
  /// - Throws: the body's error.
  public static func with<Result>(
    _ stack: any DataStack, _ body: () throws -> Result
  ) rethrows -> Result { try $value.withValue(stack, operation: body) }

  /// Runs an asynchronous body with a data stack. Child tasks of the body inherit it.
  ///
  /// - Throws: the body's error.
  public static func with<Result>(
    _ stack: any DataStack, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await $value.withValue(stack, operation: body) }
}
