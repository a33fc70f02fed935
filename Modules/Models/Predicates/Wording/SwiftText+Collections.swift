import Foundation

extension PredicateExpressions.Conditional: SwiftTextConvertible {
  var swiftText: String {
    "(\(SwiftText.operand(test)) ? \(SwiftText.operand(trueBranch)) : \(SwiftText.operand(falseBranch)))"
  }
}

extension PredicateExpressions.OptionalFlatMap: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(wrapped)).flatMap { \(SwiftText.of(transform)) }" }
}

extension PredicateExpressions.Filter: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(sequence)).filter { \(SwiftText.of(filter)) }" }
}

extension PredicateExpressions.SequenceContains: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(sequence)).contains(\(SwiftText.of(element)))" }
}

extension PredicateExpressions.SequenceContainsWhere: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(sequence)).contains { \(SwiftText.of(test)) }" }
}

extension PredicateExpressions.SequenceAllSatisfy: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(sequence)).allSatisfy { \(SwiftText.of(test)) }" }
}

extension PredicateExpressions.SequenceStartsWith: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(base)).starts(with: \(SwiftText.of(prefix)))" }
}

extension PredicateExpressions.SequenceMinimum: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(elements)).min()" }
}

extension PredicateExpressions.SequenceMaximum: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(elements)).max()" }
}

extension PredicateExpressions.CollectionContainsCollection: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(base)).contains(\(SwiftText.of(other)))" }
}

extension PredicateExpressions.StringContainsRegex: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(subject)).contains(\(SwiftText.of(regex)))" }
}

extension PredicateExpressions.CollectionIndexSubscript: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(wrapped))[\(SwiftText.of(index))]" }
}

extension PredicateExpressions.CollectionRangeSubscript: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(wrapped))[\(SwiftText.of(range))]" }
}

extension PredicateExpressions.DictionaryKeySubscript: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(wrapped))[\(SwiftText.of(key))]" }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SwiftTextConvertible {
  var swiftText: String {
    "\(SwiftText.operand(wrapped))[\(SwiftText.of(key)), default: \(SwiftText.of(`default`))]"
  }
}

extension PredicateExpressions.Range: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lower))..<\(SwiftText.operand(upper)))" }
}

extension PredicateExpressions.ClosedRange: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lower))...\(SwiftText.operand(upper)))" }
}

extension PredicateExpressions.RangeExpressionContains: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(range)).contains(\(SwiftText.of(element)))" }
}

extension PredicateExpressions.ConditionalCast: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(input)) as? \(Desired.self))" }
}

extension PredicateExpressions.ForceCast: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(input)) as! \(Desired.self))" }
}

extension PredicateExpressions.TypeCheck: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(input)) is \(Desired.self))" }
}

extension PredicateExpressions.StringLocalizedStandardContains: SwiftTextConvertible {
  var swiftText: String {
    "\(SwiftText.operand(root)).localizedStandardContains(\(SwiftText.of(other)))"
  }
}

extension PredicateExpressions.ExpressionEvaluate: SwiftTextConvertible {
  var swiftText: String {
    var inputs: [String] = []
    for item in repeat each input { inputs.append(SwiftText.of(item)) }
    return "\(SwiftText.operand(expression)).evaluate(\(inputs.joined(separator: ", ")))"
  }
}
