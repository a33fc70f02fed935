/// Escapes text for XML.
enum XMLEscape {
  /// Escapes a text as content. Characters that XML can't represent become U+FFFD.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default:
        let isOutside =
          scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
          || (0xFFFE...0xFFFF).contains(scalar.value)
        result += isOutside ? "\u{FFFD}" : String(scalar)
      }
    }
    return result
  }
}
