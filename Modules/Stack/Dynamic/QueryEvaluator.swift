import Foundation
import StrataSchema

/// Evaluates a query's expressions on objects in memory, with the meaning that the store gives them.
struct QueryEvaluator {
  private let query: Query

  init(_ query: Query) { self.query = query }

  func pending<T: PersistentModel>() -> ObjectGraph.Pending<T> {
    let query = query
    return ObjectGraph.Pending(
      matches: { model in
        guard let predicate = query.predicate else { return true }
        return try Self.truth(predicate, [0: model])
      },
      areInOrder: StoredOrder<T>(query.sort)?.areInOrder)
  }

  /// What an expression's variables stand for.
  struct Variables: ExpressibleByDictionaryLiteral {
    var models: [Int: any PersistentModel] = [:]
    var elements: [Int: (key: ColumnValue, value: ColumnValue)] = [:]

    init(dictionaryLiteral elements: (Int, any PersistentModel)...) {
      for (variable, model) in elements { models[variable] = model }
    }
  }

  static func truth(_ expression: QueryExpression, _ variables: Variables) throws -> Bool {
    switch expression {
    case .and(let terms): return try terms.allSatisfy { try truth($0, variables) }
    case .or(let terms): return try terms.contains { try truth($0, variables) }
    case .not(let term): return try !truth(term, variables)
    case .comparison(let comparison, let lhs, let rhs):
      return try compare(comparison, value(lhs, variables), value(rhs, variables))
    case .membership(let element, let list):
      let element = try value(element, variables)
      return list.contains { element.order($0) == .orderedSame }
    case .text(let comparison, let lhs, let rhs, let options):
      let (left, right) = (try value(lhs, variables), try value(rhs, variables))
      // nil is a value like any other where two are compared for equality.
      if comparison == .equal, left.isNull, right.isNull { return true }
      guard case .text(let left) = left, case .text(let right) = right else { return false }
      return switch comparison {
      case .equal: left.equals(right, options)
      case .contains: left.contains(right, options)
      case .beginsWith: left.begins(with: right, options)
      case .endsWith: left.ends(with: right, options)
      case .like: left.isLike(right, options)
      case .matches: left.matches(right, options)
      case .containsMatch: left.containsMatch(of: right)
      }
    case .isEntity(let path, let names):
      return try object(path, variables).map { isKind($0, of: names) } ?? false
    case .exists(let collection, let condition):
      return try members(collection, variables).contains { try truth(condition, $0) }
    case .existsElement(let elements, let condition):
      return try self.elements(elements, variables).contains { try truth(condition, $0) }
    default:
      switch try value(expression, variables) {
      case .integer(let number): return number != 0
      case .real(let number): return number != 0
      default: return false
      }
    }
  }

  static func value(
    _ expression: QueryExpression, _ variables: Variables
  ) throws -> ColumnValue {
    switch expression {
    case .literal(let value): return value
    case .key(let path):
      return try object(path, variables).map { .integer($0._$state.key) } ?? .null
    case .column(let path, let column):
      guard let object = try object(path, variables) else { return .null }
      return try columns(of: object, column)
    case .arithmetic(let operation, let lhs, let rhs):
      return try value(lhs, variables).combined(operation, value(rhs, variables))
    case .function(let function, let arguments):
      return try apply(function, arguments.map { try value($0, variables) })
    case .conditional(let condition, let yes, let no):
      return try value(truth(condition, variables) ? yes : no, variables)
    case .aggregate(let aggregate, let collection, let condition, let measured):
      let members = try members(collection, variables).filter { member in
        try condition.map { try truth($0, member) } ?? true
      }
      guard let measured else { return .integer(Int64(members.count)) }
      return try fold(aggregate, members.map { try value(measured, $0) })
    case .json(let document, let steps): return try json(document, steps, variables)
    case .element(let variable): return variables.elements[variable]?.value ?? .null
    case .elementKey(let variable): return variables.elements[variable]?.key ?? .null
    case .aggregateElements(let aggregate, let elements, let condition, let measured):
      let elements = try self.elements(elements, variables).filter { element in
        try condition.map { try truth($0, element) } ?? true
      }
      guard let measured else { return .integer(Int64(elements.count)) }
      return try fold(aggregate, elements.map { try value(measured, $0) })
    default: return .integer(try truth(expression, variables) ? 1 : 0)
    }
  }

