import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Tests that two values of a type are equal.
  ///
  /// Nil equals nil.
  mutating func equality(
    _ lhs: Subject, _ rhs: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    switch (lhs, rhs) {
    case (.composite, _), (_, .composite): return try compositeEquality(lhs, rhs)
    // A to-many relationship is never nil, even without members.
    case (.members, .null), (.null, .members): return .or([])
    default: break
    }
    let wrapped = ValueForm.unwrapped(type)
    if wrapped is any UnorderedJSON.Type { return try unorderedEquality(lhs, rhs, wrapped) }
    if case .none = ValueForm(type), !lhs.isNull, !rhs.isNull {
      throw Untranslatable("the store keeps no values of type \(wrapped)")
    }
    let unified = try unify([lhs, rhs], type)
    if unified.isJSON, case .decimal = unified.form, !lhs.isNull, !rhs.isNull {
      throw Untranslatable("a Decimal in JSON is read as a Double, which would round it")
    }
    return .comparison(.equal, unified.values[0], unified.values[1])
  }

  /// Compares two values of a type by order.
  ///
  /// The result is false if one of them is nil.
  mutating func comparison(
    _ comparison: QueryExpression.Comparison, _ lhs: Subject, _ rhs: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    let values = try ordered(try unify([lhs, rhs], type), type)
    return .comparison(comparison, values[0], values[1])
  }

  private func compositeEquality(_ lhs: Subject, _ rhs: Subject) throws -> QueryExpression {
    if rhs.isNull || lhs.isNull {
      guard let presence = (rhs.isNull ? lhs : rhs).presence else { return .or([]) }
      return .comparison(.equal, presence, .literal(.null))
    }
    let (left, right) = (try columns(of: lhs), try columns(of: rhs))
    guard left.count == right.count else {
      throw Untranslatable("values of other columns are compared")
    }
    return .and(zip(left, right).map { .comparison(.equal, $0, $1) })
  }

  private func columns(of subject: Subject) throws -> [QueryExpression] {
    switch subject {
    case .composite(let path, let property, let columns):
      return columns.map { .column(path, .init(property: property, description: $0)) }
    case .constant(let value as any ColumnRepresentable):
      return try columns(of: value).map { .literal($0) }
    default: throw Untranslatable("a value of several columns is compared with something else")
    }
  }

  /// Compares sets, whose JSON has no order: the number of elements must be equal, and each element
  /// must be in the other set.
  private mutating func unorderedEquality(
    _ lhs: Subject, _ rhs: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    let (stored, other) = lhs.isConstant ? (rhs, lhs) : (lhs, rhs)
    guard let document = stored.presence else {
      throw Untranslatable("values of \(type) are written in any order")
    }
    if other.isNull { return .comparison(.equal, document, .literal(.null)) }
    guard case .constant(let value) = other, let set = value as? any UnorderedJSON,
      let elements = set.elementValues
    else { throw Untranslatable("values of \(type) are written in any order") }
    let counted = QueryElements(of: document, variable: newVariable())
    let count = QueryExpression.aggregateElements(.count, counted, where: nil, of: nil)
    var terms: [QueryExpression] = [
      .isPresent(document),
      .comparison(.equal, count, .literal(.integer(Int64(elements.count)))),
    ]
    for element in elements {
      let found = QueryElements(of: document, variable: newVariable())
      let same = try equality(
        .json(.element(found.variable)), .constant(element), Swift.type(of: element))
      terms.append(.existsElement(found, same))
    }
    return .and(terms)
  }
}

extension PredicateTranslator.Subject {
  var isNull: Bool {
    switch self {
    case .null, .value(.literal(.null)): true
    default: false
    }
  }
}

/// A collection whose JSON has no defined order.
package protocol UnorderedJSON {
  /// The elements, or nil if they are pairs.
  var elementValues: [Any]? { get }
}

extension Set: UnorderedJSON {
  package var elementValues: [Any]? { Array(self) }
}
