public import Foundation
public import StrataModel
internal import StrataPredicates

// The compiler prefers a declaration that is more specific than Foundation's one of the same name,
// whatever the file imports, if both have the same shape. With a single parameter instead of a
// pack, this one would lose for closures with an optional `Bool`.

/// Makes a predicate about models from a closure that returns the condition.
///
/// ```swift
/// let heavy = #Predicate<Item> { $0.weight > 10 && $0.name.hasPrefix("A") }
/// ```
///
/// In addition to what Foundation's macro of the same name supports, you can use cases of enums,
/// several statements, `switch`, string methods such as `hasPrefix`, other predicates, and captured
/// values of any type. Captured values are evaluated when the predicate is made. Foundation's macro
/// remains in use for predicates that aren't about models.
///
/// The compiler type-checks the closure before the macro sees it, one statement at a time
/// (`_Condition`).
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
  @_Condition _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

// A closure without a parameter matches this macro, so that the error says what to write. The
// parameter is an empty tuple, so that the compiler reports errors in a closure's body against the
// macro above.

/// Reports a closure without a parameter: it must take the model, even if it doesn't use it.
@available(*, unavailable, message: "the closure takes the model: write '{ _ in true }'")
@freestanding(expression)
public macro Predicate<T: PersistentModel>(_ body: (()) -> Bool) -> Predicate<T> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

/// Makes an expression about models from a closure that computes a value.
///
/// See `Predicate`.
@freestanding(expression)
public macro Expression<each Input: PersistentModel, Output>(
  _ body: (repeat each Input) -> Output
) -> Expression<repeat each Input, Output> =
  #externalMacro(module: "StrataMacros", type: "ExpressionMacro")
