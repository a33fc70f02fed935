extension PredicateSyntax: CustomStringConvertible {
  /// The predicate's canonical text, which parses to an equal tree.
  ///
  /// An `and` or `or` without terms, which the parser never creates, is written as the equivalent
  /// constant, and one of a single term as that term.
  public var description: String {
    switch kind {
    case .comparison(let comparison): comparison.description
    case .and(let terms):
      terms.isEmpty
        ? PredicateKeyword.truePredicate.rawValue
        : terms.map { $0.text(inParentheses: $0.isCompound) }.joined(separator: " AND ")
    case .or(let terms):
      terms.isEmpty
        ? PredicateKeyword.falsePredicate.rawValue
        : terms.map { $0.text(inParentheses: $0.isDisjunction) }.joined(separator: " OR ")
    case .not(let term): "NOT " + term.text(inParentheses: term.isCompound)
    case .constant(let value):
      (value ? PredicateKeyword.truePredicate : .falsePredicate).rawValue
    }
  }

  private func text(inParentheses: Bool) -> String {
    inParentheses ? "(\(description))" : description
  }

  private var isCompound: Bool {
    switch kind {
    case .and, .or: true
    case .comparison, .not, .constant: false
    }
  }

  private var isDisjunction: Bool {
    if case .or = kind { true } else { false }
  }
}
