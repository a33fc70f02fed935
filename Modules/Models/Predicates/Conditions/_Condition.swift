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
