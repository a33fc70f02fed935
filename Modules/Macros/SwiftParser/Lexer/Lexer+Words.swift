extension Lexer {
  /// Lexes an identifier or a keyword.
  ///
  /// The cursor is on its first character.
  mutating func lexWord() -> Token.Kind {
    while true {
      while offset < bytes.count, bytes[offset] < 0x80 {
        let characterClass = asciiClasses[Int(bytes[offset])]
        guard characterClass == .letter || characterClass == .digit else { return .word }
        offset += 1
      }
      let length = identifierLength(at: offset, isHead: false)
      if length == 0 { return .word }
      offset += length
    }
  }

  /// Returns true if a name can follow other letters in an identifier without backticks.
  static func isIdentifier(_ name: String) -> Bool {
    var lexer = Lexer("_" + name)
    _ = lexer.lexWord()
    return lexer.offset == lexer.bytes.count
  }

  /// Lexes a name in backticks, which may contain almost any character (SE-0451).
  mutating func lexQuotedWord() throws(ScanError) -> Token.Kind {
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D {
      offset += 1
      if bytes[offset - 1] == UInt8(ascii: "`") {
        if offset == start + 2 { break }
        return .quotedWord
      }
    }
    throw ScanError("the name in backticks that starts here has no end", at: start)
  }

  mutating func lexNumber() -> Token.Kind {
    // After a period it is the index of a tuple's element: `pair.0.1` has two of them.
    if previous == .period {
      skipDigits()
      return .number
    }
    let isHexadecimal = byte(at: offset) == UInt8(ascii: "0") && byte(at: offset + 1) | 0x20 == 0x78
    skipDigits()
    if byte(at: offset) == UInt8(ascii: "."), isDigit(byte(at: offset + 1), isHexadecimal) {
      offset += 1
      skipDigits()
    }
    let last = byte(at: offset - 1) | 0x20
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    let sign = byte(at: offset)
    if last == exponent, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      offset += 1
      skipDigits()
    }
    return .number
  }

  private func isDigit(_ byte: UInt8, _ isHexadecimal: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    // `0x1.description` has a member, `0x1.dp0` a fraction. Only the exponent distinguishes them.
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      isHexadecimal && hasHexadecimalExponent(from: offset + 1)
    default: false
    }
  }

  private func hasHexadecimalExponent(from start: Int) -> Bool {
    var index = start
    while true {
      switch byte(at: index) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "_"):
        index += 1
      case UInt8(ascii: "p"), UInt8(ascii: "P"): return true
      default: return false
      }
    }
  }

  /// Skips digits, letters and underscores.
  private mutating func skipDigits() {
    while identifierLength(at: offset, isHead: false) == 1 { offset += 1 }
  }
}
