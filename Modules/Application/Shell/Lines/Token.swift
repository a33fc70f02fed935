/// A word of a line, without its quotes.
public struct Token: Sendable, Equatable {
  /// The word: quotes removed, escapes replaced.
  public let text: String
  /// Where the word stands in the line, quotes included.
  public let range: Range<String.Index>
  /// The word's column in the line, from 1, counted in Unicode scalars.
  public let column: Int
  /// Whether any part of the word was quoted.
  public let isQuoted: Bool
}

/// A stretch of a line as it was typed, quotes intact, for a parser with a grammar of its own.
public struct RawText: Sendable, Equatable {
  /// The text, without blanks around it and without a comment at its end.
  public let text: String
  /// The column of the text's first character in the line, from 1, counted in Unicode scalars.
  /// A parser that counts from 1 reports `column + its column - 1`.
  public let column: Int
  /// Where the text stands in the line.
  public let range: Range<String.Index>
}
