/// A scanner that detects whether a line continues on the next one.
///
/// A backslash at the end continues a line, outside a comment. Two backslashes don't.
///
/// It scans each byte once, for any number of pieces. Quotes and comments follow the same rules as
/// in ``Tokenizer``.
struct LineContinuation {
  private enum State {
    case blank
    case word
    case literal
    case quoted
    case comment
  }

  private var state = State.blank

  /// Scans the next piece of the line.
  ///
  /// - Returns: True if the piece ends in a backslash that continues the line.
  mutating func take(_ piece: String) -> Bool {
    var bytes = piece.utf8[...]
    let backslashes = bytes.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    let isMarked = !backslashes.isMultiple(of: 2)
    if isMarked { bytes.removeLast() }
    var isEscaped = false
    for byte in bytes {
      if state == .comment { return false }
      if isEscaped {
        isEscaped = false
      } else if state == .quoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        state = next(byte)
      }
    }
    return isMarked && state != .comment
  }

  private func next(_ byte: UInt8) -> State {
    switch (state, byte) {
    case (.literal, UInt8(ascii: "'")), (.quoted, UInt8(ascii: "\"")): .word
    case (.literal, _), (.quoted, _), (.comment, _): state
    case (.blank, UInt8(ascii: "#")): .comment
    case (_, UInt8(ascii: "'")): .literal
    case (_, UInt8(ascii: "\"")): .quoted
    case (_, UInt8(ascii: " ")), (_, 0x09...0x0D): .blank
    default: .word
    }
  }
}
