/// A logger that logs nowhere.
public struct Logger: Sendable {
  /// Creates a logger.
  public init(subsystem: String, category: String) {}

  /// Does nothing.
  public func debug(_ message: OSLogMessage) {}
  /// Does nothing.
  public func warning(_ message: OSLogMessage) {}
}

/// A message whose parts say who may read them.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// Who may read a part.
  public enum Privacy: Sendable { case `public` }

  /// The parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    /// Begins without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Drops a text.
    public mutating func appendLiteral(_ literal: String) {}
    /// Drops a value.
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: Privacy = .public
    ) {}
  }

  /// Creates a message of a text.
  public init(stringLiteral text: String) {}
  /// Creates a message of parts.
  public init(stringInterpolation parts: StringInterpolation) {}
}
