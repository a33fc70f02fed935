/// What a source of lines has to say when it is asked for the next one.
public enum LineEvent: Sendable, Equatable {
  /// A line, without its line end.
  case line(String)
  /// A line that isn't text. `continues` tells whether it ended in a backslash.
  case invalid(ShellError, continues: Bool)
  /// Somebody pressed Ctrl-C while the line was awaited.
  case interrupted
  /// There are no more lines.
  case end
}

/// Where lines come from: a script, an argument, standard input, a person.
@MainActor
public protocol LineSource: AnyObject {
  /// What the source is called in errors, or nil when a person types the lines and needs no place.
  var name: String? { get }
  /// The folder that relative paths of included scripts start from; nil for the current one.
  var folder: String? { get }
  /// Whether a person types the lines.
  var isInteractive: Bool { get }
  /// The next line.
  ///
  /// - Parameter isContinuation: Whether the line before ended in a backslash.
  /// - Throws: ``ShellError`` when reading fails; the source has then ended.
  func next(isContinuation: Bool) async throws(ShellError) -> LineEvent
}

extension LineSource {
  /// The current folder.
  public var folder: String? { nil }
  /// False.
  public var isInteractive: Bool { false }
}
