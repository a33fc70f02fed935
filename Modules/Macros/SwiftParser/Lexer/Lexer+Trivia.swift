extension Lexer {
  /// Skips white space and comments, and returns true if they contain a line break.
  mutating func skipTrivia() throws(ScanError) -> Bool {
    var endsLine = false
    if offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    // The line that tells a shell which program runs the script.
    if offset == 0 || (offset == 3 && bytes[0] == 0xEF), bytes[offset...].starts(with: "#!".utf8) {
      skipLineComment()
    }
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x0A, 0x0D:
        endsLine = true
        offset += 1
      case 0x20, 0x09, 0x0B, 0x0C:
        offset += 1
      case UInt8(ascii: "/"):
        if byte(at: offset + 1) == UInt8(ascii: "/") {
          skipLineComment()
        } else if byte(at: offset + 1) == UInt8(ascii: "*") {
          if try skipBlockComment() { endsLine = true }
        } else {
          return endsLine
        }
      default:
        return endsLine
      }
    }
    return endsLine
  }

  private mutating func skipLineComment() {
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
  }

  /// Skips a comment with nested ones, and returns true if it contains a line break.
  private mutating func skipBlockComment() throws(ScanError) -> Bool {
    let start = offset
    var depth = 0
    var endsLine = false
    while offset < bytes.count {
      let pair = (bytes[offset], byte(at: offset + 1))
      switch pair {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
        if depth == 0 { return endsLine }
      case (0x0A, _), (0x0D, _):
        endsLine = true
        offset += 1
      default:
        offset += 1
      }
    }
    throw ScanError("the comment that starts here has no end", at: start)
  }
}
