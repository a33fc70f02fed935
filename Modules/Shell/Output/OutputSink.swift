/// Where bytes of output go.
@MainActor
public protocol OutputSink: AnyObject {
  /// Whether a person looks at it.
  var isTerminal: Bool { get }
  /// Writes all bytes.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/outputClosed`` when nobody reads any more,
  ///   or one that says why it failed.
  func write(_ bytes: [UInt8]) throws(ShellError)
}

/// Keeps what is written, for tests and for programs that embed a shell.
@MainActor
public final class CapturedOutput: OutputSink {
  /// Whether it passes for a terminal.
  public let isTerminal: Bool
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty one.
  public init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Keeps the bytes.
  public func write(_ bytes: [UInt8]) throws(ShellError) { self.bytes += bytes }
}
