import Foundation
import StrataSchema

extension PredicateExpressions.Variable: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    guard let subject = translator.variables[key] else {
      throw StackError.unsupportedPredicate("an unknown variable")
    }
    return subject
  }
}

extension PredicateExpressions.KeyPath: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(root)
    let path = keyPath as AnyKeyPath
    if case .members = subject {
      // `isEmpty` and `count` of a to-many relationship.
      let count = QueryExpression.aggregate(
        .count, try translator.collection(subject), where: nil, of: nil)
      return .value(
        type(of: path).valueType == Bool.self
          ? .comparison(.equal, count, .literal(.integer(0))) : count)
    }
    if case .value(let value) = subject, Root.Output.self == String.self {
      let length = QueryExpression.function(.length, [value])
      return .value(
        type(of: path).valueType == Bool.self
          ? .comparison(.equal, length, .literal(.integer(0))) : length)
    }
    if case .value = subject, type(of: path).valueType is any PersistentModel.Type {
      throw StackError.unsupportedPredicate("\(path)")
    }
    // The raw value of an enum is what its column holds.
    if case .value(let value) = subject, Root.Output.self is any RawRepresentable.Type {
      return .value(value)
    }
    return try translator.property(of: subject, path)
  }
}

extension PredicateExpressions.Value: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try PredicateTranslator.constant(value)
  }
}

extension PredicateExpressions.NilLiteral: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .null
  }
}

extension PredicateExpressions.Equal: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.comparison(.equal, try translator.value(lhs), try translator.value(rhs)))
  }
}

extension PredicateExpressions.NotEqual: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.comparison(.notEqual, try translator.value(lhs), try translator.value(rhs)))
  }
}

extension PredicateExpressions.Comparison: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let comparison: QueryExpression.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw StackError.unsupportedPredicate("\(op)")
      }
    return .value(.comparison(comparison, try translator.value(lhs), try translator.value(rhs)))
  }
}

extension PredicateExpressions.Conjunction: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.and([try translator.condition(lhs), try translator.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.or([try translator.condition(lhs), try translator.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.not(try translator.condition(wrapped)))
  }
}

extension PredicateExpressions.Arithmetic: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let operation: QueryExpression.Arithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw StackError.unsupportedPredicate("\(op)")
      }
    return .value(.arithmetic(operation, try translator.value(lhs), try translator.value(rhs)))
  }
}

extension PredicateExpressions.NilCoalesce: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.function(.coalesce, [try translator.value(lhs), try translator.value(rhs)]))
  }
}

extension PredicateExpressions.Conditional: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      .conditional(
        try translator.condition(test), try translator.value(trueBranch),
        try translator.value(falseBranch)))
  }
}

extension PredicateExpressions.OptionalFlatMap: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(wrapped)
    translator.variables[variable.key] = subject
    let result = try translator.subject(transform)
    // A path from nil ends in NULL by itself; a condition on NULL would be true or false.
    guard case .value(let condition) = result, condition.isCondition,
      let value = try? translator.value(wrapped)
    else { return result }
    return .value(
      .conditional(
        .comparison(.notEqual, value, .literal(.null)), condition, .literal(.null)))
  }
}

extension QueryExpression {
  /// Whether the expression is true or false, whatever its parts are.
  fileprivate var isCondition: Bool {
    switch self {
    case .comparison, .and, .or, .not, .membership, .text, .exists: true
    default: false
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try translator.subject(inner)
  }
}

extension PredicateExpressions.SequenceContains: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    switch try translator.subject(sequence) {
    case .list(let list): return .value(.membership(try translator.value(element), list))
    case .members(let path, let entity, let relationship):
      let collection = try translator.collection(.members(path, entity, relationship))
      let member = QueryExpression.key(QueryPath(variable: collection.variable))
      return .value(
        .exists(collection, .comparison(.equal, member, try translator.value(element))))
    default: throw StackError.unsupportedPredicate("contains on \(LHS.self)")
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let collection = try translator.collection(
      try translator.subject(sequence), binding: variable.key)
    return .value(.exists(collection, try translator.condition(test)))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let collection = try translator.collection(
      try translator.subject(sequence), binding: variable.key)
    return .value(.not(.exists(collection, .not(try translator.condition(test)))))
  }
}

extension PredicateExpressions.CollectionContainsCollection: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.text(.contains, try translator.value(base), try translator.value(other), []))
  }
}

extension PredicateExpressions.SequenceStartsWith: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.text(.beginsWith, try translator.value(base), try translator.value(prefix), []))
  }
}
