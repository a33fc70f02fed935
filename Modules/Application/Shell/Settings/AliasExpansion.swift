/// A line whose first word was an alias.
struct AliasExpansion {
  /// The line with what the word stands for.
  let line: LogicalLine
  private let word: Token
  private let count: Int

  /// - Returns: nil when the first word is no alias, or is quoted, or is one that is expanded
  ///   already.
  init?(
    _ line: LogicalLine, at tokenizer: Tokenizer, _ aliases: Aliases, expanding: Set<String>
  ) throws(ShellError) {
    var rest = tokenizer
    // Errors come up again where the command is looked for.
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

  /// The name that was expanded.
  var name: String { word.text }

  /// Where what has a column of the expanded line stands in the line as it was written: the alias,
  /// for what the alias stands for.
  func column(_ column: Int) -> Int {
    let end = word.column + word.text.unicodeScalars.count
    return column <= count ? word.column : column - count - 1 + end
  }
}
