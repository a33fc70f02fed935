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
