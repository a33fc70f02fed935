extension PredicateSyntax {
  /// Parses a text that consists of one predicate.
  ///
  /// - Complexity: O(*n*) in the length of the text, without backtracking.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first error.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = PredicateParser(text)
    self = try parser.parsePredicate()
    try parser.expectEnd()
  }

  /// Parses the predicate that `text` begins with, and stops if no operator follows it.
  ///
  /// - Returns: The predicate, and the text after it without leading white space.
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` if `text` doesn't begin with a predicate. Text after the
  ///   predicate isn't checked.
  public static func parsePrefix(
    of text: String
  ) throws(PredicateSyntaxError) -> (predicate: PredicateSyntax, rest: Substring) {
    var parser = PredicateParser(text)
    let predicate = try parser.parsePredicate()
    return (predicate, parser.rest)
  }
}
