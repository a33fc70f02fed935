extension Lexer {
  /// Lexes a string literal.
  ///
  /// The cursor is on its first quote, after any `#`s.
  mutating func lexString(poundCount: Int) throws(ScanError) -> Token.Kind {
    let start = offset - poundCount
    let isMultiline = opensMultilineString(poundCount: poundCount)
    let quoteCount = isMultiline ? 3 : 1
    offset += quoteCount
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        if isStringEnd(quoteCount: quoteCount, poundCount: poundCount) {
          offset += quoteCount + poundCount
          return .string
        }
        offset += 1
      case UInt8(ascii: "\\"):
        try skipEscape(poundCount: poundCount)
      case 0x0A, 0x0D:
        guard isMultiline else { throw unterminatedString(start) }
        offset += 1
      default:
        offset += 1
      }
    }
    throw unterminatedString(start)
  }

  private func unterminatedString(_ start: Int) -> ScanError {
    ScanError("the string that starts here has no end", at: start)
  }

  /// Returns true if three quotes open a multiline string.
  ///
  /// They don't in `#"""#` and similar raw strings, which contain a quote.
  private func opensMultilineString(poundCount: Int) -> Bool {
    for index in 0..<3 where byte(at: offset + index) != UInt8(ascii: "\"") { return false }
    if poundCount == 0 { return true }
    var index = offset + 1
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == UInt8(ascii: "\"") && hasPounds(poundCount, at: index + 1) { return false }
      index += 1
    }
    return true
  }

  private func isStringEnd(quoteCount: Int, poundCount: Int) -> Bool {
    for index in 0..<quoteCount where byte(at: offset + index) != UInt8(ascii: "\"") {
      return false
    }
    return hasPounds(poundCount, at: offset + quoteCount)
  }

  private func hasPounds(_ count: Int, at start: Int) -> Bool {
    for index in 0..<count where byte(at: start + index) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Skips a backslash and its escape sequence, which may be an interpolation.
  private mutating func skipEscape(poundCount: Int) throws(ScanError) {
    offset += 1
    guard hasPounds(poundCount, at: offset) else { return }
    offset += poundCount
    switch byte(at: offset) {
    case UInt8(ascii: "("):
      offset += 1
      try skipInterpolation()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      offset += 1
    default:
      // The rest of an escape sequence contains no delimiter.
      break
    }
  }

  /// Skips the tokens of an interpolation and its closing parenthesis.
  private mutating func skipInterpolation() throws(ScanError) {
    let start = offset - 1
    guard interpolationDepth < Self.maximumInterpolationDepth else {
      throw .tooDeep(at: start)
    }
    interpolationDepth += 1
    defer { interpolationDepth -= 1 }
    previous = .leftParenthesis
    var brackets = BracketStack()
    try brackets.open(.leftParenthesis, at: start)
    while !brackets.isEmpty {
      let token = try next()
      try brackets.pass(token)
      if recordsInterpolations { interpolatedTokens.append(token) }
    }
  }
}
