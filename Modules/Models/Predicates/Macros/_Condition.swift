/// Lets the compiler check the body of a predicate statement by statement, after it knows the models.
///
/// A closure without it is solved together with the macro's parameter pack, which isn't bound yet then:
/// each operator is tried with everything it may mean. The macro takes the closure's text, so that none
/// of this ever runs.
///
/// There is no `buildExpression`: with one, two macros in one expression whose bodies compare with nil are
/// ambiguous to the compiler (6.3).
@resultBuilder
public enum _Condition {
  /// The last statement's condition.
  public static func buildBlock(_ value: Bool) -> Bool { value }
  /// Several conditions, which the macro refuses where it must.
  public static func buildBlock(_ first: Bool, _ others: Bool...) -> Bool { first }
  /// An `if` without `else`.
  public static func buildOptional(_ value: Bool?) -> Bool { value ?? false }
  /// An `if` with `else`, or a `switch`.
  public static func buildEither(first: Bool) -> Bool { first }
  /// An `if` with `else`, or a `switch`.
  public static func buildEither(second: Bool) -> Bool { second }
  /// A loop, which the macro refuses.
  public static func buildArray(_ values: [Bool]) -> Bool { true }
}
