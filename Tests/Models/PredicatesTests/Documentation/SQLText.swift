import StrataSchema
import StrataSQLite

/// SQL as the document shows it: with its values in their places, and without what is always alike.
struct SQLText {
  let sql: String

  private static let clauses = [
    " FROM ", " LEFT JOIN ", " SET ", " WHERE ", " GROUP BY ", " HAVING ", " ORDER BY ", " LIMIT ",
  ]

  init(_ query: SQLQuery) {
    let text = Self.withValues(query)
    let from = Self.places(of: [" FROM "], in: text).first { $0.depth == 0 }
    // The list of a table's columns says nothing.
    let isOfRows = text.hasPrefix("SELECT t0.\"strata_key\", ")
    sql = isOfRows ? "SELECT t0.*" + text[(from?.index ?? text.startIndex)...] : text
  }

  init(_ text: String) { sql = text }

  private static func withValues(_ query: SQLQuery) -> String {
    var arguments = query.arguments[...]
    var quote: Character?
    var text = ""
    for character in query.sql {
      if character == "?", quote == nil, let value = arguments.popFirst() {
        text += value.description
        continue
      }
      if let open = quote {
        quote = character == open ? nil : open
      } else if character == "'" || character == "\"" {
        quote = character
      }
      text.append(character)
    }
    return text
  }

  /// Joins and conditions alone, for a table's cell.
  var conditions: String {
    var text = sql
    if let index = Self.places(of: [" ORDER BY "], in: text).last(where: { $0.depth == 0 })?.index {
      text = String(text[..<index])
    }
    guard let start = firstClause(of: text) else { return "" }
    let rest = text[text.index(after: start)...]
    return rest.hasPrefix("WHERE ") ? String(rest.dropFirst(6)) : String(rest)
  }

  /// Joins and the order alone, for a table's cell.
  var order: String {
    let clauses = Self.places(of: [" LEFT JOIN ", " ORDER BY "], in: sql).filter { $0.depth == 0 }
    guard let start = clauses.first?.index else { return "" }
    return String(sql[sql.index(after: start)...])
  }

  private func firstClause(of text: String) -> String.Index? {
    Self.places(of: [" LEFT JOIN ", " WHERE "], in: text).first { $0.depth == 0 }?.index
  }

  /// A line for each clause, and several for a long one.
  var lines: String {
    let places = Self.places(of: Self.clauses, in: sql).filter { $0.depth == 0 }
    return Self.split(sql, at: places.map(\.index))
      .flatMap { Self.wrapped($0, indent: 0) }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let line = String(repeating: " ", count: indent) + text
    guard line.count > 88 else { return [line] }
    let places = breaks(in: text)
    guard let least = places.map(\.depth).min() else { return [line] }
    let outermost = places.filter { $0.depth == least }.map(\.index)
    // A query's clauses before what a clause is made of.
    let clauses = Self.places(of: clauses, in: text).filter { $0.depth == least }.map(\.index)
    let pieces = split(text, at: clauses.isEmpty ? outermost : clauses)
    return wrapped(pieces[0], indent: indent)
      + pieces.dropFirst().flatMap { wrapped($0, indent: indent + 2) }
  }

  /// Where a long line may be broken.
  private static func breaks(in text: String) -> [(index: String.Index, depth: Int)] {
    for words in [clauses + [" AND ", " OR ", " ELSE "], [" THEN "], [", "]] {
      let places = places(of: words, in: text)
      if !places.isEmpty { return places }
    }
    return []
  }

  private static func split(_ text: String, at places: [String.Index]) -> [String] {
    var pieces: [String] = []
    var start = text.startIndex
    for place in places + [text.endIndex] where place > start {
      pieces.append(String(text[start..<place]))
      start = place < text.endIndex ? text.index(after: place) : place
    }
    return pieces
  }

  /// Where words stand outside quotes, and inside how many parentheses. What belongs to BETWEEN is
  /// left out.
  private static func places(
    of words: [String], in text: String
  ) -> [(index: String.Index, depth: Int)] {
    var found: [(index: String.Index, depth: Int)] = []
    var (depth, quote, isBetween) = (0, nil as Character?, false)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "'", "\"": quote = character
      case "(": depth += 1
      case ")": depth -= 1
      case ",", " ":
        let rest = text[index...]
        if rest.hasPrefix(" BETWEEN ") { isBetween = true }
        guard words.contains(where: { rest.hasPrefix($0) }) else { continue }
        if isBetween, rest.hasPrefix(" AND ") {
          isBetween = false
        } else {
          // A comma stays on its line.
          found.append((character == "," ? text.index(after: index) : index, depth))
        }
      default: continue
      }
    }
    return found
  }
}
