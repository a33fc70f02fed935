import StrataQuery
import StrataSchema

// The propagation of nil: SQL's NULL passes through most operations, but not through conditions.
extension QueryExpression {
  /// Tests that a value isn't nil.
  static func isPresent(_ value: QueryExpression) -> QueryExpression {
    .comparison(.notEqual, value, .literal(.null))
  }

  /// Returns true if the expression is nil whenever another is.
  func isNil(with other: QueryExpression) -> Bool {
    if self == other { return true }
    switch self {
    case .column(let path, _), .key(let path):
      switch other {
      case .key(let start): return path.begins(with: start)
      // The columns of a composite value are nil whenever the first one is.
      case .column(let start, let column):
        guard case .column(path, let mine) = self else { return false }
        return path == start && mine.property == column.property
      default: return false
      }
    case .arithmetic(_, let lhs, let rhs): return lhs.isNil(with: other) || rhs.isNil(with: other)
    case .function(.coalesce, _), .function(.now, _), .function(.program, _): return false
    case .function(_, let arguments): return arguments.contains { $0.isNil(with: other) }
    case .json(let document, _): return document.isNil(with: other)
    default: return false
    }
  }

  /// Returns true if another condition holds whenever this one does.
  func implies(_ other: QueryExpression) -> Bool {
    if self == other { return true }
    if case .and(let terms) = self { return terms.contains { $0.implies(other) } }
    guard case .comparison(.notEqual, let value, .literal(.null)) = other else { return false }
    switch self {
    case .comparison(.equal, let lhs, let rhs):
      return (lhs.isValue && rhs.isNil(with: value)) || (rhs.isValue && lhs.isNil(with: value))
    case .comparison(.notEqual, _, _): return false
    case .comparison(_, let lhs, let rhs): return lhs.isNil(with: value) || rhs.isNil(with: value)
    case .text(.equal, _, _, _): return false
    case .text(_, let lhs, let rhs, _): return lhs.isNil(with: value) || rhs.isNil(with: value)
    case .membership(let element, let list):
      return element.isNil(with: value) && !list.contains { $0.isNull }
    case .column, .function, .json: return isNil(with: value)
    default: return false
    }
  }

  private var isValue: Bool {
    if case .literal(let value) = self { return !value.isNull }
    return false
  }
}

extension QueryPath {
  /// Returns true if another path is a prefix of this one.
  func begins(with other: QueryPath) -> Bool {
    variable == other.variable && steps.starts(with: other.steps)
  }
}
