import Foundation
import StrataDates
import StrataModel
package import StrataQuery
import StrataSchema

extension QueryEvaluator {
  /// Compiles an expression to a value.
  ///
  /// A condition is 1 or 0.
  package static func value(_ expression: QueryExpression) -> Value {
    switch expression {
    case .literal(let value):
      let bound = value.isNaN ? .null : value
      return { _ in bound }
    case .key(let path):
      let object = object(at: path)
      return { try object($0).map { .integer($0._$state.key) } ?? .null }
    case .column(let path, let column):
      let reader = ColumnReader(column)
      if path.steps.isEmpty, path.variable == 0 { return { try reader.value(of: $0.model) } }
      let object = object(at: path)
      return { try object($0).map { try reader.value(of: $0) } ?? .null }
    case .searchRank(let path, _):
      // The store has ranked its rows already. Objects with unsaved changes come after them, so that this
      // is all that decides where to insert them.
      let object = object(at: path)
      return { variables in
        guard let object = try object(variables) else { return .null }
        return object._$state.flags.isDisjoint(with: [.inserted, .listed]) ? .real(0) : .null
      }
    case .arithmetic(let operation, let lhs, let rhs):
      let (lhs, rhs) = (value(lhs), value(rhs))
      return { try lhs($0).combined(operation, rhs($0)) }
    case .function(.now, _):
      // All objects see the same moment, like all rows of a statement.
      let now = ColumnValue.real(Date().timeIntervalSinceReferenceDate)
      return { _ in now }
    case .function(.dateStart(let period, let zone), let date):
      let clock = ZoneClock.of(zone)
      return number(date) { .real(period.start(of: $0, on: clock)) }
    case .function(.datePart(let part, let zone), let date):
      let clock = ZoneClock.of(zone)
      return number(date) { .integer(Int64(part.value(of: $0, on: clock))) }
    case .function(.bucket(let bucket), let number):
      let number = number.first.map(value) ?? { _ in .null }
      return { bucket.lowerBound(of: try number($0)) }
    case .function(.program(let function), let arguments):
      let arguments = arguments.map(value)
      return { variables in try function.body(try arguments.map { try $0(variables) }) }
    case .function(let function, let arguments):
      let arguments = arguments.map(value)
      return { variables in apply(function, try arguments.map { try $0(variables) }) }
    case .conditional(let test, let yes, let no):
      let test = condition(test)
      let (yes, no) = (value(yes), value(no))
      return { try test($0) ? try yes($0) : try no($0) }
    case .aggregate(let function, let collection, let condition, let measured):
      return aggregate(function, members(of: collection), condition, measured)
    case .aggregateElements(let function, let elements, let condition, let measured):
      return aggregate(function, self.elements(elements), condition, measured)
    case .json(let document, let steps): return json(document, steps)
    case .element(let variable): return { $0.element(variable)?.value ?? .null }
    case .elementKey(let variable): return { $0.element(variable)?.key ?? .null }
    default:
      let condition = condition(expression)
      return { .integer(try condition($0) ? 1 : 0) }
    }
  }

  private static func number(
    _ arguments: [QueryExpression], _ function: @escaping (Double) -> ColumnValue
  ) -> Value {
    let argument = arguments.first.map(value) ?? { _ in .null }
    return { try argument($0).number.map(function) ?? .null }
  }

  private static func aggregate(
    _ function: QueryExpression.Aggregate, _ members: @escaping (Variables) throws -> [Variables],
    _ condition: QueryExpression?, _ measured: QueryExpression?
  ) -> Value {
    let condition = condition.map { self.condition($0) }
    let measured = measured.map { value($0) }
    return { variables in
      var members = try members(variables)
      if let condition { members = try members.filter(condition) }
      guard let measured else { return .integer(Int64(members.count)) }
      return fold(function, try members.map(measured))
    }
  }

  private static func fold(
    _ aggregate: QueryExpression.Aggregate, _ values: [ColumnValue]
  ) -> ColumnValue {
    let values = values.filter { !$0.isNull }
    if aggregate == .count { return .integer(Int64(values.count)) }
    guard let first = values.first else { return .null }
    switch aggregate {
    case .count: return .integer(Int64(values.count))
    case .minimum: return values.reduce(first) { $0.order($1) == .orderedDescending ? $1 : $0 }
    case .maximum: return values.reduce(first) { $0.order($1) == .orderedAscending ? $1 : $0 }
    case .sum: return values.dropFirst().reduce(first) { $0.combined(.add, $1) }
    case .average:
      let sum = values.dropFirst().reduce(first) { $0.combined(.add, $1) }
      return .finite((sum.number ?? 0) / Double(values.count))
    }
  }

  /// Returns the object at the end of a path.
  static func object(at path: QueryPath) -> (Variables) throws -> (any PersistentModel)? {
    let variable = path.variable
    let steps = path.steps.map { step -> (any PersistentModel) throws -> (any PersistentModel)? in
      if step.isCast { return { isKind($0, of: [step.destination]) ? $0 : nil } }
      let reader = RelationshipReader(step.relationship)
      return { try reader.objects(of: $0).first }
    }
    return { variables in
      var object = variables.model(variable)
      for step in steps {
        guard let current = object else { return nil }
        object = try step(current)
      }
      return object
    }
  }

  static func isKind(_ object: any PersistentModel, of names: [String]) -> Bool {
    var entity: _ModelEntity? = type(of: object)._$entity
    while let next = entity {
      if names.contains(next.name) { return true }
      entity = next.superentity
    }
    return false
  }

  /// Binds the variable to each member of a collection in turn.
  static func members(of collection: QueryCollection) -> (Variables) throws -> [Variables] {
    let owner = object(at: collection.owner)
    let reader = RelationshipReader(collection.relationship)
    let variable = collection.variable
    return { variables in
      guard let owner = try owner(variables) else { return [] }
      return try reader.objects(of: owner).map { variables.binding(variable, to: .member($0)) }
    }
  }
}
