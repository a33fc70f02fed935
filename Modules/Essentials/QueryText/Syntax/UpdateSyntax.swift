/// What follows the entity where its objects are updated: `where PREDICATE` and
/// `set KEYPATH = VALUE, …`, one after the other in any order. Commas between assignments may be left
/// out.
public struct UpdateSyntax: Sendable, Hashable {
  /// Which objects; `nil` if nothing says it.
  public var predicate: PredicateSyntax?
  /// What is set; at least one.
  public var assignments: [AssignmentSyntax] = []

  /// Reads both clauses, each at most once.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first thing that can't be read.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = PredicateParser(text)
    var read: Set<String> = []
    while parser.current.kind != .end {
      let clause = try parser.parseWord(among: ["where", "set"], expected: "where or set")
      guard read.insert(clause).inserted else {
        throw parser.mistake(
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

/// `unit = "kg"`.
public struct AssignmentSyntax: Sendable, Hashable {
  /// The path to the property, or to a part of it.
  public let path: [KeyPathComponent]
  /// Its new value.
  public let value: ExpressionSyntax
  /// Where it stands in the text.
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

  /// Whether another assignment follows, behind a comma or without one.
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
