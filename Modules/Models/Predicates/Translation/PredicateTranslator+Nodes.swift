import Foundation

// Conformances of nodes are in files of their own and are looked up by casts, which a linker can't
// see. From a static archive it takes only files of which some symbol is referenced. These lists
// refer to each file, or a statically linked program couldn't translate any node.
extension PredicateTranslator {
  private typealias Number = PredicateExpressions.Value<Int>
  private typealias Truth = PredicateExpressions.Value<Bool>
  private typealias Text = PredicateExpressions.Value<String>
  private typealias Maybe = PredicateExpressions.Value<Int?>
  private typealias Numbers = PredicateExpressions.Value<[Int]>

  /// One node of each file with conformances to `QueryTranslatable`.
  static let nodes: [any QueryTranslatable.Type] = [
    PredicateExpressions.Arithmetic<Number, Number>.self,
    PredicateExpressions.ConditionalCast<Number, Int>.self,
    PredicateExpressions.Equal<Number, Number>.self,
    PredicateExpressions.ExpressionEvaluate<
      PredicateExpressions.Value<Expression<Int, Int>>, Number, Int
    >.self,
    PredicateExpressions.Conjunction<Truth, Truth>.self,
    PredicateExpressions.NilCoalesce<Maybe, Number>.self,
    PredicateExpressions.SequenceContains<Numbers, Number>.self,
    PredicateExpressions.CollectionIndexSubscript<Numbers, Number>.self,
    PredicateExpressions.Value<Int>.self,
    PredicateExpressions.StringLocalizedStandardContains<Text, Text>.self,
    PredicateExpressions.SearchMatch<Text, Text>.self,
    PredicateExpressions.FunctionCall<Bool, Text>.self,
  ]

  /// One node of each file with conformances to `SwiftTextConvertible`.
  static let worded: [any SwiftTextConvertible.Type] = [
    PredicateExpressions.Value<Int>.self,
    PredicateExpressions.SequenceContains<Numbers, Number>.self,
  ]
}
