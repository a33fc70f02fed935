import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.SequenceContains: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let sequence = try translator.subject(sequence)
    let element = try translator.subject(element)
    switch sequence {
    case .list(let list):
      return .value(.membership(try translator.column(element, RHS.Output.self), list))
    case .range, .constant(is any RangeValue):
      return .value(
        try translator.contains(try translator.range(sequence), element, RHS.Output.self))
    case .value(let bits) where ValueForm(LHS.Output.self).isBitmask:
      return .value(try translator.hasBit(bits, element, RHS.Output.self))
    default: break
    }
    if LHS.Output.self is any StringProtocol.Type {
      return .value(
        .text(
          .contains, try translator.column(sequence, String.self),
          try translator.column(element, String.self), []))
    }
    var collection = try translator.collection(sequence, LHS.Output.self)
    if case .keys(let elements, _) = collection.source {
      guard case .constant(let key) = element,
        let text = (key as? any CodingKeyRepresentable)?.codingKey.stringValue
      else { throw Untranslatable("a key of a dictionary can be asked for when it is captured") }
      collection.conditions.append(
        .comparison(.equal, .elementKey(elements.variable), .literal(.text(text))))
      return .value(collection.exists)
    }
    return .value(try translator.contains(collection, element, RHS.Output.self))
  }
}

extension PredicateExpressions.SequenceContainsWhere: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let collection = try translator.collection(of: sequence)
    return .value(
      try translator.filtered(collection, variable) { try $0.condition(test) }.exists)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let collection = try translator.collection(of: sequence)
    return .value(
      .not(
        try translator.filtered(collection, variable) { .not(try $0.condition(test)) }.exists))
  }
}

extension PredicateExpressions.Filter: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let constant = translator.constant(of: self) { return constant }
    let collection = try translator.collection(of: sequence)
    return .collection(
      try translator.filtered(collection, variable) { try $0.condition(filter) })
  }
}

extension PredicateExpressions.SequenceMinimum: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try translator.end(.minimum, of: elements)
  }
}

extension PredicateExpressions.SequenceMaximum: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    try translator.end(.maximum, of: elements)
  }
}

extension PredicateExpressions.SequenceStartsWith: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (base, prefix) = (try translator.subject(base), try translator.subject(prefix))
    if Base.Output.self is any StringProtocol.Type {
      return .value(
        .text(
          .beginsWith, try translator.column(base, String.self),
          try translator.column(prefix, String.self), []))
    }
    guard ValueForm(Base.Output.self).isJSON, let document = base.presence,
      case .constant(let values as any Sequence) = prefix
    else { throw Untranslatable("the store can't compare the beginnings of these") }
    return .value(
      try translator.run(values, in: document, from: nil, Base.Output.Element.self))
  }
}

extension PredicateExpressions.CollectionContainsCollection: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let (base, other) = (try translator.subject(base), try translator.subject(other))
    if Base.Output.self is any StringProtocol.Type {
      return .value(
        .text(
          .contains, try translator.column(base, String.self),
          try translator.column(other, String.self), []))
    }
    guard ValueForm(Base.Output.self).isJSON, let document = base.presence,
      case .constant(let values as any Collection) = other
    else { throw Untranslatable("the store can't look for these in one another") }
    if values.isEmpty { return .value(.isPresent(document)) }
    let elements = QueryElements(of: document, variable: translator.newVariable())
    let run = try translator.run(
      values, in: document, from: .elementKey(elements.variable), Base.Output.Element.self)
    return .value(.existsElement(elements, run))
  }
}

extension PredicateExpressions.StringContainsRegex: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.column(try translator.subject(subject), String.self)
    guard
      case .constant(let regex as PredicateExpressions.PredicateRegex) = try translator.subject(
        regex)
    else { throw Untranslatable("a regular expression has to be captured") }
    return .value(
      .text(.containsMatch, subject, .literal(.text(regex.stringRepresentation)), []))
  }
}

extension PredicateTranslator {
  /// Tests that a number is in a set that is stored as a bit mask.
  func hasBit(
    _ bits: QueryExpression, _ element: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    if case .constant(let number as any FixedWidthInteger) = element {
      guard let number = Int64(exactly: number), (0..<64).contains(number) else { return .or([]) }
      return Self.hasBit(.literal(.integer(1 << number)), bits)
    }
    // Each bit is tested separately, so that a number out of range is in no set.
    let number = try column(element, type)
    return .or(
      (0..<64).map { bit in
        .and([
          .comparison(.equal, number, .literal(.integer(bit))),
          Self.hasBit(.literal(.integer(1 << bit)), bits),
        ])
      })
  }

  /// Translates the smallest or greatest element of a collection.
  mutating func end<Elements: PredicateExpression>(
    _ end: QueryExpression.Aggregate, of expression: Elements
  ) throws -> Subject where Elements.Output: Sequence {
    let subject = try subject(expression)
    let type = Elements.Output.Element.self
    let collection = try collection(subject, Elements.Output.self)
    if case .constants = collection.source {
      // Without a condition the result is a constant. With one, SQL can't express it.
      if let constant = constant(end, of: expression) { return constant }
      throw Untranslatable("the end of a captured collection with a condition")
    }
    guard case .elements(let elements) = collection.source, let element = collection.element else {
      throw Untranslatable("objects have no order")
    }
    switch ValueForm(type) {
    case .plain, .floating, .uuid:
      let value = try unify([element], type).values[0]
      return .json(
        .aggregateElements(
          end, elements, where: collection.conditions.isEmpty ? nil : .and(collection.conditions),
          of: value))
    default: throw Untranslatable("the store can't know how values of \(type) are ordered")
    }
  }

  private func constant<Elements: PredicateExpression>(
    _ end: QueryExpression.Aggregate, of expression: Elements
  ) -> Subject? where Elements.Output: Sequence {
    // Throws if the expression depends on more than captured values. Then it is translated.
    guard let values = try? expression.evaluate(bindings) else { return nil }
    func compared<Value: Comparable>(_ type: Value.Type) -> Subject? {
      let values = values.compactMap { $0 as? Value }
      return (end == .minimum ? values.min() : values.max()).map { .constant($0) } ?? .null
    }
    return (Elements.Output.Element.self as? any Comparable.Type).flatMap { compared($0) }
  }

  /// Tests that an array's elements from an index on equal the given values.
  mutating func run(
    _ values: any Sequence, in document: QueryExpression, from start: QueryExpression?,
    _ type: any Any.Type
  ) throws -> QueryExpression {
    func list<Values: Sequence>(_ values: Values) -> [Any] { values.map { $0 } }
    var terms: [QueryExpression] = [.isPresent(document)]
    for (offset, value) in list(values).enumerated() {
      let index = QueryExpression.literal(.integer(Int64(offset)))
      let step: JSONStep =
        start.map { .computed(.arithmetic(.add, $0, index)) } ?? .index(offset)
      terms.append(
        try equality(.json(document.stepping([step])), Subject(constant: value), type))
    }
    return .and(terms)
  }
}
