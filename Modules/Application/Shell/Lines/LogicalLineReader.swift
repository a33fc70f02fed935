/// A reader that joins the continued lines of a source, and counts lines.
@MainActor
final class LogicalLineReader {
  enum Event {
    case line(LogicalLine)
    case interrupted
    case end
  }

  /// The maximal length of a joined line, in bytes.
  nonisolated static let maximumLength = 1 << 20
  /// The length from which on the reader stops waiting for the line's end, in bytes.
  nonisolated static let endlessLength = 1 << 22

  let source: any LineSource
  /// The number of the last line that was read, or of the line that has an error.
  private(set) var lineNumber: Int
  private var linesRead: Int
  private var hasGivenUp = false
  private let onLine: ((_ text: String, _ isContinuation: Bool) -> Void)?

  /// Makes a reader of a source.
  ///
  /// - Parameters:
  ///   - linesBefore: The number of lines of the same script that were read from another source.
  ///   - onLine: A function that gets each line as it was written, before it is joined.
  init(
    _ source: any LineSource, linesBefore: Int = 0,
    onLine: ((_ text: String, _ isContinuation: Bool) -> Void)? = nil
  ) {
    self.source = source
    self.onLine = onLine
    lineNumber = linesBefore
    linesRead = linesBefore
  }

  /// Reads the next joined line. O(length of the line).
  ///
  /// A piece that isn't valid text makes the whole joined line invalid. Otherwise the following
  /// piece would run as a command of its own.
  ///
  /// - Throws: ``ShellError`` for a line that is invalid text, too long or endless. After an
  ///   endless line the reader returns no more lines.
  func next() async throws(ShellError) -> Event {
    guard !hasGivenUp else { return .end }
    let first = linesRead + 1
    var joined: LogicalLine?
    var continuation = LineContinuation()
    var problem: (error: ShellError, lineNumber: Int)?
    var length = 0
    var isContinuation = false
    var continues = false
    repeat {
      switch try await event(isContinuation: isContinuation) {
      case .interrupted: return .interrupted
      case .end:
        if isContinuation, problem == nil { problem = (.endsInBackslash, linesRead) }
        continues = false
      case .invalid(let error, let goesOn):
        linesRead += 1
        length += 1
        problem = problem ?? (error, linesRead)
        continues = goesOn
      case .line(let text):
        linesRead += 1
        length += text.utf8.count
        continues = continuation.take(text)
        if length > Self.maximumLength {
          problem = problem ?? (.tooLong(Self.maximumLength), first)
          joined = nil
        }
        length += 1
        guard problem == nil else { break }
        onLine?(text, isContinuation)
        // Appended in place, since copying for each piece would take quadratic time.
        if joined == nil { joined = LogicalLine(sourceName: source.name) }
        joined?.append(text, lineNumber: linesRead)
        if continues { joined?.removeContinuation() }
      }
      if continues, length > Self.endlessLength {
        hasGivenUp = true
        problem = (.endless(Self.endlessLength), first)
        continues = false
      }
      isContinuation = true
    } while continues
    lineNumber = linesRead
    if let problem {
      lineNumber = problem.lineNumber
      throw problem.error
    }
    return joined.map { .line($0) } ?? .end
  }

  private func event(isContinuation: Bool) async throws(ShellError) -> LineEvent {
    do {
      return try await source.next(isContinuation: isContinuation)
    } catch {
      lineNumber = linesRead + 1
      throw error
    }
  }
}

extension ShellError {
  static var endsInBackslash: ShellError {
    ShellError(
      "the last line ends in a backslash, but no line follows",
      hint: "remove the backslash, or add the line", kind: .syntax)
  }

  static func tooLong(_ maximumLength: Int) -> ShellError {
    ShellError(
      "the line is longer than \(maximumLength) bytes",
      hint: "is a quote or a line end missing? Large data can be imported from a file",
      kind: .syntax)
  }

  static func endless(_ length: Int) -> ShellError {
    ShellError(
      "the line doesn't end within \(length) bytes; what follows isn't read",
      hint: "is this a script?",
      kind: .syntax)
  }
}
