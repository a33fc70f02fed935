/// A call of a command: what the line gave for its arguments and options.
public struct Invocation: Sendable {
  /// The command that is called.
  public let signature: CommandSignature
  /// The line it is called in.
  public let line: LogicalLine
  /// Tells when to stop.
  public let cancellation: Cancellation
  /// The rest of the line as it was typed, for a command that declares such an argument.
  public internal(set) var rest: RawText?

  var argumentValues: [String: [ArgumentValue]] = [:]
  var optionValues: [String: [ArgumentValue]] = [:]
  var flags: Set<String> = []

  init(signature: CommandSignature, line: LogicalLine, cancellation: Cancellation) {
    self.signature = signature
    self.line = line
    self.cancellation = cancellation
  }

  /// The value of an argument, or nil when the line doesn't give it. An argument that is declared
  /// required is always there.
  public func argument(_ name: String) -> ArgumentValue? { argumentValues[name]?.first }

  /// The values of a variadic argument.
  public func arguments(_ name: String) -> [ArgumentValue] { argumentValues[name] ?? [] }

  /// The text of an argument.
  public subscript(name: String) -> String? { argument(name)?.text }

  /// The value of a required argument.
  ///
  /// - Throws: ``ShellError`` when it is missing, which the shell has ruled out for arguments
  /// declared as required.
  public func require(_ name: String) throws(ShellError) -> ArgumentValue {
    guard let value = argument(name) else { throw usageError("\(name) is missing") }
    return value
  }

  /// The value of an option, without its dashes; the last one when it is given more than once.
  public func option(_ name: String) -> ArgumentValue? { optionValues[name]?.last }

  /// The values of a repeatable option, in the order of the line.
  public func options(_ name: String) -> [ArgumentValue] { optionValues[name] ?? [] }

  /// Whether a flag is given.
  public func flag(_ name: String) -> Bool { flags.contains(name) }

  /// The line as it was typed from a value on, quotes intact.
  public func rawText(from value: ArgumentValue) -> RawText? {
    Tokenizer(line, at: value.range.lowerBound, column: value.column).rawText()
  }

  /// An error about the way the command was called, with its usage line as a hint.
  public func usageError(
    _ message: String, hint: String? = nil, column: Int? = nil
  ) -> ShellError {
    signature.usageError(message, hint: hint, column: column)
  }

  /// Throws when somebody wants the command to stop. To be called in every long loop.
  ///
  /// - Throws: ``ShellError/interrupted``.
  public func checkCancellation() throws(ShellError) { try cancellation.check() }
}
