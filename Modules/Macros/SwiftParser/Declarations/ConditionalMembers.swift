/// Members between `#if` and `#endif`.
public struct ConditionalMembers: Equatable, Sendable {
  /// The clauses in order, starting with that of the `#if`.
  public let clauses: [ConditionalClause]
  /// The range in the scanned text, including the `#endif`.
  public let range: Range<Int>
}

/// The members between one directive of an `#if` block and the next.
public struct ConditionalClause: Equatable, Sendable {
  /// A directive.
  ///
  /// The raw value is its spelling.
  public enum Keyword: String, CaseIterable, Sendable {
    case `if` = "#if"
    case elseif = "#elseif"
    case `else` = "#else"
    case endif = "#endif"
  }

  /// The directive that opens the clause, never ``Keyword/endif``.
  public let keyword: Keyword
  /// The condition in the source, or `nil` for `#else`.
  public let condition: Fragment?
  /// A condition that holds exactly if this clause applies, ready for an `#if` of its own.
  ///
  /// It includes the negations of the clauses before it, but not the conditions of enclosing
  /// blocks.
  public let fullCondition: String
  /// The members in order.
  ///
  /// Nested blocks are ``Member/conditional(_:)``.
  public let members: [Member]
  /// The offset of the directive.
  public let offset: Int
}
