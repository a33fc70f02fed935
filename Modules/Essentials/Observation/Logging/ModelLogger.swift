/// A receiver of log messages from a container's stack: saves, merges, conflicts, migrations,
/// failures.
///
/// Without one, Strata logs nothing. See `ModelConfiguration.logger`. A message is built only if the
/// logger wants its level.
///
/// ```swift
/// struct StandardErrorLogger: ModelLogger {
///   func wants(_ level: ModelLogLevel) -> Bool { level >= .notice }
///   func log(_ level: ModelLogLevel, message: String) {
///     FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
///   }
/// }
/// ```
public protocol ModelLogger: Sendable {
  /// Returns true to log messages of a level.
  ///
  /// Called on any thread before each message, so it must be fast.
  func wants(_ level: ModelLogLevel) -> Bool
  /// Logs a message of a level that ``wants(_:)`` accepted.
  ///
  /// Called on any thread.
  func log(_ level: ModelLogLevel, message: String)
}

/// The severity of a log message.
public enum ModelLogLevel: Int, Sendable, Hashable, Comparable, CaseIterable,
  CustomStringConvertible
{
  /// Frequent events: saves, merges.
  case debug
  /// Occasional events: opening or migrating a store, cleaning the history.
  case info
  /// Events that you may want to check: unsaved changes that lost a conflict to another context's.
  case notice
  /// Failures.
  case error

  /// Returns true if a level is less severe than another.
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
  /// Logs a message, and builds it only if the logger wants it.
  @inlinable
  package func log(_ level: ModelLogLevel, _ message: @autoclosure () -> String) {
    if let self, self.wants(level) { self.log(level, message: message()) }
  }
}
