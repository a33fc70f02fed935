/// Where a container's stack writes down what it does: saves, merges, conflicts, migrations, failures.
///
/// Nothing is written without one; see `ModelConfiguration.logger`. A message is put together only when the
/// logger wants its level.
///
///     struct StandardErrorLogger: ModelLogger {
///       func wants(_ level: ModelLogLevel) -> Bool { level >= .notice }
///       func log(_ level: ModelLogLevel, message: String) {
///         FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
///       }
///     }
public protocol ModelLogger: Sendable {
  /// Whether messages of a level are written. Asked on any thread before each message, so let it be quick.
  func wants(_ level: ModelLogLevel) -> Bool
  /// Writes a message of a level that is wanted. Called on any thread.
  func log(_ level: ModelLogLevel, message: String)
}

/// How much a message of a ``ModelLogger`` matters.
public enum ModelLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable,
  CustomStringConvertible
{
  /// What happens all the time: saves, merges.
  case debug
  /// What happens now and then: a store is opened or migrated, the history is cleaned.
  case info
  /// What somebody should look at some day: others' changes that gave way.
  case notice
  /// What failed.
  case error

  /// Whether one matters less than another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The level's name.
  public var description: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .error: "error"
    }
  }
}

extension Optional where Wrapped == any ModelLogger {
  /// Writes a message, which is put together only if it is wanted.
  @inlinable
  package func log(_ level: ModelLogLevel, _ message: @autoclosure () -> String) {
    if let self, self.wants(level) { self.log(level, message: message()) }
  }
}
