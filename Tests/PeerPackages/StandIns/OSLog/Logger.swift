/// A logger that logs nowhere.
public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}

  public func debug(_ message: OSLogMessage) {}
  public func warning(_ message: OSLogMessage) {}
}

/// A message whose parts say who may read them.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  public enum Privacy: Sendable { case `public` }

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: Privacy = .public
    ) {}
  }

  public init(stringLiteral text: String) {}
  public init(stringInterpolation parts: StringInterpolation) {}
}
