internal import Foundation
internal import StrataPlatform

/// A call of a command, with the values of its arguments and options.
public struct Invocation: Sendable {
  /// The declaration of the called command.
  public let signature: CommandSignature
  /// The line of the call.
  public let line: LogicalLine
  /// The flag that is set to stop the command.
  public let cancellation: Cancellation
  /// The rest of the line as it was typed, if the command declares such an argument.
  public internal(set) var rest: RawText?

  var argumentValues: [String: [ArgumentValue]] = [:]
  var optionValues: [String: [ArgumentValue]] = [:]
  var flags: Set<String> = []

  init(signature: CommandSignature, line: LogicalLine, cancellation: Cancellation) {
    self.signature = signature
    self.line = line
    self.cancellation = cancellation
  }

  /// Returns an argument's value, or nil if the line doesn't have it.
  ///
  /// A required argument always has one.
  public func argument(_ name: String) -> ArgumentValue? { argumentValues[name]?.first }

  /// Returns the values of a variadic argument.
  public func arguments(_ name: String) -> [ArgumentValue] { argumentValues[name] ?? [] }

  /// The text of an argument.
  public subscript(name: String) -> String? { argument(name)?.text }

  /// Returns the value of a required argument.
  ///
  /// - Throws: ``ShellError`` if it is missing. This can't happen if you declared it as required.
  public func require(_ name: String) throws(ShellError) -> ArgumentValue {
    guard let value = argument(name) else { throw usageError("\(name) is missing") }
    return value
  }

  /// Returns an option's value. If it is given more than once, the last one.
  public func option(_ name: String) -> ArgumentValue? { optionValues[name]?.last }

  /// Returns the values of a repeatable option, in the order of the line.
  public func options(_ name: String) -> [ArgumentValue] { optionValues[name] ?? [] }

  /// Returns true if a flag is given.
  public func flag(_ name: String) -> Bool { flags.contains(name) }

  /// Returns the line as it was typed from a value on, with its quotes.
  public func rawText(from value: ArgumentValue) -> RawText? {
    Tokenizer(line, at: value.range.lowerBound, column: value.column).rawText()
  }

  /// Makes an error about the form of the call, with the usage line as a hint.
  public func usageError(
    _ message: String, hint: String? = nil, column: Int? = nil
  ) -> ShellError {
    signature.usageError(message, hint: hint, column: column)
  }

  /// Throws if the command was cancelled. Call this in every long loop.
  ///
  /// - Throws: ``ShellError/interrupted``.
  public func checkCancellation() throws(ShellError) { try cancellation.check() }
}

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

extension Invocation {
  /// Returns a call of the same command with other words, which aren't split or unquoted.
  ///
  /// A command that reads its values from elsewhere, such as from a file that a person has edited,
  /// checks them so as those on a line. Columns of errors are those of `words`, joined by blanks.
  ///
  /// - Throws: ``ShellError`` for words that the command doesn't take.
  public func replacing(words: [String]) throws -> Invocation {
    let line = try LogicalLine(words: words)
    return try InvocationParser.parse(
      signature, in: line, at: Tokenizer(line), cancellation: cancellation)
  }
}
