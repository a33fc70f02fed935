/// The text after the entity in a batch update: `where PREDICATE` and `set KEYPATH = VALUE, …`, in
/// any order.
///
/// The commas between assignments are optional.
public struct UpdateSyntax: Sendable, Hashable {
  /// The condition for objects, or `nil` if there is no `where`.
  public var predicate: PredicateSyntax?
  /// The assignments, at least one.
  public var assignments: [AssignmentSyntax] = []

  /// Parses both clauses, each at most once.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first error.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = PredicateParser(text)
    var read: Set<String> = []
    while parser.current.kind != .end {
      let clause = try parser.parseWord(among: ["where", "set"], expected: "where or set")
      guard read.insert(clause).inserted else {
        throw parser.error(
          "there is a second '\(clause)': each clause may be given once", at: parser.previous)
      }
      if clause == "where" {
        predicate = try parser.parsePredicate()
      } else {
        repeat { assignments.append(try parser.parseAssignment()) } while parser.isAtAssignment
      }
    }
    guard !assignments.isEmpty else {
      throw parser.unexpected("'set'", hint: "write what is to change, as in set unit = \"kg\"")
    }
  }
}

/// An assignment, such as `unit = "kg"`.
public struct AssignmentSyntax: Sendable, Hashable {
  /// The path to the property, or to a part of it.
  public let path: [KeyPathComponent]
  /// The new value.
  public let value: ExpressionSyntax
  /// The position in the text.
  public let range: SourceRange
}

extension PredicateParser {
  fileprivate mutating func parseAssignment() throws(PredicateSyntaxError) -> AssignmentSyntax {
    let start = index
    let path = try parsePath()
    guard accept(.equal) || accept(.doubleEqual) else {
      throw unexpected("'='", hint: "write it like unit = \"kg\"")
    }
    let value = try parseExpression()
    return AssignmentSyntax(path: path, value: value, range: range(from: start))
  }

  /// True if another assignment follows, with or without a comma before it.
  fileprivate var isAtAssignment: Bool {
    mutating get {
      if accept(.comma) { return true }
      switch current.kind {
      case .escapedName: return true
      case .name(let word):
        return word.lowercased() != "where" || following.is(.equal) || following.is(.dot)
      default: return false
      }
    }
  }
}
