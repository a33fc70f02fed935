/// How a shell behaves.
public struct ShellConfiguration: Sendable {
  /// Whether scripts go on after an error.
  public var keepsGoing = false
  /// Whether each line of a script is shown before its answer, behind a prompt. Lines of scripts that
  /// a script includes aren't, just as at a terminal.
  public var echoesLines = false
  /// The prompt before lines that are shown again; the terminal's when nil.
  public var echoPrompt: String?
  /// Short names for the beginnings of lines, until somebody changes them.
  public var aliases = Aliases()
  /// How deep scripts may include scripts.
  public var maximumDepth = 16
  /// Set by Ctrl-C: ends the running command.
  public var interruption = Cancellation()
  /// Set by SIGTERM: ends the shell.
  public var termination = Cancellation()
  /// How a person's terminal is used.
  public var terminal = TerminalLineSource.Settings()

  /// What the manual and other shells are told of the program.
  public var program = ProgramDescription()

  /// The usual behaviour.
  public init() {}
}
