extension QuerySyntax {
  /// Parses the clauses of a query: `where` first if there is one, then the others in any order,
  /// each at most once.
  ///
  /// An empty text is a query without conditions.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first error.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    self.init()
    var parser = PredicateParser(text)
    var read: Set<QueryClause> = []
    while parser.current.kind != .end {
      let clause = try parser.parseClauseWord()
      if clause == .where, !read.isEmpty, !read.contains(.where) {
        throw parser.error("'where' comes before the other clauses", at: parser.previous)
      }
      guard read.insert(clause).inserted else {
        throw parser.error(
          "there is a second '\(clause.rawValue)': each clause may be given once",
          at: parser.previous)
      }
      switch clause {
      case .where: predicate = try parser.parsePredicate()
      case .sort: sort = try parser.parseSortKeys()
      case .limit, .offset:
        let count = try parser.parseCount(of: clause.rawValue)
        if clause == .limit { limit = count } else { offset = count }
      }
    }
  }
}

/// The keyword at the start of a query's clause.
private enum QueryClause: String, CaseIterable {
  case `where`
  case sort
  case limit
  case offset

  /// The keywords of other query languages, for suggestions.
  static let synonyms: [String: String] = [
    "order": "sort by", "orderby": "sort by", "sortby": "sort by", "filter": "where",
    "having": "where", "when": "where", "top": "limit", "first": "limit", "take": "limit",
    "skip": "offset", "start": "offset",
  ]
}

extension PredicateParser {
  var previous: PredicateToken { token(at: max(0, index - 1)) }

  fileprivate mutating func parseClauseWord() throws(PredicateSyntaxError) -> QueryClause {
    guard case .name(let word) = current.kind else {
      throw unexpected("where, sort by, limit or offset")
    }
    let lowercased = word.lowercased()
    guard let clause = QueryClause(rawValue: lowercased) else {
      let names = QueryClause.allCases.map(\.rawValue)
      let known =
        QueryClause.synonyms[lowercased]
        ?? PredicateSyntaxError.nearest(to: word, among: names)
      let advice = known.map { "did you mean '\($0)'?" }
      throw error(
        "unknown clause '\(word)'; "
          + (advice ?? "a query has the clauses where, sort by, limit and offset"),
        at: current, expected: "where, sort by, limit or offset")
    }
    advance()
    return clause
  }

  fileprivate mutating func parseSortKeys() throws(PredicateSyntaxError) -> [SortSyntax] {
    guard accept(word: "by") else { throw unexpected("'by'") }
    var keys: [SortSyntax] = []
    repeat {
      let start = index
      let path = try parsePath()
      let ascending = acceptDirection() ?? true
      keys.append(SortSyntax(path: path, ascending: ascending, range: range(from: start)))
    } while accept(.comma)
    return keys
  }

  /// Parses a path in a place where no predicate is allowed.
  mutating func parsePath() throws(PredicateSyntaxError) -> [KeyPathComponent] {
    if let keyword = current.keyword, !keyword.isContextual {
      throw unexpected("a property's name", hint: hint(forKeyword: spelling(of: current)))
    }
    return [try parseComponent()] + (try parseComponents())
  }

  mutating func acceptDirection() -> Bool? {
    if accept(word: "asc") || accept(word: "ascending") { return true }
    if accept(word: "desc") || accept(word: "descending") { return false }
    return nil
  }

  mutating func accept(word: String) -> Bool {
    guard case .name(let name) = current.kind, name.lowercased() == word else { return false }
    advance()
    return true
  }

  mutating func parseCount(of clause: String) throws(PredicateSyntaxError) -> Int {
    if current.is(.minus) {
      throw error(
        "the \(clause) can't be negative", at: current, expected: "a whole number")
    }
    guard case .integer(let magnitude) = current.kind else { throw unexpected("a whole number") }
    guard let count = Int(exactly: magnitude) else {
      throw error("the \(clause) is too large", at: current, expected: "a whole number")
    }
    advance()
    return count
  }
}
