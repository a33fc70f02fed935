/// Joins the lines of a source where a backslash says so, and counts them.
@MainActor
final class LogicalLineReader {
  enum Event {
    case line(LogicalLine)
    case interrupted
    case end
  }

  /// What a line, joined or not, may have, in bytes.
  nonisolated static let maximumLength = 1 << 20
  /// Where nobody waits any longer for a line to end, in bytes.
  nonisolated static let endlessLength = 1 << 22

  let source: any LineSource
  /// The number of the line read last, or of the line that an error is about.
  private(set) var lineNumber: Int
  private var linesRead: Int
  private var hasGivenUp = false
  private let onLine: ((_ text: String, _ isContinuation: Bool) -> Void)?

  /// Reads from a source.
  ///
  /// - Parameters:
  ///   - linesBefore: How many lines of what counts as the same script were read from elsewhere.
  ///   - onLine: Hears of each line as it was written, before it is joined with the next one.
  init(
    _ source: any LineSource, linesBefore: Int = 0,
    onLine: ((_ text: String, _ isContinuation: Bool) -> Void)? = nil
  ) {
    self.source = source
    self.onLine = onLine
    lineNumber = linesBefore
    linesRead = linesBefore
  }

  /// The next joined line. O(length of the line).
  ///
  /// A piece that isn't text spoils the whole joined line, so that what follows the piece is never
  /// run as a command of its own.
  ///
  /// - Throws: ``ShellError`` for a line that is no text, too long, or without an end, after which
  ///   there are no more lines.
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
        // In place: a copy for each piece would take quadratic time.
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
