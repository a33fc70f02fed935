/// The size and abilities of the terminal that a picture is for.
public struct TerminalStyle: Sendable {
  /// The width in cells.
  public var width: Int
  /// The total height in lines.
  public var height: Int
  /// True to use colours.
  public var usesColor: Bool
  /// True to use braille and block characters. False for plain ASCII.
  public var usesUnicode: Bool
  /// A function that returns the number of cells of a character, 0 to 2. The default is one for
  /// each.
  public var cells: @Sendable (Character) -> Int

  /// Makes a style.
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

  /// Truncates a text to a width, with an ellipsis at its end, if it doesn't fit.
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

  /// Returns the Unicode character or its replacement in ASCII.
  func mark(_ unicode: Character, _ ascii: Character) -> Character {
    usesUnicode ? unicode : ascii
  }
}

/// Replaces control characters, which could move the cursor or reverse the direction of text.
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

/// The colours in a terminal, as numbers of its 256 colours. They are visible on dark and light
/// backgrounds.
enum TerminalColor {
  /// The colour of values.
  static let value = 33
  /// The colour of axes and other marks in the background.
  static let quiet = 244
  /// The colours of options, in order, with the same hues as in ``Palette``.
  static let categories = [33, 208, 35, 170, 178, 37, 203, 99, 142, 67]
  /// The colours of amounts, in rising order.
  static let levels = [153, 117, 75, 33, 25]

  static func category(_ index: Int) -> Int { categories[index % categories.count] }
}
