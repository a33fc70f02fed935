/// The configuration of a shell.
public struct ShellConfiguration: Sendable {
  /// True if scripts continue after an error.
  public var keepsGoing = false
  /// True if each line of a script is shown before its output, behind a prompt.
  ///
  /// Lines of included scripts aren't shown, just as at a terminal.
  public var echoesLines = false
  /// The prompt before echoed lines. Nil for the terminal's prompt.
  public var echoPrompt: String?
  /// The initial aliases.
  public var aliases = Aliases()
  /// The maximal depth of nested scripts.
  public var maximumDepth = 16
  /// The flag that Ctrl-C sets. It cancels the running command.
  public var interruption = Cancellation()
  /// The flag that SIGTERM sets. It ends the shell.
  public var termination = Cancellation()
  /// The settings of the terminal.
  public var terminal = TerminalLineSource.Settings()

  /// The description of the program, for the manual page and completion scripts.
  public var program = ProgramDescription()

  /// Makes the default configuration.
  public init() {}
}
