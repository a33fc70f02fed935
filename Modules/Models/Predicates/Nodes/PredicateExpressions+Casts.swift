import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.ConditionalCast: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try translator.cast(try translator.subject(input), from: Input.Output.self, to: Desired.self)
  }
}

extension PredicateExpressions.ForceCast: QueryTranslatable {
  // A value of another type makes the condition false, where Swift would trap.
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
    switch subject {
    case .null: return .value(.or([]))
    case .object(let path, let entity) where path.steps.last?.isCast == true:
      // The row's class is enough. A join with the row as the subclass isn't needed.
      let object = QueryPath(variable: path.variable, steps: Array(path.steps.dropLast()))
      return .value(.isEntity(object, [entity.name]))
    default: return .value(subject.presence.map { .isPresent($0) } ?? .alwaysTrue)
    }
  }
}

extension PredicateTranslator {
  /// Translates a cast of a subject.
  ///
  /// The result is `.null` if the cast can't succeed.
  func cast(
    _ subject: Subject, from type: any Any.Type, to desired: any Any.Type
  ) throws -> Subject {
    let (type, wanted) = (ValueForm.unwrapped(type), ValueForm.unwrapped(desired))
    switch subject {
    case .null: return .null
    case .object(let path, let entity):
      if wanted == Any.self || wanted == AnyObject.self { return subject }
      guard let model = wanted as? any PersistentModel.Type else {
        throw Untranslatable("\(wanted) is no model")
      }
      let destination = model._$entity
      if entity.isKind(of: destination) { return subject }
      guard destination.isKind(of: entity) else { return .null }
      return .object(path.appending(.cast(to: destination.name)), destination)
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
