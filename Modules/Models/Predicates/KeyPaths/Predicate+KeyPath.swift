public import Foundation
public import StrataModel

extension Predicate {
  /// Objects whose property is true.
  ///
  /// `Predicate(\Item.isDone)` has one key path; a predicate about several models has one for each,
  /// and all must be true.
  public init(_ keyPath: repeat KeyPath<each Input, Bool>)
  where repeat each Input: PersistentModel {
    self.init({ (input: repeat PredicateExpressions.Variable<each Input>) in
      var conditions: [any StandardPredicateExpression<Bool>] = []
      for (root, path) in repeat (each input, each keyPath) {
        conditions.append(PredicateExpressions.ModelProperty(root: root, keyPath: path))
      }
      let first = conditions.first ?? PredicateExpressions.Captured(true)
      return conditions.dropFirst().reduce(first) { $0.and($1) }
    })
  }
}

extension StandardPredicateExpression<Bool> {
  fileprivate func and(
    _ other: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.Conjunction(lhs: self, rhs: other)
  }
}
