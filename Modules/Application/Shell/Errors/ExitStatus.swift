/// The exit status of the program.
public enum ExitStatus: Int32, Sendable, Equatable {
  /// Every line succeeded.
  case success = 0
  /// A command failed.
  case commandFailed = 1
  /// The program was started with wrong arguments.
  case wrongUsage = 2
  /// The store can't be opened.
  case storeUnavailable = 3
}
