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
