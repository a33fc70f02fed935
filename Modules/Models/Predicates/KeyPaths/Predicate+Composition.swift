public import Foundation

extension Predicate {
  /// Meets what all of some predicates say; always met where there are none.
  public init(all predicates: [Predicate<repeat each Input>]) {
    self.init(predicates, needsAll: true)
  }

  /// Meets what any of some predicates says; never met where there are none.
  public init(any predicates: [Predicate<repeat each Input>]) {
    self.init(predicates, needsAll: false)
  }

  fileprivate init(_ predicates: [Predicate<repeat each Input>], needsAll: Bool) {
    // A list within a list of its kind says nothing else than one list.
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
  /// Whether the list asks of a predicate's own inputs, in their order.
  fileprivate func isAbout(_ predicate: Predicate<repeat each Input>) -> Bool {
    for (inner, outer) in repeat (each inputs, each predicate.variable) {
      if inner.key != outer.key { return false }
    }
    return true
  }
}

/// Meets what two predicates say.
@_disfavoredOverload
public func && <Root>(lhs: Predicate<Root>, rhs: Predicate<Root>) -> Predicate<Root> {
  Predicate(all: [lhs, rhs])
}

/// Meets what one of two predicates says, or both.
@_disfavoredOverload
public func || <Root>(lhs: Predicate<Root>, rhs: Predicate<Root>) -> Predicate<Root> {
  Predicate(any: [lhs, rhs])
}

/// Meets what a predicate denies.
public prefix func ! <Root>(predicate: Predicate<Root>) -> Predicate<Root> {
  Predicate<Root>({ (root: PredicateExpressions.Variable<Root>) in
    PredicateExpressions.Negation(PredicateExpressions.Evaluation(predicate, root))
  })
}

/// How predicates are joined into one.
public enum PredicateJunction: Sendable, Hashable {
  /// All must be met.
  case and
  /// One at least must be met.
  case or
}

extension Sequence {
  /// One predicate of several.
  public func joined<Root>(with junction: PredicateJunction = .and) -> Predicate<Root>
  where Element == Predicate<Root> {
    switch junction {
    case .and: Predicate(all: Array(self))
    case .or: Predicate(any: Array(self))
    }
  }
}
