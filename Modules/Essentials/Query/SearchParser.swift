internal import StrataSchema

/// The reader of searches.
struct SearchParser {
  private enum Token: Equatable {
    case phrase(String, isPrefix: Bool, property: String?)
    case and, or, not, open, close

    /// The operator's word, or nil for anything else.
    var word: String? {
      switch self {
      case .and: "AND"
      case .or: "OR"
      case .not: "NOT"
      case .phrase, .open, .close: nil
      }
    }
  }

  private let search: String
  private let index: Schema.SearchIndex
  private let scalars: [Unicode.Scalar]
  private var tokens: [(token: Token, position: Int)] = []
  private var next = 0
  private var depth = 0

  static func parse(
    _ search: String, _ index: Schema.SearchIndex
  ) throws(SearchError) -> SearchExpression {
    var parser = SearchParser(search, index)
    try parser.readTokens()
    guard !parser.tokens.isEmpty else { throw parser.error(.empty, at: 0) }
    let expression = try parser.parseOr()
    guard parser.next == parser.tokens.count else {
      throw parser.error(.unbalancedParenthesis, at: parser.position)
    }
    if case .not = expression { throw parser.error(.onlyExclusions, at: 0) }
    return expression
  }

  private init(_ search: String, _ index: Schema.SearchIndex) {
    self.search = search
    self.index = index
    scalars = Array(search.unicodeScalars)
  }

  private func error(_ reason: SearchError.Reason, at position: Int) -> SearchError {
    SearchError(search: search, position: position, reason: reason)
  }
}

// Tokens. A quotation mark with a mark that combines with it is one character of Swift's, and a
// quotation mark for the engines, so that scalars are read.
extension SearchParser {
  private mutating func readTokens() throws(SearchError) {
    guard search.utf8.count <= SearchError.greatestLength else {
      throw error(.tooLong, at: 0)
    }
    if let zero = scalars.firstIndex(of: "\0") { throw error(.zeroCharacter, at: zero) }
    var position = 0
    while position < scalars.count {
      let start = position
      switch scalars[position] {
      case let scalar where scalar.properties.isWhitespace: position += 1
      case "(":
        tokens.append((.open, start))
        position += 1
      case ")":
        tokens.append((.close, start))
        position += 1
      default: try readTerm(&position)
      }
    }
  }

  private mutating func readTerm(_ position: inout Int) throws(SearchError) {
    let start = position
    let property = try readProperty(&position)
    var text: String
    var isPrefix = false
    if position < scalars.count, scalars[position] == "\"" {
      let quote = position
      guard let end = scalars[(quote + 1)...].firstIndex(of: "\"") else {
        throw error(.unbalancedQuote, at: quote)
      }
      text = Self.text(scalars[(quote + 1)..<end])
      position = end + 1
      while position < scalars.count, scalars[position] == "*" {
        isPrefix = true
        position += 1
      }
    } else {
      let first = position
      while position < scalars.count, !Self.endsWord(scalars[position]) { position += 1 }
      var end = position
      while end > first, scalars[end - 1] == "*" {
        isPrefix = true
        end -= 1
      }
      text = Self.text(scalars[first..<end])
      if property == nil, !isPrefix, let token = Self.operators[text] {
        tokens.append((token, start))
        return
      }
    }
    if index.tokenizer.kind == .trigram {
      text = text.trimmingWhitespace
      guard text.unicodeScalars.count >= 3 else { throw error(.tooShort(text), at: start) }
      // A part of a word may begin or end anywhere.
      isPrefix = false
    } else if !text.unicodeScalars.contains(where: \.isInWords) {
      // Punctuation separates words, and is none.
      return
    }
    tokens.append((.phrase(text, isPrefix: isPrefix, property: property), start))
  }

  private static let operators: [String: Token] = ["AND": .and, "OR": .or, "NOT": .not]

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\"" || scalar == "(" || scalar == ")"
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Reads a name, a colon and what follows at once, as in `title:word`. In `12:30` and `http://`
  /// the colon only separates words.
  private func readProperty(_ position: inout Int) throws(SearchError) -> String? {
    var end = position
    while end < scalars.count, scalars[end].isInWords || scalars[end] == "_" { end += 1 }
    guard end > position, end + 1 < scalars.count, scalars[end] == ":",
      scalars[position].properties.isAlphabetic || scalars[position] == "_",
      scalars[end + 1].isInWords || scalars[end + 1] == "\""
    else { return nil }
    let name = Self.text(scalars[position..<end])
    guard index.properties.contains(name) else {
      throw error(.unknownProperty(name, searched: index.properties), at: position)
    }
    position = end + 1
    return name
  }
}

// The grammar: terms joined by OR, of terms joined by AND or by nothing.
extension SearchParser {
  private var current: Token? { next < tokens.count ? tokens[next].token : nil }
  private var position: Int { next < tokens.count ? tokens[next].position : scalars.count }

  private mutating func parseOr() throws(SearchError) -> SearchExpression {
    let start = position
    var terms = [try parseAnd()]
    while current == .or {
      next += 1
      terms.append(try parseAnd())
    }
    guard terms.count > 1 else { return terms[0] }
    for case .not in terms { throw error(.onlyExclusions, at: start) }
    return .or(terms)
  }

  private mutating func parseAnd() throws(SearchError) -> SearchExpression {
    let start = position
    var terms = [try parseTerm()]
    while let token = current, token != .or, token != .close {
      if token == .and { next += 1 }
      terms.append(try parseTerm())
    }
    guard terms.count > 1 else { return terms[0] }
    let finds = terms.contains { if case .not = $0 { false } else { true } }
    guard finds else { throw error(.onlyExclusions, at: start) }
    return .and(terms)
  }

  private mutating func parseTerm() throws(SearchError) -> SearchExpression {
    let start = position
    guard let token = current else {
      let last = next > 0 ? tokens[next - 1] : nil
      if let last, let word = last.token.word {
        throw error(.missingOperand(word), at: last.position)
      }
      throw error(.unbalancedParenthesis, at: last?.position ?? 0)
    }
    next += 1
    switch token {
    case .phrase(let text, let isPrefix, let property):
      return .phrase(text, isPrefix: isPrefix, property: property)
    case .not:
      let term = try parseTerm()
      if case .not(let found) = term { return found }
      return .not(term)
    case .open:
      depth += 1
      guard depth <= SearchError.greatestDepth else { throw error(.tooDeep, at: start) }
      if current == .close { throw error(.empty, at: start) }
      let inner = try parseOr()
      guard current == .close else { throw error(.unbalancedParenthesis, at: start) }
      next += 1
      depth -= 1
      return inner
    case .and, .or: throw error(.missingOperand(token.word ?? ""), at: start)
    case .close:
      if next > 1, let word = tokens[next - 2].token.word {
        throw error(.missingOperand(word), at: tokens[next - 2].position)
      }
      throw error(.unbalancedParenthesis, at: start)
    }
  }
}

extension Unicode.Scalar {
  /// True if the scalar is part of a word: a letter or a number, as FTS5's tokenizer unicode61 has them
  /// (sqlite.org/fts5.html, section 4.3.1).
  fileprivate var isInWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...last]))
  }
}
