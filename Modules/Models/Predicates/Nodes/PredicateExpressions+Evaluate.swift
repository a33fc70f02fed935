import Foundation
import StrataSchema
import StrataSQLite

extension PredicateExpressions.ExpressionEvaluate: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    guard
      case .constant(let value) = try translator.subject(self.expression),
      let evaluated = value as? Transformation.Output
    else { throw Untranslatable("an expression has to be captured") }
    for (variable, input) in repeat (each evaluated.variable, each input) {
      translator.bind(variable, to: try translator.subject(input))
    }
    return try translator.subject(evaluated.expression)
  }
}
