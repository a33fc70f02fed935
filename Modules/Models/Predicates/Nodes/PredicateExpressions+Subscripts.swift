import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.CollectionIndexSubscript: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let subject = try translator.subject(wrapped)
    guard ValueForm(Wrapped.Output.self).isJSON, let document = subject.presence,
      Index.Output.self == Int.self
    else { throw Untranslatable("the store has no element at a place of \(Wrapped.Output.self)") }
    let index = try translator.subject(index)
    // An index out of range gives nil, where evaluation in memory would throw.
    if case .constant(let index as Int) = index {
      return index < 0 ? .null : .json(document.stepping([.index(index)]))
    }
    let position = try translator.column(index, Int.self)
    translator.guards.append(.comparison(.greaterOrEqual, position, .literal(.integer(0))))
    return .json(document.stepping([.computed(position)]))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let subject = try translator.subject(wrapped)
    guard ValueForm(Wrapped.Output.self).isJSON, Wrapped.Output.Index.self == Int.self else {
      throw Untranslatable("the store has no part of \(Wrapped.Output.self)")
    }
    let range = try translator.range(try translator.subject(range))
    var collection = try translator.collection(subject, Wrapped.Output.self)
    guard case .elements(let elements) = collection.source, let lower = range.lower,
      let upper = range.upper
    else { throw Untranslatable("the store has no part of \(Wrapped.Output.self)") }
    let place = PredicateTranslator.Subject.value(.elementKey(elements.variable))
    collection.conditions.append(try translator.contains(range, place, Int.self))
    // A range out of bounds makes the condition false, where evaluation in memory would throw.
    let count = try translator.collection(subject, Wrapped.Output.self).count
    let (first, last) = (
      try translator.column(lower, Int.self), try translator.column(upper, Int.self)
    )
    translator.guards += [
      .comparison(.lessOrEqual, .literal(.integer(0)), first),
      .comparison(.lessOrEqual, first, last), .comparison(.lessOrEqual, last, count),
    ]
    return .collection(collection)
  }
}

extension PredicateExpressions.DictionaryKeySubscript: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    return try translator.value(
      of: try translator.subject(wrapped), at: try translator.subject(key), Wrapped.Output.self)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let value = try translator.value(
      of: try translator.subject(wrapped), at: try translator.subject(key), Wrapped.Output.self)
    let unified = try translator.unify(
      [value, try translator.branch(`default`)], Default.Output.self)
    return unified.subject(.function(.coalesce, unified.values))
  }
}

extension PredicateTranslator {
  /// Translates a dictionary's value for a key.
  fileprivate mutating func value(
    of subject: Subject, at key: Subject, _ type: any Any.Type
  ) throws -> Subject {
    guard let type = type as? any DictionaryValue.Type else {
      throw Untranslatable("the store knows no keys of \(type)")
    }
    if case .null = key { return .null }
    if case .constant(let dictionary as any CapturedDictionary) = subject {
      return try lookUp(key, in: dictionary)
    }
    guard let document = subject.presence else {
      throw Untranslatable("the store knows no keys of \(type)")
    }
    if type.isJSONObject { return .json(document.stepping([try step(key, type)])) }
    // The JSON array has keys and values in turn: each value follows its key.
    let elements = QueryElements(of: document, variable: newVariable())
    let place = QueryExpression.elementKey(elements.variable)
    let before = document.stepping([
      .computed(.arithmetic(.subtract, place, .literal(.integer(1))))
    ])
    let isValue = QueryExpression.comparison(
      .equal, .arithmetic(.remainder, place, .literal(.integer(2))), .literal(.integer(1)))
    return .json(
      .aggregateElements(
        .maximum, elements, where: .and([isValue, try equality(.json(before), key, type.keyType)]),
        of: .element(elements.variable)))
  }

  private func step(_ key: Subject, _ type: any DictionaryValue.Type) throws -> JSONStep {
    if case .constant(let value) = key, let text = type.key(of: value) { return .key(text) }
    guard type.keyType is String.Type else {
      throw Untranslatable("a key that isn't a text can be asked for when it is captured")
    }
    return .computed(try column(key, String.self))
  }

  /// Translates the lookup of a key that differs from row to row in a captured dictionary.
  private mutating func lookUp(
    _ key: Subject, in dictionary: any CapturedDictionary
  ) throws -> Subject {
    var result = QueryExpression.literal(.null)
    for (known, value) in dictionary.entries {
      let condition = try equality(key, .constant(known), type(of: known))
      result = .conditional(condition, .literal(try column(of: value, nil)), result)
    }
    return .value(result)
  }
}

/// A dictionary with its entries' types erased.
private protocol CapturedDictionary {
  var entries: [(key: Any, value: Any)] { get }
}

extension Dictionary: CapturedDictionary {
  fileprivate var entries: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}
