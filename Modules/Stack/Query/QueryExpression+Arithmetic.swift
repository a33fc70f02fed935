import StrataSchema

extension QueryExpression {
  /// Whether numbers are reckoned with anywhere inside.
  var hasArithmetic: Bool {
    switch self {
    case .arithmetic, .function(.negate, _), .function(.unsigned, _): true
    case .literal, .column, .key, .isEntity, .element, .elementKey: false
    case .comparison(_, let lhs, let rhs), .text(_, let lhs, let rhs, _):
      lhs.hasArithmetic || rhs.hasArithmetic
    case .and(let terms), .or(let terms), .function(_, let terms):
      terms.contains { $0.hasArithmetic }
    case .not(let term), .membership(let term, _), .exists(_, let term): term.hasArithmetic
    case .conditional(let test, let yes, let no):
      test.hasArithmetic || yes.hasArithmetic || no.hasArithmetic
    case .aggregate(_, _, let condition, let value):
      condition?.hasArithmetic ?? false || value?.hasArithmetic ?? false
    case .json(let document, let steps):
      document.hasArithmetic
        || steps.contains { if case .computed(let key) = $0 { key.hasArithmetic } else { false } }
    case .existsElement(let elements, let condition):
      elements.document.hasArithmetic || condition.hasArithmetic
    case .aggregateElements(_, let elements, let condition, let value):
      elements.document.hasArithmetic || condition?.hasArithmetic ?? false
        || value?.hasArithmetic ?? false
    }
  }
}
