extension Tokenizer {
  /// The rest of the line as it was typed, from the next word on, or nil when there is none.
  ///
  /// Quotes need not be closed: that is for the parser of the text to say. Inside either sort of
  /// quotes a backslash takes the next character with it, as predicates have it, so that a `#`
  /// there is no comment.
  public func rawText() -> RawText? {
    var scan = self
    guard scan.skipBlanks() else { return nil }
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

  /// Whether a line goes on in the next one: an odd number of backslashes at its end, outside a
  /// comment.
  static func continues(_ line: String) -> Bool {
    var backslashes = 0
    for byte in line.utf8.reversed() {
      guard byte == UInt8(ascii: "\\") else { break }
      backslashes += 1
    }
    guard backslashes % 2 == 1 else { return false }
    return !endsInComment(line)
  }

  private static func endsInComment(_ line: String) -> Bool {
    var scan = Tokenizer(line)
    do {
      while try scan.next() != nil {}
      return scan.current == "#"
    } catch {
      return false
    }
  }
}
