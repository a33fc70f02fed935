/// Lines of a text that is at hand, such as the program's argument `-c`.
@MainActor
public final class TextLineSource: LineSource {
  /// What the source is called in errors.
  public let name: String?
  private var splitter = LineSplitter(maximumLength: LogicalLineReader.maximumLength)

  /// Reads lines from a text.
  public convenience init(_ text: String, name: String?) {
    self.init(bytes: text.utf8, name: name)
  }

  /// Reads lines from bytes that should be UTF-8.
  public init(bytes: some Collection<UInt8>, name: String?) {
    self.name = name
    splitter.append(bytes)
  }

  /// The next line.
  public func next(isContinuation: Bool) async throws(ShellError) -> LineEvent {
    splitter.next() ?? splitter.last() ?? .end
  }
}
