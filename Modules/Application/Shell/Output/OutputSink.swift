/// The size of a terminal.
public struct TerminalSize: Sendable, Equatable {
  /// The number of cells in a line.
  public var columns: Int
  /// The number of lines.
  public var rows: Int

  /// Makes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A destination of output bytes.
@MainActor
public protocol OutputSink: AnyObject {
  /// True if it is a terminal.
  var isTerminal: Bool { get }
  /// The terminal's present size. Nil if it isn't a terminal or doesn't report a size.
  var size: TerminalSize? { get }
  /// Writes all bytes.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/outputClosed`` if the reader has closed it,
  ///   or an error that says why writing failed.
  func write(_ bytes: [UInt8]) throws(ShellError)
}

extension OutputSink {
  /// An unknown size.
  public var size: TerminalSize? { nil }
}

/// A sink that collects its bytes, for tests and for programs that embed a shell.
@MainActor
public final class CapturedOutput: OutputSink {
  /// True if it acts as a terminal.
  public let isTerminal: Bool
  /// The size that it reports as a terminal.
  public var size: TerminalSize?
  /// The collected bytes.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  public init(isTerminal: Bool = false, size: TerminalSize? = nil) {
    self.isTerminal = isTerminal
    self.size = size
  }

  /// The collected bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the bytes.
  public func write(_ bytes: [UInt8]) throws(ShellError) { self.bytes += bytes }
}
