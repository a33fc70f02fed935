/// Something that a shell reads lines from.
public enum ShellInput: Sendable, Equatable {
  /// A line given as an argument of the program.
  case line(String)
  /// A command's words, as the program's arguments have them.
  case words([String])
  /// A script; `-` is standard input.
  case script(path: String)
  /// Standard input, with a prompt when it is a terminal.
  case standardInput
}
