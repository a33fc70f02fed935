// Foundation declares a macro `Predicate` too. The compiler also tries that one, and type-checks
// its closure as a whole: three conditions can take seconds. It abandons a solution as soon as the
// score is worse than that of a solution it has. These two operators do the same as the standard
// library's, and shadow them like any module's declarations of the same type. They are disfavored,
// so that Foundation's macro has a worse score at its first `&&`. Code outside of predicates has no
// other overload to prefer, and doesn't change. See "Conditions type-check on their own" in
// Docs/Decisions.md.
extension Bool {
  /// Returns true if both values are true.
  ///
  /// Evaluates the second only if the first is true.
  @_disfavoredOverload
  @_transparent
  public static func && (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool {
    if lhs { return try rhs() }
    return false
  }

  /// Returns true if at least one value is true.
  ///
  /// Evaluates the second only if the first is false.
  @_disfavoredOverload
  @_transparent
  public static func || (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool {
    if lhs { return true }
    return try rhs()
  }
}
