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
