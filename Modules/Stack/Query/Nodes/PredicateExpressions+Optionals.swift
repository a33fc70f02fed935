import Foundation
import StrataSchema
import StrataStorage

extension PredicateExpressions.OptionalFlatMap: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(wrapped)
    if case .null = subject { return .null }
    translator.bind(variable, to: subject)
    defer {
      translator.variables[variable.key] = nil
      translator.bindings[variable] = nil
    }
    let result: PredicateTranslator.Subject =
      RHS.Output.self == Bool.self
      ? .value(try translator.condition(transform)) : try translator.branch(transform)
    // A path from nil ends in NULL by itself; anything else has to be told.
    guard let presence = subject.presence else { return result }
    if result.presence?.isNil(with: presence) == true { return result }
    switch result {
    case .value, .json, .constant:
      let unified = try translator.unify([result], RHS.Output.self)
      return unified.subject(
        .conditional(.isPresent(presence), unified.values[0], .literal(.null)))
    default: return result
    }
  }
}

extension PredicateExpressions.NilCoalesce: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let subject = try translator.subject(lhs)
    switch subject {
    case .null: return try translator.subject(rhs)
    case .constant, .members, .collection: return subject
    default: break
    }
    let other = try translator.branch(rhs)
    if case .object(let path, let entity) = subject {
      guard case .object(let alternative, _) = other else {
        throw Untranslatable("an object can't be replaced by a captured one")
      }
      if path == alternative { return .object(path, entity) }
      throw Untranslatable("a choice between objects can't be followed")
    }
    // Where there is no collection, a captured one without elements changes nothing.
    if case .constant(let value as any Collection) = other, ValueForm(RHS.Output.self).isJSON,
      value.isEmpty, let document = subject.presence
    {
      let empty = QueryExpression.literal(try translator.column(of: value, nil))
      return .json(.function(.coalesce, [.json(document, []), empty]))
    }
    let unified = try translator.unify([subject, other], RHS.Output.self)
    return unified.subject(.function(.coalesce, unified.values))
  }
}

extension PredicateExpressions.ForcedUnwrap: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(inner)
    if let presence = subject.presence { translator.guards.append(.isPresent(presence)) }
    return subject
  }
}

extension PredicateExpressions.ConditionalCast: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try translator.cast(try translator.subject(input), from: Input.Output.self, to: Desired.self)
  }
}

extension PredicateExpressions.ForceCast: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.cast(
      try translator.subject(input), from: Input.Output.self, to: Desired.self)
    if let presence = subject.presence, !(Desired.self is any OptionalValue.Type),
      Desired.self != Any.self
    {
      translator.guards.append(.isPresent(presence))
    }
    return subject
  }
}

extension PredicateExpressions.TypeCheck: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.cast(
      try translator.subject(input), from: Input.Output.self, to: Desired.self)
    if case .null = subject { return .value(.or([])) }
    return .value(subject.presence.map { .isPresent($0) } ?? .alwaysTrue)
  }
}

extension PredicateTranslator {
  /// A subject as one of another type; `.null` where it can't be one.
  ///
  /// The objects of a query are of its own class, so that what class an object is of is known without
  /// looking at it.
  func cast(
    _ subject: Subject, from type: any Any.Type, to desired: any Any.Type
  ) throws -> Subject {
    let (type, wanted) = (ValueForm.unwrapped(type), ValueForm.unwrapped(desired))
    switch subject {
    case .null: return .null
    case .object(_, let entity):
      guard wanted != Any.self, wanted != AnyObject.self else { return subject }
      return entity.isKind(of: wanted) ? subject : .null
    case .constant(let value):
      func converted<Value>(_ type: Value.Type) -> Subject {
        (value as? Value).map { .constant($0) } ?? .null
      }
      return converted(wanted)
    default:
      guard type == wanted || wanted == Any.self else {
        throw Untranslatable("the store doesn't know which values of \(type) are of type \(wanted)")
      }
      return subject
    }
  }
}

extension ModelEntity {
  /// Whether all objects of the entity are of a class.
  func isKind(of desired: any Any.Type) -> Bool {
    guard let desired = desired as? AnyClass else { return false }
    var current: AnyClass? = type
    while let type = current {
      if type == desired { return true }
      current = _getSuperclass(type)
    }
    return false
  }
}
