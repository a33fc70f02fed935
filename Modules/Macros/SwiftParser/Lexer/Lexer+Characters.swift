/// The lexical class of an ASCII character.
enum CharacterClass: UInt8 {
  case other, letter, digit, `operator`

  /// The class of every ASCII character.
  ///
  /// It is a table, since plugins mostly run unoptimized.
  static let table: [CharacterClass] = {
    var table = [CharacterClass](repeating: .other, count: 128)
    func assign(_ characters: String, _ characterClass: CharacterClass) {
      for byte in characters.utf8 { table[Int(byte)] = characterClass }
    }
    assign("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$", .letter)
    assign("0123456789", .digit)
    assign("/=-+*%<>!&|^~?", .operator)
    return table
  }()
}

extension Lexer {
  /// Returns the length in bytes of the character at an offset if it can be part of an identifier,
  /// or else 0.
  ///
  /// The sets are those of “Lexical Structure” in The Swift Programming Language.
  func identifierLength(at offset: Int, isHead: Bool) -> Int {
    let byte = byte(at: offset)
    if byte < 0x80 {
      let characterClass = asciiClasses[Int(byte)]
      return characterClass == .letter || (characterClass == .digit && !isHead) ? 1 : 0
    }
    let (scalar, length) = scalar(at: offset)
    if Self.isIdentifierHead(scalar) { return length }
    return !isHead && Self.isCombining(scalar) ? length : 0
  }

  func isOperatorHead(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    if byte < 0x80 { return asciiClasses[Int(byte)] == .operator || byte == UInt8(ascii: ".") }
    return Self.isOperatorHead(scalar(at: offset).value)
  }

  /// Returns the length in bytes of the character at an offset if it can continue an operator, or
  /// else 0.
  func operatorLength(at offset: Int) -> Int {
    let byte = byte(at: offset)
    if byte < 0x80 { return asciiClasses[Int(byte)] == .operator ? 1 : 0 }
    let (value, length) = scalar(at: offset)
    return Self.isOperatorHead(value) || Self.isOperatorCombining(value) ? length : 0
  }

  /// Decodes the multi-byte character at an offset.
  ///
  /// The bytes are a String's, and so well-formed.
  private func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(byte(at: offset))
    func continuation(_ index: Int) -> UInt32 { UInt32(byte(at: offset + index)) & 0x3F }
    switch first {
    case 0xC0..<0xE0: return ((first & 0x1F) << 6 | continuation(1), 2)
    case 0xE0..<0xF0:
      return ((first & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
    case 0xF0..<0xF8:
      let high = (first & 0x07) << 18 | continuation(1) << 12
      return (high | continuation(2) << 6 | continuation(3), 4)
    default: return (0, 1)
    }
  }

  private static func isIdentifierHead(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
      0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF,
      0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x20CF,
      0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF,
      0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
      0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD:
      true
    default:
      // Every plane above the first, without the last two characters of each.
      scalar >= 0x10000 && scalar <= 0xEFFFD && scalar & 0xFFFF <= 0xFFFD
    }
  }

  private static func isCombining(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  private static func isOperatorHead(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016, 0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3020, 0x3030:
      true
    default: false
    }
  }

  private static func isOperatorCombining(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
      0xE0100...0xE01EF:
      true
    default: false
    }
  }
}
