/// Joins the lines of a source where a backslash says so, and counts them.
@MainActor
final class LogicalLineReader {
  enum Event {
    case line(LogicalLine)
    case interrupted
    case end
  }

  static let maximumLength = 1 << 20

  let source: any LineSource
  /// The number of the line read last, or of the line that an error is about.
  private(set) var lineNumber: Int
  private var linesRead: Int

  init(_ source: any LineSource, linesBefore: Int = 0) {
    self.source = source
    lineNumber = linesBefore
    linesRead = linesBefore
  }

  /// The next joined line.
  ///
  /// A piece that isn't text spoils the whole joined line, so that what follows the piece is never
  /// run as a command of its own.
  func next() async throws(ShellError) -> Event {
    var joined: LogicalLine?
    var problem: (error: ShellError, lineNumber: Int)?
    var isContinuation = false
    var continues = false
    repeat {
      switch try await source.next(isContinuation: isContinuation) {
      case .interrupted: return .interrupted
      case .end:
        if isContinuation, problem == nil { problem = (.endsInBackslash, linesRead) }
        continues = false
      case .invalid(let error, let goesOn):
        linesRead += 1
        problem = problem ?? (error, linesRead)
        continues = goesOn
      case .line(let text):
        linesRead += 1
        var line = joined ?? LogicalLine(sourceName: source.name)
        line.append(text, lineNumber: linesRead)
        continues = Tokenizer.continues(line.text)
        if continues { line.removeContinuation() }
        if line.text.utf8.count > Self.maximumLength {
          problem = problem ?? (.tooLong(Self.maximumLength), line.lineNumber)
          line = LogicalLine(sourceName: source.name)
        }
        joined = line
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
}
