internal import Foundation

extension Invocation {
  /// Asks the person at the terminal to confirm, with `[y/N]`.
  ///
  /// - Returns: True if the answer is yes. Nil if there is nobody to ask, as in a script or a pipe.
  /// - Throws: `ShellError.interrupted` for Ctrl-C.
  @MainActor public func confirms(_ question: String, _ output: Output) async throws -> Bool? {
    // Only a typed line has no source name. Lines of a script must not block on a question.
    guard line.sourceName == nil, isatty(0) == 1, isatty(2) == 1 else { return nil }
    try output.flush()
    FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
    let terminal = FileLineSource(
      descriptor: 0, name: "the terminal", interruption: cancellation, termination: cancellation)
    switch try await terminal.next(isContinuation: false) {
    case .line(let answer):
      return ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
    case .interrupted: throw ShellError.interrupted
    case .invalid, .end: return false
    }
  }
}
