/// Writes a value so that Markdown shows it as it is, within a table's cell.
enum MarkdownText {
  /// The text with what Markdown would act on behind a backslash, which CommonMark allows before any
  /// punctuation, and line ends as `<br>`.
  static func of(_ text: String) -> String {
    var result = ""
    var before: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n", "\r\n": result += "<br>"
      // Within a word it stands for itself.
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
