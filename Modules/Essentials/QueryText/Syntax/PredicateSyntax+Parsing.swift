extension PredicateSyntax {
  /// Reads a predicate that takes up the whole text.
  ///
  /// - Complexity: O(*n*) in the length of the text; there is no backtracking.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first thing that can't be read.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = PredicateParser(text)
    self = try parser.parsePredicate()
    try parser.expectEnd()
  }

  /// Reads the predicate that `text` begins with, and stops where no operator follows it.
  ///
  /// - Returns: the predicate, and the text after it without leading white space.
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` if `text` doesn't begin with a predicate. What comes after
  ///   the predicate is not looked at.
  public static func parsePrefix(
    of text: String
  ) throws(PredicateSyntaxError) -> (predicate: PredicateSyntax, rest: Substring) {
    var parser = PredicateParser(text)
    let predicate = try parser.parsePredicate()
    return (predicate, parser.rest)
  }
}
