internal import Foundation

// The store and the evaluation in memory call the same functions, so that both agree.
extension String {
  private func folded(_ options: QueryExpression.TextOptions) -> String {
    if options.isEmpty { return self }
    if utf8.allSatisfy({ $0 < 0x80 }) {
      return options.contains(.caseInsensitive) ? lowercased() : self
    }
    var compare: String.CompareOptions = []
    if options.contains(.caseInsensitive) { compare.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { compare.insert(.diacriticInsensitive) }
    return folding(options: compare, locale: nil)
  }

  /// Returns true if both texts are equal under the options.
  package func equals(_ other: String, _ options: QueryExpression.TextOptions) -> Bool {
    folded(options) == other.folded(options)
  }

  /// Returns true if the text contains another.
  ///
  /// Any text contains the empty text.
  package func contains(_ other: String, _ options: QueryExpression.TextOptions) -> Bool {
    other.isEmpty || folded(options).contains(other.folded(options))
  }

  /// Returns true if the text begins with another.
  package func begins(with other: String, _ options: QueryExpression.TextOptions) -> Bool {
    folded(options).hasPrefix(other.folded(options))
  }

  /// Returns true if the text ends with another.
  package func ends(with other: String, _ options: QueryExpression.TextOptions) -> Bool {
    folded(options).hasSuffix(other.folded(options))
  }

  /// Returns true if the whole text matches a pattern in which `*` is any text and `?` any one
  /// character.
  ///
  /// A backslash escapes the next character. O(length × length of pattern) at worst, since only the
  /// last star needs backtracking.
  package func isLike(_ pattern: String, _ options: QueryExpression.TextOptions) -> Bool {
    let text = Array(folded(options))
    var tokens: [Character?] = []
    var stars: Set<Int> = []
    var characters = pattern.folded(options).makeIterator()
    while let character = characters.next() {
      switch character {
      case "*":
        stars.insert(tokens.count)
        tokens.append(nil)
      case "?": tokens.append(nil)
      case "\\": tokens.append(characters.next() ?? "\\")
      default: tokens.append(character)
      }
    }
    var position = 0
    var token = 0
    var retry: (token: Int, position: Int)?
    while position < text.count {
      if token < tokens.count, stars.contains(token) {
        retry = (token, position)
        token += 1
      } else if token < tokens.count, tokens[token] == nil || tokens[token] == text[position] {
        position += 1
        token += 1
      } else if let last = retry {
        retry = (last.token, last.position + 1)
        token = last.token + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    while token < tokens.count, stars.contains(token) { token += 1 }
    return token == tokens.count
  }
}
