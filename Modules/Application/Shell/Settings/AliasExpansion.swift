/// A line in which an alias was replaced by its text.
struct AliasExpansion {
  /// The line with the alias replaced.
  let line: LogicalLine
  private let word: Token
  private let count: Int

  /// Expands the line's first word.
  ///
  /// - Returns: Nil if the first word isn't an alias, is quoted, or is being expanded already.
  init?(
    _ line: LogicalLine, at tokenizer: Tokenizer, _ aliases: Aliases, expanding: Set<String>
  ) throws(ShellError) {
    var rest = tokenizer
    // Finding the command throws the error again.
    guard let word = try? rest.next(), !word.isQuoted, !expanding.contains(word.text),
      let meaning = aliases[word.text]
    else { return nil }
    self.word = word
    count = meaning.unicodeScalars.count
    if rest.areWordsKnown {
      var words: [String] = []
      while let next = try rest.next() { words.append(next.text) }
      self.line = try LogicalLine(meaning, words: words)
    } else {
      let tail = line.text[word.range.upperBound...]
      self.line = LogicalLine(
        meaning + tail, sourceName: line.sourceName, lineNumber: line.lineNumber)
    }
  }

  /// The alias that was expanded.
  var name: String { word.text }

  /// Converts a column of the expanded line to one of the original line.
  ///
  /// A column within the alias's text becomes the column of the alias.
  func column(_ column: Int) -> Int {
    let end = word.column + word.text.unicodeScalars.count
    return column <= count ? word.column : column - count - 1 + end
  }
}
