/// What a terminal can show, and how large a picture may be.
public struct TerminalStyle: Sendable {
  /// How many cells wide.
  public var width: Int
  /// How many lines high, all in all.
  public var height: Int
  /// Whether colours are shown.
  public var usesColor: Bool
  /// Whether braille dots and blocks are shown; plain ASCII when not.
  public var usesUnicode: Bool
  /// How many cells a character takes, 0 to 2. Without it each takes one.
  public var cells: @Sendable (Character) -> Int

  /// A style.
  public init(
    width: Int = 80, height: Int = 20, usesColor: Bool = false, usesUnicode: Bool = true,
    cells: @escaping @Sendable (Character) -> Int = { _ in 1 }
  ) {
    self.width = width
    self.height = height
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.cells = cells
  }

  func width(of text: String) -> Int { text.reduce(0) { $0 + cells($1) } }

  /// As much of a text as fits, with an ellipsis where it is cut.
  func fit(_ text: String, _ width: Int) -> String {
    let text = PlainText.of(text)
    if self.width(of: text) <= width { return text }
    let ellipsis = usesUnicode ? "…" : "~"
    var result = ""
    var left = width - 1
    for character in text {
      left -= cells(character)
      if left < 0 { break }
      result.append(character)
    }
    return width > 0 ? result + ellipsis : ""
  }

  /// Lines and marks, in Unicode or else in ASCII.
  func mark(_ unicode: Character, _ ascii: Character) -> Character {
    usesUnicode ? unicode : ascii
  }
}

/// Text without what could move a terminal's cursor or turn the direction of what follows.
enum PlainText {
  static func of(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { !isControl($0) }
    guard !isPlain else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "?" : scalar) }
    return String(result)
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: return true
    default: return false
    }
  }
}
