import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

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
    // A path from nil is NULL anyway. Any other result has to be made NULL explicitly.
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
    // A nil collection and an empty captured one have the same elements.
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
