/// Members between `#if` and `#endif`.
public struct ConditionalMembers: Equatable, Sendable {
  /// The clauses in order, that of the `#if` first.
  public let clauses: [ConditionalClause]
  /// The bytes it takes in the scanned text, with the `#endif`.
  public let range: Range<Int>
}

/// The members between one directive of an `#if` block and the next.
public struct ConditionalClause: Equatable, Sendable {
  /// The directive; the raw value is how it's written.
  public enum Keyword: String, CaseIterable, Sendable {
    case `if` = "#if"
    case elseif = "#elseif"
    case `else` = "#else"
    case endif = "#endif"
  }

  /// The directive that opens the clause, never ``Keyword/endif``.
  public let keyword: Keyword
  /// The condition as written; `nil` for `#else`.
  public let condition: Fragment?
  /// A condition that holds exactly when this clause applies, with the clauses above refused and
  /// ready for an `#if` of its own. Conditions of blocks around this one aren't part of it.
  public let fullCondition: String
  /// The members in order; blocks inside are ``Member/conditional(_:)``.
  public let members: [Member]
  /// Where the directive stands.
  public let offset: Int
}
