/// A result builder that makes the compiler type-check a predicate's body one statement at a time,
/// after it has inferred the models.
///
/// Without it, the compiler solves the closure together with the macro's parameter pack, which
/// isn't bound yet at that time, and tries all overloads of each operator. The macro expands the
/// closure's source, so that none of these functions ever runs.
///
/// There is no `buildExpression`. With one, the compiler (6.3) finds two macros in one expression
/// ambiguous if both bodies compare with nil.
@resultBuilder
public enum _Condition {
  /// Accepts a single condition.
  public static func buildBlock(_ value: Bool) -> Bool { value }
  /// Accepts several conditions, which the macro checks.
  public static func buildBlock(_ first: Bool, _ others: Bool...) -> Bool { first }
  /// Accepts an `if` without `else`.
  public static func buildOptional(_ value: Bool?) -> Bool { value ?? false }
  /// Accepts an `if` with `else`, or a `switch`.
  public static func buildEither(first: Bool) -> Bool { first }
  /// Accepts an `if` with `else`, or a `switch`.
  public static func buildEither(second: Bool) -> Bool { second }
  /// Accepts a loop, so that the macro can report it.
  public static func buildArray(_ values: [Bool]) -> Bool { true }
}

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
