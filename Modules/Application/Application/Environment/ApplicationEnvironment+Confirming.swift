public import StrataShell

extension ApplicationEnvironment {
  /// Asks the person at the terminal to confirm, with `[y/N]`.
  ///
  /// - Returns: True if the answer is yes. Nil if there is nobody to ask, as in a script or a pipe.
  /// - Throws: `ShellError.interrupted` for Ctrl-C.
  public func confirms(_ question: String, _ invocation: Invocation) async throws -> Bool? {
    try await invocation.confirms(question, output)
  }
}
