// Foundation declares a macro `Predicate` too, and the compiler tries that one as well, with a closure that
// it solves as a whole: three conditions can take it seconds. A solution that scores worse than one it has
// is left at once, though. These two mean what the standard library's do and hide them, as any module's
// declaration of the same type does; and they are disfavored, so that Foundation's macro scores worse at its
// first `&&`. In code outside of predicates nothing else is there to be preferred, and nothing changes.
// See "Conditions type-check on their own" in Docs/Decisions.md.
extension Bool {
  /// Whether both values are true; the second is worked out only if the first is.
  @_disfavoredOverload
  @_transparent
  public static func && (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool {
    if lhs { return try rhs() }
    return false
  }

  /// Whether one of the values is true; the second is worked out only if the first isn't.
  @_disfavoredOverload
  @_transparent
  public static func || (lhs: Bool, rhs: @autoclosure () throws -> Bool) rethrows -> Bool {
    if lhs { return true }
    return try rhs()
  }
}
