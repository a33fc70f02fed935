/// An error that can be converted for display in the shell.
///
/// Conform the error types of your application's modules, so that a person sees their message, hint
/// and column.
public protocol ShellErrorConvertible: Error {
  /// The converted error. Its column counts from the beginning of the command line.
  var shellError: ShellError { get }
}
