/// The result of reading a line from a source.
public enum LineEvent: Sendable, Equatable {
  /// A line, without its line end.
  case line(String)
  /// A line that isn't valid text. `continues` is true if it ended in a backslash.
  case invalid(ShellError, continues: Bool)
  /// A person pressed Ctrl-C while the source waited for the line.
  case interrupted
  /// There are no more lines.
  case end
}

/// A source of lines: a script, an argument, standard input, or a person.
@MainActor
public protocol LineSource: AnyObject {
  /// The source's name in errors. Nil if a person types the lines, so that errors need no position.
  var name: String? { get }
  /// The folder for relative paths of included scripts. Nil for the current folder.
  var folder: String? { get }
  /// True if a person types the lines.
  var isInteractive: Bool { get }
  /// Reads the next line.
  ///
  /// - Parameter isContinuation: True if the line before ended in a backslash.
  /// - Throws: ``ShellError`` if reading fails. The source has then ended.
  func next(isContinuation: Bool) async throws(ShellError) -> LineEvent
}

extension LineSource {
  /// The current folder.
  public var folder: String? { nil }
  /// Not interactive.
  public var isInteractive: Bool { false }
}

/// A source of the lines of a text in memory, such as the program's argument `-c`.
@MainActor
public final class TextLineSource: LineSource {
  /// The source's name in errors.
  public let name: String?
  private var splitter = LineSplitter(maximumLength: LogicalLineReader.maximumLength)

  /// Makes a source of a text's lines.
  public convenience init(_ text: String, name: String?) {
    self.init(bytes: text.utf8, name: name)
  }

  /// Makes a source of the lines of bytes, which should be UTF-8.
  public init(bytes: some Collection<UInt8>, name: String?) {
    self.name = name
    splitter.append(bytes)
  }

  /// Returns the next line.
  public func next(isContinuation: Bool) async throws(ShellError) -> LineEvent {
    splitter.next() ?? splitter.last() ?? .end
  }
}
