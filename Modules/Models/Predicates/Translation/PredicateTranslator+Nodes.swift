import Foundation

// Nodes learn what they mean in files of their own, and are asked for it by casts, which no linker
// sees. Out of a static archive it takes only the files in which something is named.
extension PredicateTranslator {
  private typealias Number = PredicateExpressions.Value<Int>
  private typealias Truth = PredicateExpressions.Value<Bool>
  private typealias Text = PredicateExpressions.Value<String>
  private typealias Maybe = PredicateExpressions.Value<Int?>
  private typealias Numbers = PredicateExpressions.Value<[Int]>

  /// One node of each file that says what nodes mean.
  static let taught: [any QueryTranslatable.Type] = [
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
  ]

  /// One node of each file that says how nodes are written.
  static let worded: [any SwiftTextConvertible.Type] = [
    PredicateExpressions.Value<Int>.self,
    PredicateExpressions.SequenceContains<Numbers, Number>.self,
  ]
}
