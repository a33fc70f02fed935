/// Escapes control characters, so that data can't move the cursor, clear the screen or reverse the
/// direction of text.
public enum VisibleText {
  /// Returns the text with each control character written as an escape such as `\n` or `\u{1B}`.
  ///
  /// - Parameter keepingLines: True to leave line feeds and tabs unchanged.
  public static func of(_ text: String, keepingLines: Bool = false) -> String {
    if !text.unicodeScalars.contains(where: { isControl($0) }) { return text }
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isControl(scalar), !(keepingLines && (scalar == "\n" || scalar == "\t")) else {
        visible.append(scalar)
        continue
      }
      visible.append(contentsOf: escape(scalar).unicodeScalars)
    }
    return String(visible)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators, and marks that change the direction of text.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
