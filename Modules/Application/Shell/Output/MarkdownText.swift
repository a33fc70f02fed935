/// Escapes values for the cells of a Markdown table.
enum MarkdownText {
  /// Escapes a text so that Markdown shows it literally.
  ///
  /// A backslash goes before special characters, which CommonMark allows before any punctuation.
  /// Line ends become `<br>`.
  static func of(_ text: String) -> String {
    var result = ""
    var before: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n", "\r\n": result += "<br>"
      // An underscore within a word is literal.
      case "_" where isWord(before) && isWord(rest.first): result.append(character)
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&":
        result.append("\\")
        result.append(character)
      default: result += VisibleText.of(String(character))
      }
      before = character
    }
    return result
  }

  private static func isWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }
}
