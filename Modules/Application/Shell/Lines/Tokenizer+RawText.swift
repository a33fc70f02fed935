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

  /// The beginnings of the words in a text of the line, with their columns. Words within quotes
  /// don't count.
  func wordStarts(in raw: RawText) -> [(index: String.Index, column: Int)] {
    var scan = self
    if scan.areWordsKnown {
      var starts: [(String.Index, Int)] = []
      while scan.skipBlanks() {
        starts.append((scan.index, scan.column))
        scan.skipWord()
      }
      return starts
    }
    scan = Tokenizer(source, at: raw.range.lowerBound, column: raw.column)
    var starts: [(String.Index, Int)] = []
    var quote: Unicode.Scalar?
    var isBehindBlank = true
    while scan.index < raw.range.upperBound, let scalar = scan.current {
      let isBlank = Tokenizer.isBlank(scalar)
      if let open = quote {
        if scalar == open { quote = nil }
        if scalar == "\\" {
          scan.advance()
          guard scan.index < raw.range.upperBound else { break }
        }
      } else {
        if isBehindBlank, !isBlank { starts.append((scan.index, scan.column)) }
        if scalar == "'" || scalar == "\"" { quote = scalar }
      }
      isBehindBlank = isBlank
      scan.advance()
    }
    return starts
  }
}

extension RawText {
  /// The text with blanks in place of some parts, so that columns stay. Nil if nothing is left.
  func blanking(_ parts: [Range<String.Index>], in source: String) -> RawText? {
    guard !parts.isEmpty else { return self }
    var rest = String.UnicodeScalarView()
    for index in source.unicodeScalars[range].indices {
      let isPart = parts.contains { $0.contains(index) }
      rest.append(isPart ? " " : source.unicodeScalars[index])
    }
    while let last = rest.last, Tokenizer.isBlank(last) { rest.removeLast() }
    let first = rest.firstIndex { !Tokenizer.isBlank($0) } ?? rest.endIndex
    guard first < rest.endIndex else { return nil }
    let skipped = rest.distance(from: rest.startIndex, to: first)
    return RawText(text: String(rest[first...]), column: column + skipped, range: range)
  }
}
