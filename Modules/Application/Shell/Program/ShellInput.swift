/// An input from which the shell reads lines.
public enum ShellInput: Sendable, Equatable {
  /// A line given with the program's option `-c`.
  case line(String)
  /// The words of one command, from the program's arguments.
  case words([String])
  /// A script. `-` is standard input.
  case script(path: String)
  /// Standard input, with a prompt when it is a terminal.
  case standardInput
}
