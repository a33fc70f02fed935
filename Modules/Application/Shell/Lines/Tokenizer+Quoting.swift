extension Tokenizer {
  /// Quotes a text if necessary, so that the tokenizer reads it as one plain word.
  public static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let needsQuotes =
      text.isEmpty || text.hasPrefix("#") || text.hasPrefix("-") || text.hasSuffix("\\")
      || scalars.contains { isBlank($0) || $0 == "'" || $0 == "\"" }
    if !needsQuotes { return text }
    let isSimple = !scalars.contains { $0 == "'" || $0 == "\n" || $0 == "\t" }
    return isSimple && !text.hasSuffix("\\") ? "'\(text)'" : doublyQuoted(text)
  }

  static func doublyQuoted(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted.append(contentsOf: ["\\", scalar])
      case "\n": quoted.append(contentsOf: ["\\", "n"])
      case "\t": quoted.append(contentsOf: ["\\", "t"])
      default: quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
