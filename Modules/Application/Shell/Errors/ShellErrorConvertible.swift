/// An error that knows how it wants to be shown in the shell.
///
/// An application conforms the error types of its other modules, so that their message, their hint
/// and their column reach the person who typed the line.
public protocol ShellErrorConvertible: Error {
  /// The error as the shell shows it. Its column counts from the start of the command line.
  var shellError: ShellError { get }
}
