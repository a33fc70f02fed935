import Foundation
import StrataSchema

extension PredicateExpressions.TypeCheck: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (path, entity) = try translator.cast(input, to: Desired.self)
    return .value(.isEntity(path, [entity.name]))
  }
}

extension PredicateExpressions.ConditionalCast: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (path, entity) = try translator.cast(input, to: Desired.self)
    return .object(path.appending(.cast(to: entity.name)), entity)
  }
}

extension PredicateExpressions.ForceCast: QueryTranslatable {
  // An object of another class has nothing there, instead of trapping.
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (path, entity) = try translator.cast(input, to: Desired.self)
    return .object(path.appending(.cast(to: entity.name)), entity)
  }
}

extension PredicateTranslator {
  /// The object that is cast, and the model that it is cast to.
  fileprivate mutating func cast<Input>(
    _ input: Input, to desired: any Any.Type
  ) throws -> (QueryPath, ModelEntity) {
    let wanted = (desired as? any OptionalType.Type)?.wrapped ?? desired
    guard let type = wanted as? any PersistentModel.Type else {
      throw StackError.unsupportedPredicate("a cast to \(desired), which is no model")
    }
    guard case .object(let path, _) = try subject(input) else {
      throw StackError.unsupportedPredicate("a cast of what is no model to \(desired)")
    }
    return (path, type._$entity)
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: any Any.Type { Wrapped.self }
}
