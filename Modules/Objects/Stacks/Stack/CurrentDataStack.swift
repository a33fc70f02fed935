public import StrataStack

/// The stack that a task's code works with, where it isn't handed on from function to function: for commands
/// what the environment is for views.
///
///     try await CurrentDataStack.with(stack) { try await run(command) }
///     let context = try CurrentDataStack.stack().backgroundContext(author: "command")
public enum CurrentDataStack {
  @TaskLocal private static var value: (any DataStack)?

  /// The stack that was set around the code that asks.
  ///
  /// - Throws: `StackError.noCurrentStack` where none was.
  public static func stack() throws(StackError) -> any DataStack {
    guard let value else { throw .noCurrentStack }
    return value
  }

  /// Runs a body, and the child tasks that it makes, with a stack.
  ///
  /// - Throws: what the body throws.
  public static func with<Result>(
    _ stack: any DataStack, _ body: () throws -> Result
  ) rethrows -> Result { try $value.withValue(stack, operation: body) }

  /// Runs an asynchronous body, and the child tasks that it makes, with a stack.
  ///
  /// - Throws: what the body throws.
  public static func with<Result>(
    _ stack: any DataStack, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await $value.withValue(stack, operation: body) }
}
