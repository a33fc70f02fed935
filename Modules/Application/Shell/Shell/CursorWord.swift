/// The word at the end of a line that isn't finished.
struct CursorWord {
  /// The words before, quotes removed.
  private(set) var words: [String] = []
  /// What there is of the word, quotes removed.
  private(set) var prefix = ""
  /// Where the word begins, in UTF-8 bytes.
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

  /// A candidate in the quotes that the person began with, if any.
  func quoted(_ candidate: String) -> String {
    switch opening {
    case "\"": return Tokenizer.doublyQuoted(candidate)
    case "'" where !candidate.contains("'"): return "'\(candidate)'"
    default:
      return candidate.hasPrefix("--") ? candidate : Tokenizer.quoted(candidate)
    }
  }
}
