/// A tokenizer that splits a line into words, one at a time.
///
/// You can stop at any word, and parse the rest of the line with another grammar (``rawText()``).
///
/// Blanks separate words. `'…'` is literal. In `"…"` the escapes are `\"`, `\\`, `\n` and `\t`, and
/// any other backslash is literal. Adjacent pieces join to one word. `#` at the beginning of a word
/// begins a comment. A backslash outside quotes is an ordinary character.
public struct Tokenizer: Sendable {
  /// The whole line.
  public let source: String
  private(set) var index: String.Index
  private(set) var column: Int
  // The remaining words, if they were given separately.
  private var words: ArraySlice<Token>?

  /// Makes a tokenizer at the beginning of a line.
  public init(_ source: String) {
    self.source = source
    index = source.startIndex
    column = 1
  }

  /// Makes a tokenizer at the beginning of a line.
  init(_ line: LogicalLine) { self.init(line, at: line.text.startIndex, column: 1) }

  /// Makes a tokenizer within a line. The column counts from the line's beginning.
  init(_ line: LogicalLine, at index: String.Index, column: Int) {
    self.init(line.text, at: index, column: column)
    words = line.words?.drop { $0.range.lowerBound < index }
  }

  /// Makes a tokenizer within a line. The column counts from the line's beginning.
  public init(_ source: String, at index: String.Index, column: Int) {
    self.source = source
    self.index = index
    self.column = column
  }

  /// Splits a line into all its words.
  ///
  /// - Throws: ``ShellError`` with the quote's column if a quote isn't closed.
  /// - Complexity: O(*n*) in the length of the line.
  public static func tokens(in source: String) throws(ShellError) -> [Token] {
    var tokenizer = Tokenizer(source)
    var tokens: [Token] = []
    while let token = try tokenizer.next() { tokens.append(token) }
    return tokens
  }

  /// Returns the next word, or nil at the end of the line or at a comment.
  ///
  /// - Throws: ``ShellError`` with the quote's column if a quote isn't closed.
  public mutating func next() throws(ShellError) -> Token? {
    if let word = words?.popFirst() {
      index = word.range.upperBound
      column = word.column + source.unicodeScalars[word.range].count
      return word
    }
    guard skipBlanks() else { return nil }
    let start = index
    let startColumn = column
    var text = String.UnicodeScalarView()
    var isQuoted = false
    while let scalar = current, !Tokenizer.isBlank(scalar) {
      switch scalar {
      case "'":
        isQuoted = true
        try readLiteral(into: &text)
      case "\"":
        isQuoted = true
        try readQuoted(into: &text)
      default:
        text.append(scalar)
        advance()
      }
    }
    return Token(
      text: String(text), range: start..<index, column: startColumn, isQuoted: isQuoted)
  }

  /// Moves to the beginning of the next word.
  ///
  /// - Returns: False at the end of the line or at a comment.
  public mutating func skipBlanks() -> Bool {
    if let words {
      guard let word = words.first else { return false }
      (index, column) = (word.range.lowerBound, word.column)
      return true
    }
    while let scalar = current, Tokenizer.isBlank(scalar) { advance() }
    guard let scalar = current else { return false }
    return scalar != "#"
  }

  /// Moves behind a word that was given separately.
  mutating func skipWord() {
    guard let word = words?.popFirst() else { return }
    index = word.range.upperBound
    column = word.column + source.unicodeScalars[word.range].count
  }

  var areWordsKnown: Bool { words != nil }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || (0x09...0x0D).contains(scalar.value)
  }

  var current: Unicode.Scalar? {
    index < source.endIndex ? source.unicodeScalars[index] : nil
  }

  mutating func advance() {
    index = source.unicodeScalars.index(after: index)
    column += 1
  }

  private mutating func readLiteral(into text: inout String.UnicodeScalarView) throws(ShellError) {
    let opening = column
    advance()
    while let scalar = current {
      advance()
      if scalar == "'" { return }
      text.append(scalar)
    }
    throw Tokenizer.unclosed("'", column: opening)
  }

  private mutating func readQuoted(into text: inout String.UnicodeScalarView) throws(ShellError) {
    let opening = column
    advance()
    while let scalar = current {
      advance()
      switch scalar {
      case "\"": return
      case "\\":
        guard let escaped = current else { throw Tokenizer.unclosed("\"", column: opening) }
        advance()
        switch escaped {
        case "\"", "\\": text.append(escaped)
        case "n": text.append("\n")
        case "t": text.append("\t")
        default:
          text.append(scalar)
          text.append(escaped)
        }
      default: text.append(scalar)
      }
    }
    throw Tokenizer.unclosed("\"", column: opening)
  }

  private static func unclosed(_ quote: String, column: Int) -> ShellError {
    ShellError(
      "the quote \(quote) is not closed",
      hint: quote == "'"
        ? "write \"it's\" for a word with an apostrophe" : "write \\\" for a quote inside quotes",
      column: column, kind: .syntax)
  }
}

/// A word of a line, without its quotes.
public struct Token: Sendable, Equatable {
  /// The word, with quotes removed and escapes replaced.
  public let text: String
  /// The word's range in the line, including quotes.
  public let range: Range<String.Index>
  /// The word's column in the line, from 1, counted in Unicode scalars.
  public let column: Int
  /// True if any part of the word was quoted.
  public let isQuoted: Bool
}

/// A part of a line as it was typed, with its quotes, for a parser with its own grammar.
public struct RawText: Sendable, Equatable {
  /// The text, without blanks around it and without a comment at its end. Blanks replace options
  /// that the command has taken out of it.
  public let text: String
  /// The column of the text's first character in the line, from 1, counted in Unicode scalars.
  /// A parser that counts from 1 reports `column + its column - 1`.
  public let column: Int
  /// The text's range in the line.
  public let range: Range<String.Index>
}
