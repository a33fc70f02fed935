extension Lexer {
  /// Returns the end of a regular expression between plain slashes, or `nil` if the slash begins
  /// none (SE-0354).
  ///
  /// It must be on one line, begin and end with neither space nor tab, and have balanced
  /// parentheses.
  func endOfBareRegex(from slash: Int) -> Int? {
    var index = slash + 1
    if byte(at: index) == 0x20 || byte(at: index) == 0x09 { return nil }
    var parentheses = 0
    var characterClasses = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A, 0x0D: return nil
      case UInt8(ascii: "/"):
        let last = bytes[index - 1]
        let isEscaped = byte(at: index - 2) == UInt8(ascii: "\\")
        if index == slash + 1 || (last == 0x20 || last == 0x09) && !isEscaped { return nil }
        // If a comment could begin here, the compiler lexes an operator, an operand and the
        // comment.
        let next = byte(at: index + 1)
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "*") ? nil : index + 1
      case UInt8(ascii: "\\"):
        index += 1
        if byte(at: index) == 0x0A || byte(at: index) == 0x0D { return nil }
      case UInt8(ascii: "["): characterClasses += 1
      case UInt8(ascii: "]"): characterClasses = max(0, characterClasses - 1)
      case UInt8(ascii: "(") where characterClasses == 0: parentheses += 1
      case UInt8(ascii: ")") where characterClasses == 0:
        if parentheses == 0 { return nil }
        parentheses -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Lexes a regular expression between `#/` and `/#`.
  ///
  /// The cursor is on its first `#`. It may span several lines if only white space follows its
  /// opening.
  mutating func lexExtendedRegex(poundCount: Int) throws(ScanError) -> Token.Kind {
    let start = offset
    var index = offset + poundCount + 1
    while byte(at: index) == 0x20 || byte(at: index) == 0x09 { index += 1 }
    let isMultiline = byte(at: index) == 0x0A || byte(at: index) == 0x0D
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A where !isMultiline, 0x0D where !isMultiline:
        throw unterminatedRegex(start)
      case UInt8(ascii: "\\"):
        index += 1
      case UInt8(ascii: "/"):
        var end = index + 1
        while end - index <= poundCount, byte(at: end) == UInt8(ascii: "#") { end += 1 }
        if end == index + 1 + poundCount {
          offset = end
          return .regex
        }
      default: break
      }
      index += 1
    }
    throw unterminatedRegex(start)
  }

  private func unterminatedRegex(_ start: Int) -> ScanError {
    ScanError("the regular expression that starts here has no end", at: start)
  }
}
