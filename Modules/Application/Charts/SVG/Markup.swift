/// Escapes text for XML and HTML.
public enum Markup {
  /// Escapes a text for content or a quoted attribute.
  ///
  /// Characters that XML doesn't allow, such as most control characters, become U+FFFD.
  public static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default:
        result.unicodeScalars.append(
          PlainText.isControl(scalar) && scalar.value < 0xA0 ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
