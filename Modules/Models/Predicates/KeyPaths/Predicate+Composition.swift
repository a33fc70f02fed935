public import Foundation

extension Predicate {
  /// Creates a predicate that is met if all given predicates are met.
  ///
  /// It is true for an empty list.
  public init(all predicates: [Predicate<repeat each Input>]) {
    self.init(predicates, needsAll: true)
  }

  /// Creates a predicate that is met if any given predicate is met.
  ///
  /// It is false for an empty list.
  public init(any predicates: [Predicate<repeat each Input>]) {
    self.init(predicates, needsAll: false)
  }

  fileprivate init(_ predicates: [Predicate<repeat each Input>], needsAll: Bool) {
    // Nested lists of the same kind are flattened, which doesn't change the result.
    let terms = predicates.flatMap { predicate in
      let list = predicate.expression as? PredicateExpressions.PredicateList<repeat each Input>
      guard let list, list.needsAll == needsAll, list.isAbout(predicate) else { return [predicate] }
      return list.predicates
    }
    self.init({ (input: repeat PredicateExpressions.Variable<each Input>) in
      PredicateExpressions.PredicateList(needsAll: needsAll, terms, repeat each input)
    })
  }
}

extension PredicateExpressions.PredicateList {
  /// Returns true if the list's inputs are a predicate's own ones, in the same order.
  fileprivate func isAbout(_ predicate: Predicate<repeat each Input>) -> Bool {
    for (inner, outer) in repeat (each inputs, each predicate.variable) {
      if inner.key != outer.key { return false }
    }
    return true
  }
}

/// Returns a predicate that is met if both predicates are met.
@_disfavoredOverload
public func && <Root>(lhs: Predicate<Root>, rhs: Predicate<Root>) -> Predicate<Root> {
  Predicate(all: [lhs, rhs])
}

/// Returns a predicate that is met if at least one of two predicates is met.
@_disfavoredOverload
public func || <Root>(lhs: Predicate<Root>, rhs: Predicate<Root>) -> Predicate<Root> {
  Predicate(any: [lhs, rhs])
}

/// Returns a predicate that is met if another isn't.
public prefix func ! <Root>(predicate: Predicate<Root>) -> Predicate<Root> {
  Predicate<Root>({ (root: PredicateExpressions.Variable<Root>) in
    PredicateExpressions.Negation(PredicateExpressions.Evaluation(predicate, root))
  })
}

/// The operator that joins several predicates.
public enum PredicateJunction: Sendable, Hashable {
  /// All predicates must be met.
  case and
  /// At least one predicate must be met.
  case or
}

extension Sequence {
  /// Joins the predicates into one.
  public func joined<Root>(with junction: PredicateJunction = .and) -> Predicate<Root>
  where Element == Predicate<Root> {
    switch junction {
    case .and: Predicate(all: Array(self))
    case .or: Predicate(any: Array(self))
    }
  }
}
