import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Binds a to-many relationship's members to a new variable of the query, and to a variable of
  /// the predicate if one is given.
  mutating func collection(
    _ subject: Subject, binding variable: PredicateExpressions.VariableID? = nil
  ) throws -> QueryCollection {
    guard case .members(let path, let entity, let relationship) = subject else {
      throw PredicateTranslationError.unsupportedPredicate(
        "a condition on members of what is no relationship")
    }
    let destination = relationship.destination._$entity
    let collection = QueryCollection(
      owner: path, entity: entity.name,
      relationship: entity.properties[relationship.index].name, destination: destination.name,
      variable: newVariable())
    if let variable {
      variables[variable] = .object(QueryPath(variable: collection.variable), destination)
    }
    return collection
  }

  /// Translates the sequence that a quantifier ranges over.
  mutating func collection<Values: PredicateExpression>(
    of expression: Values
  ) throws -> TranslatedCollection where Values.Output: Sequence {
    try collection(try subject(expression), Values.Output.self)
  }

  mutating func collection(
    _ subject: Subject, _ type: any Any.Type
  ) throws -> TranslatedCollection {
    switch subject {
    case .collection(let collection): return collection
    case .members(_, _, let relationship):
      return TranslatedCollection(
        source: .members(try collection(subject), relationship.destination._$entity))
    case .constant(let value): return try constants(value)
    case .value(let value) where ValueForm(type).isBitmask:
      let constants = (0..<64).map { bit -> (value: Any, condition: QueryExpression) in
        (Int64(bit), Self.hasBit(.literal(.integer(1 << Int64(bit))), value))
      }
      return TranslatedCollection(source: .constants(constants))
    case .value(let document), .json(let document):
      guard ValueForm(type).isJSON else {
        throw Untranslatable("the store doesn't know the elements of \(type)")
      }
      let elements = QueryElements(of: document, variable: newVariable())
      if let type = type as? any DictionaryValue.Type, !type.isJSONObject {
        // The JSON array has keys and values in turn.
        let isValue = QueryExpression.arithmetic(
          .remainder, .elementKey(elements.variable), .literal(.integer(2)))
        return TranslatedCollection(
          source: .elements(elements),
          conditions: [.comparison(.equal, isValue, .literal(.integer(1)))])
      }
      return TranslatedCollection(source: .elements(elements))
    case .null: return TranslatedCollection(source: .constants([]))
    case .list, .range, .object, .identifier, .composite:
      throw Untranslatable("the store doesn't know the elements of \(type)")
    }
  }

  private func constants(_ value: Any) throws -> TranslatedCollection {
    guard let values = value as? any Sequence, !(value is any UnboundedSequence) else {
      throw Untranslatable("the elements of a \(Swift.type(of: value)) can't be gone through")
    }
    func list<Values: Sequence>(_ values: Values) -> [(value: Any, condition: QueryExpression)] {
      values.map { ($0, .alwaysTrue) }
    }
    return TranslatedCollection(source: .constants(list(values)))
  }

  /// Tests that a bit is set in a bit mask.
  static func hasBit(_ bit: QueryExpression, _ bits: QueryExpression) -> QueryExpression {
    .comparison(.notEqual, .function(.coalesce, [.function(.bitAnd, [bits, bit]), zero]), zero)
  }

  private static var zero: QueryExpression { .literal(.integer(0)) }

  /// Adds a test to a collection's conditions, in which a variable is bound to each element.
  mutating func filtered<Element>(
    _ collection: TranslatedCollection, _ variable: PredicateExpressions.Variable<Element>,
    _ test: (inout PredicateTranslator) throws -> QueryExpression
  ) throws -> TranslatedCollection {
    var collection = collection
    if let element = collection.element {
      bind(variable, to: element)
      collection.conditions.append(try test(&self))
    } else if case .constants(let constants) = collection.source {
      collection.source = .constants(
        try constants.map { constant in
          let value = Self.converted(constant.value, Element.self)
          bind(variable, to: Subject(constant: value))
          bindings[variable] = value as? Element
          let condition = try test(&self)
          return (
            constant.value,
            constant.condition == .alwaysTrue ? condition : .and([constant.condition, condition])
          )
        })
    }
    variables[variable.key] = nil
    bindings[variable] = nil
    return collection
  }

  // The elements of a bit set must have the set's element type.
  private static func converted(_ value: Any, _ type: any Any.Type) -> Any {
    guard let bit = value as? Int64, let type = type as? any FixedWidthInteger.Type else {
      return value
    }
    func number<Value: FixedWidthInteger>(_ type: Value.Type) -> Any {
      Value(truncatingIfNeeded: bit)
    }
    return number(type)
  }

  /// Tests that a collection contains an element.
  mutating func contains(
    _ collection: TranslatedCollection, _ element: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    var collection = collection
    if let member = collection.element {
      collection.conditions.append(try equality(member, element, type))
      return collection.exists
    }
    guard case .constants(let constants) = collection.source else { return .or([]) }
    if let membership = try membership(constants, element, type) { return membership }
    return .or(
      try constants.map { constant in
        .and([
          constant.condition, try equality(Subject(constant: constant.value), element, type),
        ])
      })
  }

  // A single list of values, if each has one column and no condition.
  private func membership(
    _ constants: [(value: Any, condition: QueryExpression)], _ element: Subject,
    _ type: any Any.Type
  ) throws -> QueryExpression? {
    if case .composite = element { return nil }
    guard constants.allSatisfy({ $0.condition == .alwaysTrue }),
      !(ValueForm.unwrapped(type) is any UnorderedJSON.Type)
    else { return nil }
    let subjects = [element] + constants.map { Subject(constant: $0.value) }
    let unified = try unify(subjects, type)
    var list: [ColumnValue] = []
    for value in unified.values.dropFirst() {
      guard case .literal(let value) = value else { return nil }
      list.append(value)
    }
    return .membership(unified.values[0], list)
  }

  /// Translates a property of a collection: its count, whether it is empty, its first or last
  /// element, its keys or values. A key path outside of a predicate takes a text's properties in
  /// `KeyPathWalk`.
  mutating func collectionProperty(
    _ property: CollectionProperty, of subject: Subject, _ type: any Any.Type
  ) throws -> Subject {
    switch property {
    case .count, .isEmpty:
      let count = try count(of: subject, type)
      if property == .count { return .value(count) }
      if case .aggregate(_, let members, let condition, _) = count {
        return .value(.not(.exists(members, condition ?? .alwaysTrue)))
      }
      return .value(.comparison(.equal, count, .literal(.integer(0))))
    case .first, .last:
      guard ValueForm(type).isJSON, let document = subject.presence,
        !(type is any UnorderedJSON.Type)
      else { throw Untranslatable("the store doesn't know which element is at the end") }
      return .json(document.stepping([.index(property == .first ? 0 : -1)]))
    case .keys:
      guard let type = type as? any DictionaryValue.Type, let document = subject.presence,
        type.isJSONObject, type.keyType is String.Type || type.keyType is Int.Type
      else { throw Untranslatable("the keys of \(type) are kept in another form") }
      let elements = QueryElements(of: document, variable: newVariable())
      return .collection(
        TranslatedCollection(
          source: .keys(elements, areIntegers: type.keyType is Int.Type)))
    case .values: return .collection(try collection(subject, type))
    }
  }

  private mutating func count(
    of subject: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    if let value = subject.presence, !(type is any DictionaryValue.Type) {
      switch ValueForm(type) {
      case .plain: return .function(.length, [try column(subject, type)])
      case .data: return .function(.byteCount, [try column(subject, type)])
      case .bitmask: return .function(.bitCount, [value])
      default: break
      }
    }
    let count = try collection(subject, type).count
    // The count of nil is nil.
    guard let document = subject.presence else { return count }
    return .conditional(.isPresent(document), count, .literal(.null))
  }
}

/// A sequence that may be infinite.
private protocol UnboundedSequence {}
extension PartialRangeFrom: UnboundedSequence {}

extension ValueForm {
  var isBitmask: Bool {
    if case .bitmask = self { return true }
    return false
  }
}
