extension PredicateLexer {
  mutating func string(quote: Unicode.Scalar) -> PredicateToken.Kind {
    position += 1
    var content = String.UnicodeScalarView()
    var problem: String?
    while let scalar = peek() {
      position += 1
      if scalar == quote {
        return problem.map { .invalid($0) } ?? .string(String(content))
      }
      guard scalar == "\\" else {
        content.append(scalar)
        continue
      }
      // The string is consumed to its end after an error, since its rest isn't predicate text.
      switch escape() {
      case .success(let scalar): content.append(scalar)
      case .failure(let mistake): problem = problem ?? mistake.message
      }
    }
    return .invalid("the string has no closing \(quote)")
  }

  private struct EscapeMistake: Error {
    let message: String
  }

  private mutating func escape() -> Result<Unicode.Scalar, EscapeMistake> {
    guard let letter = peek() else { return .failure(EscapeMistake(message: "")) }
    position += 1
    switch letter {
    case "\\", "\"", "'", "/": return .success(letter)
    case "n": return .success("\n")
    case "r": return .success("\r")
    case "t": return .success("\t")
    case "b": return .success("\u{8}")
    case "f": return .success("\u{C}")
    case "u": return unicodeEscape()
    default:
      return .failure(
        EscapeMistake(
          message: "unknown escape '\\\(letter)' in a string: write \\\\ for a backslash"))
    }
  }

  private mutating func unicodeEscape() -> Result<Unicode.Scalar, EscapeMistake> {
    guard let unit = hexadecimalUnit() else {
      return .failure(EscapeMistake(message: "expected four hexadecimal digits after '\\u'"))
    }
    if let scalar = Unicode.Scalar(unit) { return .success(scalar) }
    let high = position
    if unit < 0xDC00, peek() == "\\", peek(1) == "u" {
      position += 2
      if let low = hexadecimalUnit(), (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return .success(scalar)
      }
      position = high
    }
    return .failure(EscapeMistake(message: "'\\u' names half of a surrogate pair"))
  }

  private mutating func hexadecimalUnit() -> UInt32? {
    let start = position
    while position < start + 4, peek()?.properties.isASCIIHexDigit == true { position += 1 }
    guard position == start + 4 else {
      position = start
      return nil
    }
    return UInt32(text(from: start), radix: 16)
  }
}
