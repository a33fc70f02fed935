extension Tokenizer {
  /// Returns the rest of the line as it was typed, from the next word on, or nil if there is none.
  ///
  /// Quotes needn't be closed: the parser of the text reports that. Inside quotes of either kind a
  /// backslash escapes the next character, as in predicates, so that a `#` there isn't a comment.
  public func rawText() -> RawText? {
    var scan = self
    guard scan.skipBlanks() else { return nil }
    if scan.areWordsKnown {
      let range = scan.index..<source.endIndex
      return RawText(text: String(source[range]), column: scan.column, range: range)
    }
    let start = scan.index
    let startColumn = scan.column
    var end = start
    var quote: Unicode.Scalar?
    var isWordStart = false
    while let scalar = scan.current {
      if let open = quote {
        if scalar == open { quote = nil }
        if scalar == "\\" {
          scan.advance()
          guard scan.current != nil else {
            end = scan.index
            break
          }
        }
      } else if isWordStart, scalar == "#" {
        break
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
      }
      isWordStart = Tokenizer.isBlank(scalar) && quote == nil
      scan.advance()
      if !Tokenizer.isBlank(scalar) { end = scan.index }
    }
    return RawText(text: String(source[start..<end]), column: startColumn, range: start..<end)
  }
}
