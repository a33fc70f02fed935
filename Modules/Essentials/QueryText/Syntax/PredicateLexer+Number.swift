extension PredicateLexer {
  mutating func number() -> PredicateToken.Kind {
    let start = position
    if peek() == "0", peek(1) == "x" || peek(1) == "X" {
      return hexadecimal()
    }
    var isReal = false
    skip(while: \.isDigit)
    if peek() == ".", peek(1)?.isDigit == true {
      isReal = true
      position += 1
      skip(while: \.isDigit)
    }
    if hasExponent {
      isReal = true
      position += 2
      skip(while: \.isDigit)
    }
    if let problem = trailingLetters(from: start) { return problem }
    return isReal ? real(text(from: start)) : integer(text(from: start), radix: 10)
  }

  /// True if an exponent follows: an `e` with a digit, or with a sign and a digit.
  private var hasExponent: Bool {
    guard peek() == "e" || peek() == "E", let next = peek(1) else { return false }
    return next.isDigit || (next == "+" || next == "-") && peek(2)?.isDigit == true
  }

  private mutating func hexadecimal() -> PredicateToken.Kind {
    let start = position
    position += 2
    let digits = position
    skip { $0.isASCII && $0.properties.isASCIIHexDigit }
    if position == digits { return .invalid("expected hexadecimal digits after '0x'") }
    if let problem = trailingLetters(from: start) { return problem }
    return integer(text(from: digits), radix: 16)
  }

  private func integer(_ digits: String, radix: Int) -> PredicateToken.Kind {
    guard let number = UInt64(digits, radix: radix) else {
      return .invalid("the number is too large for a 64-bit integer")
    }
    return .integer(number)
  }

  private func real(_ digits: String) -> PredicateToken.Kind {
    guard let number = Double(digits), number.isFinite else {
      return .invalid("the number is too large for a double")
    }
    return .real(number)
  }

  /// Consumes letters directly after a number, so that `12kg` is reported as one error and not two.
  private mutating func trailingLetters(from start: Int) -> PredicateToken.Kind? {
    let end = position
    skip { $0.properties.isXIDContinue }
    guard position > end else { return nil }
    return .invalid("'\(text(from: start))' is neither a number nor a name")
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
