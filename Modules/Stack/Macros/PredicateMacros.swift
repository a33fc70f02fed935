public import Foundation

/// Makes a predicate about a model of a closure that says what must be true of it.
///
/// It takes what Foundation's macro of the same name takes, and more: cases of enums, several
/// statements, `switch`, methods of texts such as `hasPrefix`, other predicates, and any value from
/// outside, worked out when the predicate is made. It stands for Foundation's where a predicate is
/// about one model; for anything else that one is used.
@freestanding(expression)
public macro Predicate<T: PersistentModel>(_ body: (T) -> Bool) -> Predicate<T> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

/// Makes a predicate that doesn't ask the model for anything: `#Predicate<Item> { true }`.
@freestanding(expression)
public macro Predicate<T: PersistentModel>(_ body: () -> Bool) -> Predicate<T> =
  #externalMacro(module: "StrataMacros", type: "PredicateMacro")

/// Makes an expression about a model of a closure that works out a value of it; see ``Predicate``.
@freestanding(expression)
public macro Expression<T: PersistentModel, Output>(
  _ body: (T) -> Output
) -> Expression<T, Output> =
  #externalMacro(module: "StrataMacros", type: "ExpressionMacro")

/// Foundation's `#Predicate`, which `#Predicate` falls back to.
@freestanding(expression)
public macro _FoundationPredicate<each Input>(
  _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
  #externalMacro(module: "FoundationMacros", type: "PredicateMacro")

/// Foundation's `#Expression`, which `#Expression` falls back to.
@freestanding(expression)
public macro _FoundationExpression<each Input, Output>(
  _ body: (repeat each Input) -> Output
) -> Expression<repeat each Input, Output> =
  #externalMacro(module: "FoundationMacros", type: "ExpressionMacro")
