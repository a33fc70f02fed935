import Foundation
import StrataSchema
import StrataSQLite

extension PredicateExpressions.Variable: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    guard let subject = translator.variables[key] else {
      throw PredicateTranslationError.unsupportedPredicate("an unknown variable")
    }
    return subject
  }
}

extension PredicateExpressions.Value: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    PredicateTranslator.Subject(constant: value)
  }
}

extension PredicateExpressions.NilLiteral: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .null
  }
}

extension PredicateExpressions.KeyPath: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(root)
    switch subject {
    case .null: return .null
    case .object: return try translator.property(of: subject, keyPath)
    case .constant:
      guard let value = translator.constant(of: self) else {
        throw Untranslatable("a captured value can't be asked for it")
      }
      return value
    default: return try translator.part(of: subject, keyPath, CollectionProperty(kind))
    }
  }
}

extension CollectionProperty {
  fileprivate init?<Root, Output>(
    _ kind: PredicateExpressions.KeyPath<Root, Output>.CommonKeyPathKind?
  ) {
    switch kind {
    case .collectionCount: self = .count
    case .collectionIsEmpty: self = .isEmpty
    case .collectionFirst: self = .first
    case .bidirectionalCollectionLast: self = .last
    default: return nil
    }
  }
}
