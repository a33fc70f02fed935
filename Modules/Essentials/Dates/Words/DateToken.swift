/// A word, number, sign or space in a date's text.
enum DateToken: Hashable {
  case number(String)
  /// A run of letters, in lower case.
  case word(String)
  case sign(Character)
  case blank

  /// Splits a text into tokens, including spaces, so that `07:00` and `07 : 00` differ.
  static func tokens(of text: String) -> [DateToken] {
    var tokens: [DateToken] = []
    for character in text.lowercased() {
      switch (character, tokens.last) {
      case (_, .number(let digits)?) where isDigit(character):
        tokens[tokens.count - 1] = .number(digits + String(character))
      case (_, .word(let letters)?) where character.isLetter:
        tokens[tokens.count - 1] = .word(letters + String(character))
      case _ where isDigit(character): tokens.append(.number(String(character)))
      case _ where character.isLetter: tokens.append(.word(String(character)))
      case (_, .blank?) where character.isWhitespace: break
      case _ where character.isWhitespace: tokens.append(.blank)
      // The minus sign that typesetters and phones insert.
      case ("\u{2212}", _): tokens.append(.sign("-"))
      default: tokens.append(.sign(character))
      }
    }
    return tokens
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
