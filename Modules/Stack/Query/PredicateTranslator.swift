import Foundation
import StrataSchema
import StrataStorage

/// Turns Foundation's predicate trees into query expressions.
///
/// Each kind of node says by conformance to ``QueryTranslatable`` what it becomes; a node that
/// doesn't is an error that names it.
struct PredicateTranslator {
  /// What each variable of the tree stands for.
  var variables: [PredicateExpressions.VariableID: Subject] = [:]
  private var nextVariable = 1

  /// What part of an expression's value has been reached on the way to a column.
  enum Subject {
    /// An object: of the query or of a collection, or at the end of to-one relationships.
    case object(QueryPath, ModelEntity)
    /// The members of a to-many relationship.
    case members(QueryPath, ModelEntity, ModelRelationship)
    /// A value.
    case value(QueryExpression)
    /// Several constants.
    case list([ColumnValue])
    /// Swift's nil.
    case null
  }

  static func translate<T: PersistentModel>(_ predicate: Predicate<T>) throws -> QueryExpression {
    var translator = PredicateTranslator()
    translator.variables[predicate.variable.key] = .object(QueryPath(), T._$entity)
    return try translator.condition(predicate.expression)
  }

  mutating func subject<Expression>(_ expression: Expression) throws -> Subject {
    guard let node = expression as? any QueryTranslatable else {
      throw StackError.unsupportedPredicate("\(type(of: expression))")
    }
    return try node.translate(&self)
  }

  mutating func condition<Expression>(_ expression: Expression) throws -> QueryExpression {
    try value(expression)
  }

  mutating func value<Expression>(_ expression: Expression) throws -> QueryExpression {
    switch try subject(expression) {
    case .value(let value): return value
    case .object(let path, _): return .key(path)
    case .null: return .literal(.null)
    case .list, .members:
      throw StackError.unsupportedPredicate("a collection as a value in \(type(of: expression))")
    }
  }

  /// Goes from an object along a key path: to an attribute, a relationship, the identifier.
  func property(of subject: Subject, _ keyPath: AnyKeyPath) throws -> Subject {
    guard case .object(let path, let entity) = subject else {
      throw StackError.unsupportedPredicate("\(keyPath)")
    }
    guard let property = entity.property(at: keyPath) else {
      if var walk = KeyPathWalk(keyPath, from: entity) { return try walk.end(of: path) }
      if type(of: keyPath).valueType == PersistentIdentifier.self { return .value(.key(path)) }
      throw StackError.unsupportedPredicate("\(keyPath), which is no persisted property")
    }
    switch property.kind {
    case .attribute(_, let columns, _, _):
      guard columns.count == 1, let column = columns.first else {
        throw StackError.unsupportedPredicate("\(keyPath), which has several columns")
      }
      return .value(.column(path, .init(property: property.name, description: column)))
    case .relationship(let destination, let isToOne, _):
      let step = QueryPath.Step(
        relationship: property.name, destination: destination._$entity.name)
      if isToOne { return .object(path.appending(step), destination._$entity) }
      guard let relationship = entity.relationships[property.index] else {
        throw StackError.unsupportedPredicate("\(keyPath)")
      }
      return .members(path, entity, relationship)
    }
  }

  /// A collection's members under a new variable, for a condition on each where one names them.
  mutating func collection(
    _ subject: Subject, binding variable: PredicateExpressions.VariableID? = nil
  ) throws -> QueryCollection {
    guard case .members(let path, let entity, let relationship) = subject else {
      throw StackError.unsupportedPredicate("a condition on members of what is no relationship")
    }
    let number = nextVariable
    nextVariable += 1
    let destination = relationship.destination._$entity
    if let variable {
      variables[variable] = .object(QueryPath(variable: number), destination)
    }
    return QueryCollection(
      owner: path, entity: entity.name,
      relationship: entity.properties[relationship.index].name, destination: destination.name,
      variable: number)
  }
}

/// A node of a predicate that has a counterpart in queries.
protocol QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject
}

extension PredicateTranslator {
  /// A captured value as columns; a captured model as its key.
  static func constant(_ value: Any) throws -> Subject {
    switch value {
    case let optional as any OptionalValue:
      guard let wrapped = optional.wrappedValue else { return .null }
      return try constant(wrapped)
    case let model as any PersistentModel:
      return .value(.literal(.integer(model._$state.key)))
    case let identifier as PersistentIdentifier:
      return .value(.literal(.integer(identifier.key)))
    case let value as any ColumnRepresentable:
      return .value(.literal(try columns(value)))
    case let value as any RawRepresentable:
      return try constant(value.rawValue)
    case let collection as any Collection:
      var list: [ColumnValue] = []
      for element in collection {
        switch try constant(element) {
        case .value(.literal(let value)): list.append(value)
        case .null: list.append(.null)
        default: throw StackError.unsupportedPredicate("a list of \(type(of: element))")
        }
      }
      return .list(list)
    default: throw StackError.unsupportedPredicate("a value of type \(type(of: value))")
    }
  }

  private static func columns(_ value: some ColumnRepresentable) throws -> ColumnValue {
    var binder = Binder(recording: PropertySet(0))
    try value.bind(to: &binder)
    guard binder.values.count == 1 else {
      throw StackError.unsupportedPredicate("a value of type \(type(of: value))")
    }
    return binder.values[0]
  }
}

protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  var wrappedValue: Any? { map { $0 } }
}
