/// Finds the definitions of columns in the text of a CREATE TABLE statement that SQLite has accepted.
struct DefinitionScanner {
  private let text: [Character]
  private var position = 0

  init(_ sql: String) { text = Array(sql) }

  /// The definitions between the outer parentheses, without comments, and without rules of the table.
  mutating func definitions() -> [(name: String, sql: String)] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    while let (token, isBlank) = next() {
      switch token {
      case "(":
        depth += 1
        if depth == 1 { continue }
      case ")":
        depth -= 1
        if depth == 0 {
          parts.append(part)
          return parts.compactMap { Self.definition($0) }
        }
      case "," where depth == 1:
        parts.append(part)
        part = ""
        continue
      default: break
      }
      if depth > 0 { part += isBlank ? " " : token }
    }
    return []
  }

  /// The next quoted text, or the next character. Comments and blanks are blank.
  private mutating func next() -> (token: String, isBlank: Bool)? {
    guard position < text.count else { return nil }
    let first = text[position]
    let start = position
    func token() -> String { String(text[start..<position]) }
    switch first {
    case "'", "\"", "`", "[":
      skip(past: first == "[" ? "]" : first)
      return (token(), false)
    case "-" where follows("-"):
      while position < text.count, !text[position].isNewline { position += 1 }
      return (token(), true)
    case "/" where follows("*"):
      position += 2
      while position < text.count, !(text[position] == "*" && follows("/")) { position += 1 }
      position = min(position + 2, text.count)
      return (token(), true)
    default:
      position += 1
      return (String(first), first.isWhitespace)
    }
  }

  private func follows(_ character: Character) -> Bool {
    position + 1 < text.count && text[position + 1] == character
  }

  // A quote inside is doubled.
  private mutating func skip(past end: Character) {
    position += 1
    while position < text.count {
      if text[position] == end {
        guard end != "]", follows(end) else { break }
        position += 1
      }
      position += 1
    }
    position = min(position + 1, text.count)
  }

  private static let rules: Set<String> = ["constraint", "primary", "unique", "check", "foreign"]

  private static func definition(_ part: String) -> (name: String, sql: String)? {
    let sql = part.drop(while: \.isWhitespace)
    guard let first = sql.first else { return nil }
    let trimmed = String(sql.reversed().drop(while: \.isWhitespace).reversed())
    guard let end = ["\"": "\"", "`": "`", "[": "]"][String(first)]?.first else {
      let name = String(sql.prefix { !$0.isWhitespace && $0 != "(" })
      return rules.contains(name.lowercased()) ? nil : (name, trimmed)
    }
    var name = ""
    var rest = sql.dropFirst()
    while let character = rest.popFirst() {
      if character == end {
        guard end != "]", rest.first == end else { break }
        rest = rest.dropFirst()
      }
      name.append(character)
    }
    return (name, trimmed)
  }
}
