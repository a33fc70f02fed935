import Foundation
package import StrataModel
package import StrataQuery
package import StrataSchema

/// Compiles a query's expressions to closures that evaluate them on objects in memory, with the
/// store's semantics.
///
/// No getter of a model runs, so that observation records no access. The position of a property is
/// looked up once for each class, which makes the closures fast for many objects.
package enum QueryEvaluator {
  package typealias Condition = (Variables) throws -> Bool
  package typealias Value = (Variables) throws -> ColumnValue
  package typealias SearchTest = (SearchCondition, _ texts: [String?]) throws -> Bool

  /// The bindings of an expression's variables: the queried object, and members or elements of
  /// collections.
  package struct Variables {
    let model: any PersistentModel
    /// Tests texts by the rules of the store, or nil for those of a file.
    let search: SearchTest?
    private var inner: Scope?

    package init(_ model: any PersistentModel, search: SearchTest? = nil) {
      self.model = model
      self.search = search
    }

    /// Returns the object that a variable is bound to.
    ///
    /// Variable 0 is the queried object.
    func model(_ variable: Int) -> (any PersistentModel)? {
      guard variable != 0 else { return model }
      guard case .member(let model)? = inner?.binding(of: variable) else { return nil }
      return model
    }

    /// Returns the element that a variable is bound to.
    func element(_ variable: Int) -> (key: ColumnValue, value: ColumnValue)? {
      guard case .element(let key, let value)? = inner?.binding(of: variable) else { return nil }
      return (key, value)
    }

    func binding(_ variable: Int, to binding: Binding) -> Variables {
      var copy = self
      copy.inner = Scope(variable: variable, binding: binding, outer: inner)
      return copy
    }

    enum Binding {
      case member(any PersistentModel)
      case element(key: ColumnValue, value: ColumnValue)
    }

    private final class Scope {
      private let variable: Int
      private let binding: Binding
      private let outer: Scope?

      init(variable: Int, binding: Binding, outer: Scope?) {
        self.variable = variable
        self.binding = binding
        self.outer = outer
      }

      func binding(of variable: Int) -> Binding? {
        self.variable == variable ? binding : outer?.binding(of: variable)
      }
    }
  }

  /// Evaluates a condition for a single object.
  package static func truth(_ expression: QueryExpression, of model: any PersistentModel) throws
    -> Bool
  {
    try condition(expression)(Variables(model))
  }

  /// Compiles an expression to a condition.
  package static func condition(_ expression: QueryExpression) -> Condition {
    switch expression {
    case .and(let terms):
      let terms = terms.map(condition)
      return { variables in try terms.allSatisfy { try $0(variables) } }
    case .or(let terms):
      let terms = terms.map(condition)
      return { variables in try terms.contains { try $0(variables) } }
    case .not(let term):
      let term = condition(term)
      return { try !term($0) }
    case .comparison(let comparison, let lhs, .literal(let rhs)) where !rhs.isNaN:
      let lhs = value(lhs)
      return { compare(comparison, try lhs($0), rhs) }
    case .comparison(let comparison, let lhs, let rhs):
      let (lhs, rhs) = (value(lhs), value(rhs))
      return { compare(comparison, try lhs($0), try rhs($0)) }
    case .membership(let element, let list):
      let element = value(element)
      let list = list.filter { !$0.isNaN }
      return { variables in
        let element = try element(variables)
        return list.contains { element.order($0) == .orderedSame }
      }
    case .text(let comparison, let lhs, let rhs, let options):
      return text(comparison, lhs, rhs, options)
    case .search(let path, let search):
      let object = object(at: path)
      let texts = SearchTexts(search)
      return { variables in
        guard let object = try object(variables) else { return false }
        guard let test = variables.search else { return try texts.finds(object) }
        return try test(search, try texts.texts(of: object))
      }
    case .isEntity(let path, let names):
      let object = object(at: path)
      return { try object($0).map { isKind($0, of: names) } ?? false }
    case .exists(let collection, let condition):
      let members = members(of: collection)
      let condition = self.condition(condition)
      return { try members($0).contains { try condition($0) } }
    case .existsElement(let elements, let condition):
      let elements = self.elements(elements)
      let condition = self.condition(condition)
      return { try elements($0).contains { try condition($0) } }
    default:
      let value = value(expression)
      return { variables in
        switch try value(variables) {
        case .integer(let number): number != 0
        case .real(let number): number != 0
        default: false
        }
      }
    }
  }

  private static func text(
    _ comparison: QueryExpression.TextComparison, _ lhs: QueryExpression, _ rhs: QueryExpression,
    _ options: QueryExpression.TextOptions
  ) -> Condition {
    // Without options this is an ordinary comparison, of bytes.
    if comparison == .equal, options.isEmpty { return condition(.comparison(.equal, lhs, rhs)) }
    let expressions = RegularExpressions()
    let (lhs, rhs) = (value(lhs), value(rhs))
    return { variables in
      let (left, right) = (try lhs(variables), try rhs(variables))
      // For equality, nil equals nil, as it does for other values.
      if comparison == .equal, left.isNull, right.isNull { return true }
      guard case .text(let left) = left, case .text(let right) = right else { return false }
      return switch comparison {
      case .equal: left.equals(right, options)
      case .contains: left.contains(right, options)
      case .beginsWith: left.begins(with: right, options)
      case .endsWith: left.ends(with: right, options)
      case .like: left.isLike(right, options)
      case .matches: try expressions[right, .whole(options)].matches(left)
      case .containsMatch: try expressions[right, .part].matches(left)
      }
    }
  }

  private static func compare(
    _ comparison: QueryExpression.Comparison, _ lhs: ColumnValue, _ rhs: ColumnValue
  ) -> Bool {
    switch comparison {
    case .equal: return lhs.order(rhs) == .orderedSame
    case .notEqual: return lhs.order(rhs) != .orderedSame
    default: break
    }
    // An ordering comparison with nil is always false.
    guard !lhs.isNull, !rhs.isNull else { return false }
    let order = lhs.order(rhs)
    return switch comparison {
    case .less: order == .orderedAscending
    case .lessOrEqual: order != .orderedDescending
    case .greater: order == .orderedDescending
    default: order != .orderedAscending
    }
  }
}
