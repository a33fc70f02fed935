extension Lexer {
  /// Lexes an operator, or the regular expression that a `/` before an operand begins.
  mutating func lexOperator(isLeftBound: Bool) throws(ScanError) -> Token.Kind {
    let start = offset
    let startsWithPeriod = byte(at: start) == UInt8(ascii: ".")
    while offset < bytes.count {
      if byte(at: offset) == UInt8(ascii: "/") {
        let next = byte(at: offset + 1)
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { break }
        if !isLeftBound, !isBehindFunc, let end = endOfBareRegex(from: offset) {
          guard offset == start else { break }
          offset = end
          return .regex
        }
      }
      if startsWithPeriod && byte(at: offset) == UInt8(ascii: ".") {
        offset += 1
        continue
      }
      let length = operatorLength(at: offset)
      if length == 0 { break }
      offset += length
    }
    return operatorKind(from: start, isLeftBound: isLeftBound)
  }

  private func operatorKind(from start: Int, isLeftBound: Bool) -> Token.Kind {
    let length = offset - start
    let first = byte(at: start)
    if length == 1 && first == UInt8(ascii: "=") { return .equal }
    if length == 1 && first == UInt8(ascii: ".") { return .period }
    // The question mark of a conditional expression needs no space after it.
    if length == 1 && first == UInt8(ascii: "?") { return .binaryOperator }
    if length == 2 && first == UInt8(ascii: "-") && byte(at: start + 1) == UInt8(ascii: ">") {
      return .arrow
    }
    let isRightBound = isRightBound(isLeftBound: isLeftBound)
    if isLeftBound == isRightBound { return .binaryOperator }
    return isLeftBound ? .postfixOperator : .prefixOperator
  }

  /// Returns true if the operator that ends at the cursor touches an operand on its right.
  private func isRightBound(isLeftBound: Bool) -> Bool {
    switch byte(at: offset) {
    case 0, 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "."):
      // In `x^.y` it is a postfix operator, in `^.y` a prefix one.
      return !isLeftBound
    case UInt8(ascii: "/"):
      let next = byte(at: offset + 1)
      return next != UInt8(ascii: "/") && next != UInt8(ascii: "*")
    default:
      return true
    }
  }
}