  private static func object(
    _ path: QueryPath, _ variables: Variables
  ) throws -> (any PersistentModel)? {
    var object = variables.models[path.variable]
    for step in path.steps {
      if step.isCast {
        object = object.flatMap { isKind($0, of: [step.destination]) ? $0 : nil }
      } else {
        object = try object?.related(forKey: step.relationship).first
      }
    }
    return object
  }

  private static func isKind(_ object: any PersistentModel, of names: [String]) -> Bool {
    var entity: ModelEntity? = type(of: object)._$entity
    while let next = entity {
      if names.contains(next.name) { return true }
      entity = next.superentity
    }
    return false
  }

  private static func columns(
    of object: any PersistentModel, _ column: QueryExpression.ColumnReference
  ) throws -> ColumnValue {
    let values = try object.columnValues(forKey: column.property)
    let entity = type(of: object)._$entity
    guard let property = entity.properties.first(where: { $0.name == column.property }),
      case .attribute(_, let columns, _, _) = property.kind,
      let index = columns.firstIndex(where: { $0.part == column.description.part }),
      values.indices.contains(index)
    else { return .null }
    return values[index]
  }

  private static func members(
    _ collection: QueryCollection, _ variables: Variables
  ) throws -> [Variables] {
    guard let owner = try object(collection.owner, variables) else { return [] }
    return try owner.related(forKey: collection.relationship).map { member in
      var inner = variables
      inner.models[collection.variable] = member
      return inner
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
    // An order with nil is neither way.
    guard !lhs.isNull, !rhs.isNull else { return false }
    let order = lhs.order(rhs)
    return switch comparison {
    case .less: order == .orderedAscending
    case .lessOrEqual: order != .orderedDescending
    case .greater: order == .orderedDescending
    default: order != .orderedAscending
    }
  }

  static func apply(
    _ function: QueryExpression.Function, _ arguments: [ColumnValue]
  ) -> ColumnValue {
    let first = arguments.first ?? .null
    switch (function, first) {
    case (.coalesce, _): return arguments.first { !$0.isNull } ?? .null
    case (.now, _): return .real(Date().timeIntervalSinceReferenceDate)
    case (.lowercase, .text(let text)): return .text(text.lowercased())
    case (.uppercase, .text(let text)): return .text(text.uppercased())
    case (.length, .text(let text)): return .integer(Int64(text.count))
    case (.negate, .integer(let number)): return .integer(0 &- number)
    case (.negate, .real(let number)): return .real(-number)
    case (.absolute, .integer(let number)): return .integer(number < 0 ? 0 &- number : number)
    case (.absolute, .real(let number)): return .real(abs(number))
    case (.bitAnd, .integer(let lhs)):
      guard case .integer(let rhs)? = arguments.last else { return .null }
      return .integer(lhs & rhs)
    default: return applyNumbers(function, first, arguments.last ?? .null)
    }
  }

  private static func fold(
    _ aggregate: QueryExpression.Aggregate, _ values: [ColumnValue]
  ) -> ColumnValue {
    let values = values.filter { !$0.isNull }
    guard let first = values.first else { return .null }
    switch aggregate {
    case .count: return .integer(Int64(values.count))
    case .minimum: return values.reduce(first) { $0.order($1) == .orderedDescending ? $1 : $0 }
    case .maximum: return values.reduce(first) { $0.order($1) == .orderedAscending ? $1 : $0 }
    case .sum: return values.dropFirst().reduce(first) { $0.combined(.add, $1) }
    case .average:
      let sum = values.dropFirst().reduce(first) { $0.combined(.add, $1) }
      return .real((sum.number ?? 0) / Double(values.count))
    }
  }
}
