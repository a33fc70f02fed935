/// A line for the tokenizer: one line of a script, or several joined by backslashes.
public struct LogicalLine: Sendable, Equatable {
  struct Piece: Sendable, Equatable {
    var column: Int
    var lineNumber: Int
  }

  /// The joined text, without the backslashes.
  public private(set) var text = ""
  /// The source's name in errors. Nil if a person types the line.
  public let sourceName: String?
  /// The words, if they were given separately so that the text must not be split.
  var words: [Token]?
  private var pieces: [Piece] = []
  private var scalarCount = 0

  /// Makes a line of one piece.
  public init(_ text: String, sourceName: String? = nil, lineNumber: Int = 1) {
    self.sourceName = sourceName
    append(text, lineNumber: lineNumber)
  }

  /// True if the words are the program's arguments.
  public var isOfArguments: Bool { words != nil }

  init(sourceName: String?) { self.sourceName = sourceName }

  /// The number of the line's first piece, from 1.
  public var lineNumber: Int { pieces.first?.lineNumber ?? 1 }

  mutating func append(_ more: String, lineNumber: Int) {
    pieces.append(Piece(column: scalarCount + 1, lineNumber: lineNumber))
    text += more
    scalarCount += more.unicodeScalars.count
  }

  mutating func removeContinuation() {
    text.unicodeScalars.removeLast()
    scalarCount -= 1
  }

  /// Converts a column of the joined text to a position in the source. Nil if a person typed the
  /// line.
  public func place(column: Int?) -> SourcePlace? {
    guard let sourceName else { return nil }
    guard let column else { return SourcePlace(name: sourceName, line: lineNumber) }
    guard let piece = pieces.last(where: { $0.column <= column }) else {
      return SourcePlace(name: sourceName, line: lineNumber, column: 1)
    }
    return SourcePlace(
      name: sourceName, line: piece.lineNumber, column: column - piece.column + 1)
  }
}

extension LogicalLine {
  /// Makes a line of a text to split, followed by words to take literally.
  ///
  /// - Throws: ``ShellError`` if a quote of the text isn't closed.
  init(_ text: String = "", words: [String]) throws(ShellError) {
    var tokens = try Tokenizer.tokens(in: text)
    let tail = words.joined(separator: " ")
    self.init(text.isEmpty || words.isEmpty ? text + tail : text + " " + tail)
    let scalars = self.text.unicodeScalars
    let tailCount = tail.unicodeScalars.count
    var index = scalars.index(scalars.endIndex, offsetBy: -tailCount)
    var column = scalars.count - tailCount + 1
    for word in words {
      let count = word.unicodeScalars.count
      let end = scalars.index(index, offsetBy: count)
      tokens.append(Token(text: word, range: index..<end, column: column, isQuoted: false))
      // Skip the blank.
      index = end < scalars.endIndex ? scalars.index(after: end) : end
      column += count + 1
    }
    self.words = tokens
  }
}
