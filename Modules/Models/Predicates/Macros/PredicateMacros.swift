public import Foundation
public import StrataModel

// What is more special than Foundation's declaration of the same name wins over it, whatever is
// imported, if it has the same shape: one parameter instead of a pack loses where the closure has
// an optional `Bool` in it.

/// Makes a predicate about a model of a closure that says what must be true of it.
///
/// It takes what Foundation's macro of the same name takes, and more: cases of enums, several
/// statements, `switch`, methods of texts such as `hasPrefix`, other predicates, and any value from
/// outside, worked out when the predicate is made. It stands for Foundation's where a predicate is
/// about models; for anything else that one is used.
///
/// The compiler checks the closure itself first, as it does for Foundation's macro, but each statement
/// by itself (`_Condition`).
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
  @_Condition _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

// Closures without a parameter would match this one: it says what to write. Its own parameter is an
// empty tuple, so that the compiler speaks of the macro above where a closure's body is wrong.

/// Not available: a closure about a model takes the model, also where it asks nothing of it.
@available(*, unavailable, message: "the closure takes the model: write '{ _ in true }'")
@freestanding(expression)
public macro Predicate<T: PersistentModel>(_ body: (()) -> Bool) -> Predicate<T> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

/// Makes an expression about a model of a closure that works out a value of it; see `Predicate`.
@freestanding(expression)
public macro Expression<each Input: PersistentModel, Output>(
  _ body: (repeat each Input) -> Output
) -> Expression<repeat each Input, Output> =
  #externalMacro(module: "StrataMacros", type: "ExpressionMacro")
