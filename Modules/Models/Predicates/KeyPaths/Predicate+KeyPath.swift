public import Foundation
public import StrataModel

extension Predicate {
  /// Creates a predicate that is met if a Boolean property is true.
  ///
  /// Pass one key path, as in `Predicate(\Item.isDone)`. For a predicate about several models pass
  /// one for each, all of which must be true.
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
  func and(
    _ other: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.Conjunction(lhs: self, rhs: other)
  }
}
