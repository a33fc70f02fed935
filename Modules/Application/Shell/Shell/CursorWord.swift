/// The incomplete word at the end of a line.
struct CursorWord {
  /// The words before it, without quotes.
  private(set) var words: [String] = []
  /// The typed part of the word, without quotes.
  private(set) var prefix = ""
  /// The offset of the word's beginning, in UTF-8 bytes.
  let start: Int
  private let opening: Unicode.Scalar?

  init(_ line: String) {
    var tokenizer = Tokenizer(line)
    var index = line.endIndex
    while tokenizer.skipBlanks() {
      index = tokenizer.index
      guard let token = try? tokenizer.next() else {
        prefix = CursorWord.unclosed(String(line[index...]))
        break
      }
      if token.range.upperBound == line.endIndex {
        prefix = token.text
        break
      }
      words.append(token.text)
      index = line.endIndex
    }
    start = line.utf8.distance(from: line.startIndex, to: index)
    opening = index < line.endIndex ? line.unicodeScalars[index] : nil
  }

  private static func unclosed(_ word: String) -> String {
    for quote in ["'", "\"", "\\\""] {
      if let tokens = try? Tokenizer.tokens(in: word + quote), let token = tokens.first {
        return token.text
      }
    }
    return word
  }

  /// Quotes a candidate, with the quotes that the person has typed if any.
  func quoted(_ candidate: String) -> String {
    switch opening {
    case "\"": return Tokenizer.doublyQuoted(candidate)
    case "'" where !candidate.contains("'"): return "'\(candidate)'"
    default:
      return candidate.hasPrefix("--") ? candidate : Tokenizer.quoted(candidate)
    }
  }
}
