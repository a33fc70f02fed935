internal import StrataQuery
internal import StrataSchema

extension GroupedQuerySyntax {
  /// Returns true if a text begins like this syntax, with a function's name and a parenthesis.
  ///
  /// It returns false for `where (a) == 1`, since a clause's keyword is no function.
  public static func begins(_ text: String) -> Bool {
    let parser = PredicateParser(text)
    guard parser.isAtCall, case .name(let word) = parser.current.kind else { return false }
    return !clauses.contains(word.lowercased())
  }

  /// Parses the aggregates, then `where` if there is one, then the other clauses in any order, each
  /// at most once.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first error.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    self.init()
    var parser = PredicateParser(text)
    repeat { aggregates.append(try parser.parseAggregate()) } while parser.accept(.comma)
    var read: Set<String> = []
    while parser.current.kind != .end {
      let clause = try parser.parseWord(
        among: Self.clauses, expected: "',', where, group by, having, sort by, limit or offset")
      if clause == "where", !read.isEmpty, !read.contains(clause) {
        throw parser.error("'where' comes before the other clauses", at: parser.previous)
      }
      guard read.insert(clause).inserted else {
        throw parser.error(
          "there is a second '\(clause)': each clause may be given once", at: parser.previous)
      }
      switch clause {
      case "where": predicate = try parser.parsePredicate()
      case "group": keys = try parser.parseGroupKeys()
      case "having": condition = try parser.parseGroupCondition()
      case "sort": sort = try parser.parseGroupSort()
      case "limit": limit = try parser.parseCount(of: clause)
      default: offset = try parser.parseCount(of: clause)
      }
    }
  }

  private static let clauses = ["where", "group", "having", "sort", "limit", "offset"]
}

extension PredicateParser {
  fileprivate var isAtCall: Bool {
    if case .name = current.kind { following.is(.leftParenthesis) } else { false }
  }

  /// Parses one of the given words, in any case.
  mutating func parseWord(
    among words: [String], expected: String
  ) throws(PredicateSyntaxError) -> String {
    guard case .name(let word) = current.kind else { throw unexpected(expected) }
    let lowercased = word.lowercased()
    guard words.contains(lowercased) else {
      let nearest =
        lowercased == "order" && words.contains("sort")
        ? "sort by" : PredicateSyntaxError.nearest(to: word, among: words)
      throw unexpected(expected, hint: nearest.map { "did you mean '\($0)'?" })
    }
    advance()
    return lowercased
  }

  fileprivate mutating func parseAggregate() throws(PredicateSyntaxError) -> AggregateSyntax {
    let start = index
    let names = "count, sum, avg, min or max"
    guard case .name(let word) = current.kind else { throw unexpected(names) }
    guard var function = GroupedQuery.Aggregate.Function.names[word.lowercased()] else {
      let known = [
        "average": "avg", "minimum": "min", "maximum": "max", "mean": "avg", "total": "sum",
      ]
      let nearest =
        known[word.lowercased()]
        ?? PredicateSyntaxError.nearest(
          to: word, among: GroupedQuery.Aggregate.Function.names.keys.sorted())
      throw unexpected(names, hint: nearest.map { "did you mean '\($0)'?" })
    }
    advance()
    try expect(
      .leftParenthesis, hint: "write it like \(function == .count ? "count(*)" : "\(word)(value)")")
    if function == .count, accept(.star) {
      try expect(.rightParenthesis)
      return AggregateSyntax(.count, path: nil, range: range(from: start))
    }
    // `distinct` may also be a property's name.
    if function == .count, !following.is(.rightParenthesis), !following.is(.dot),
      accept(word: "distinct")
    {
      function = .countDistinct
    }
    let path = try parseGroupPath()
    try expect(.rightParenthesis)
    return AggregateSyntax(function, path: path, range: range(from: start))
  }

  /// Parses a path, or `self`, which is the object.
  private mutating func parseGroupPath() throws(PredicateSyntaxError) -> [KeyPathComponent] {
    guard current.keyword == .selfObject else { return try parsePath() }
    let object = KeyPathComponent("self", range: current.range)
    advance()
    let rest = try parseComponents()
    return rest.isEmpty ? [object] : rest
  }

  fileprivate mutating func parseGroupKeys() throws(PredicateSyntaxError) -> [SortSyntax] {
    guard accept(word: "by") else { throw unexpected("'by'") }
    var keys: [SortSyntax] = []
    repeat {
      let start = index
      let path = try parseGroupPath()
      keys.append(SortSyntax(path: path, range: range(from: start)))
    } while accept(.comma)
    return keys
  }

  fileprivate mutating func parseGroupSort() throws(PredicateSyntaxError) -> [GroupSortSyntax] {
    guard accept(word: "by") else { throw unexpected("'by'") }
    var terms: [GroupSortSyntax] = []
    repeat {
      let start = index
      let aggregate = isAtCall ? try parseAggregate() : nil
      let path = aggregate == nil ? try parseGroupPath() : []
      let ascending = acceptDirection() ?? true
      terms.append(
        GroupSortSyntax(
          aggregate: aggregate,
          key: SortSyntax(path: path, ascending: ascending, range: range(from: start))))
    } while accept(.comma)
    return terms
  }

  fileprivate mutating func parseGroupCondition() throws(PredicateSyntaxError)
    -> GroupConditionSyntax
  {
    var terms = [try parseGroupConjunction()]
    while current.is(.doubleBar) || current.keyword == .or {
      advance()
      terms.append(try parseGroupConjunction())
    }
    return terms.count == 1 ? terms[0] : .or(terms)
  }

  private mutating func parseGroupConjunction() throws(PredicateSyntaxError)
    -> GroupConditionSyntax
  {
    var terms = [try parseGroupTerm()]
    while current.is(.doubleAmpersand) || current.keyword == .and {
      advance()
      terms.append(try parseGroupTerm())
    }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  private mutating func parseGroupTerm() throws(PredicateSyntaxError) -> GroupConditionSyntax {
    try enter()
    defer { leave() }
    if current.is(.exclamation) || current.keyword == .not {
      advance()
      return .not(try parseGroupTerm())
    }
    if accept(.leftParenthesis) {
      let condition = try parseGroupCondition()
      try expect(.rightParenthesis)
      return condition
    }
    let aggregate = try parseAggregate()
    guard let comparison = ComparisonOperator(current), comparison.isSymbol else {
      throw unexpected("==, !=, <, <=, > or >=")
    }
    advance()
    let start = index
    let value = try parseExpression()
    guard case .literal(let literal) = value.kind else {
      throw error(
        "'having' compares with a constant", at: token(at: start), expected: "a constant")
    }
    return .comparison(aggregate, comparison, literal, range(from: start))
  }
}

extension ComparisonOperator {
  /// True for the six operators of equality and order.
  fileprivate var isSymbol: Bool {
    switch self {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    default: false
    }
  }
}
