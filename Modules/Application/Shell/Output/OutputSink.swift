/// How many columns and rows a terminal shows.
public struct TerminalSize: Sendable, Equatable {
  /// How many cells a line has.
  public var columns: Int
  /// How many lines there are.
  public var rows: Int

  /// A size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// Where bytes of output go.
@MainActor
public protocol OutputSink: AnyObject {
  /// Whether a person looks at it.
  var isTerminal: Bool { get }
  /// How much it shows at present; nil when it is no terminal, or doesn't say.
  var size: TerminalSize? { get }
  /// Writes all bytes.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/outputClosed`` when nobody reads any more,
  ///   or one that says why it failed.
  func write(_ bytes: [UInt8]) throws(ShellError)
}

extension OutputSink {
  /// Unknown.
  public var size: TerminalSize? { nil }
}

/// Keeps what is written, for tests and for programs that embed a shell.
@MainActor
public final class CapturedOutput: OutputSink {
  /// Whether it passes for a terminal.
  public let isTerminal: Bool
  /// The size of the terminal that it passes for.
  public var size: TerminalSize?
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty one.
  public init(isTerminal: Bool = false, size: TerminalSize? = nil) {
    self.isTerminal = isTerminal
    self.size = size
  }

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Keeps the bytes.
  public func write(_ bytes: [UInt8]) throws(ShellError) { self.bytes += bytes }
}
