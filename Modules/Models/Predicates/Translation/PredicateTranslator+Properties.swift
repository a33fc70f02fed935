import Foundation
import StrataModel
import StrataQuery
import StrataRuntime
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Translates a key path from an object: to an attribute, a relationship or the identifier.
  package func property(of subject: Subject, _ keyPath: AnyKeyPath) throws -> Subject {
    guard case .object(let path, let entity) = subject else {
      throw PredicateTranslationError.unsupportedPredicate("\(keyPath)")
    }
    if let computed = ComputedValue.at(keyPath) {
      let value = try property(of: subject, computed.keyPath)
      let type = Swift.type(of: computed.keyPath).valueType
      return .value(.function(computed.function, [try column(value, type)]))
    }
    guard
      let property = entity.property(at: keyPath)
        ?? Self.identifiableProperty(at: keyPath, of: entity)
    else {
      if Self.isIdentifier(keyPath, of: entity.type) { return .identifier(path, entity) }
      if let subject = try walk(keyPath, from: path, entity) { return subject }
      let words = entity.words(for: keyPath)
      throw Untranslatable(
        "\(words) isn't stored; write the condition with persisted properties, or store the value "
          + "in one")
    }
    switch property.kind {
    case .attribute where property.isEphemeral:
      throw Untranslatable(
        "\(entity.name).\(property.name) is ephemeral, and the store doesn't have it")
    case .attribute(_, let columns, _, _):
      guard columns.count == 1, let column = columns.first else {
        return .composite(path, property: property.name, columns)
      }
      return .value(.column(path, .init(property: property.name, description: column)))
    case .relationship(let destination, let isToOne, _):
      let step = QueryPath.Step(
        relationship: property.name, destination: destination._$entity.name)
      if isToOne { return .object(path.appending(step), destination._$entity) }
      guard let relationship = entity.relationships[property.index] else {
        throw PredicateTranslationError.unsupportedPredicate("\(keyPath)")
      }
      return .members(path, entity, relationship)
    }
  }

  // Translates a key path with several components, or returns nil if it leads to nothing persisted.
  private func walk(
    _ keyPath: AnyKeyPath, from path: QueryPath, _ entity: _ModelEntity
  ) throws -> Subject? {
    guard var walk = KeyPathWalk(keyPath, from: entity) else { return nil }
    guard KeyPathParts(keyPath)?.count == 1 else { return try walk.end(of: path) }
    // An identifier other than the object's own is computed.
    if type(of: keyPath).valueType == PersistentIdentifier.self { return nil }
    // The caller's error names the component that leads to nothing persisted.
    return try? walk.end(of: path)
  }

  /// Returns the property `id` for a key path of `Identifiable`'s requirement.
  ///
  /// A key path of any other protocol doesn't say the requirement's name, so that the property that
  /// implements it is unknown.
  private static func identifiableProperty(
    at keyPath: AnyKeyPath, of entity: _ModelEntity
  ) -> Schema.PropertyMetadata? {
    func matches<Model: PersistentModel>(_ type: Model.Type) -> Bool {
      let id: KeyPath<Model, Model.ID> = \.id
      return keyPath == id
    }
    guard matches(entity.type) else { return nil }
    return entity.properties.first {
      $0.name == "id" && Swift.type(of: $0.keypath).valueType == Swift.type(of: keyPath).valueType
    }
  }

  private static func isIdentifier(
    _ keyPath: AnyKeyPath, of type: any PersistentModel.Type
  ) -> Bool {
    // The identifier of a superclass's declaration is that of the class itself.
    guard Swift.type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    func matches<Model: PersistentModel>(_ type: Model.Type) -> Bool {
      // The type is stated, since `\.id` of `Identifiable`'s requirement is another key path.
      let id: KeyPath<Model, PersistentIdentifier> = \.id
      return keyPath == \Model.persistentModelID || keyPath == id
    }
    if matches(type) { return true }
    let root = Swift.type(of: keyPath).rootType
    return (root as? any PersistentModel.Type).map { matches($0) } ?? false
  }

  /// Translates a key path from a value: to a member, the count or the raw value.
  mutating func part<Root, Value>(
    of subject: Subject, _ keyPath: KeyPath<Root, Value>, _ kind: CollectionProperty?
  ) throws -> Subject {
    if let part = try compositePart(of: subject, keyPath) { return part }
    if let kind = kind ?? CollectionProperty(keyPath) {
      return try collectionProperty(kind, of: subject, Root.self)
    }
    if case .json = ValueForm(Root.self), let document = subject.presence {
      if let keys = JSONMember.keys(of: keyPath, in: Root.self) {
        return .json(document.stepping(keys.map { .key($0) }))
      }
    }
    if let date = try dateProperty(keyPath, of: subject) { return date }
    if let value = subject.presence, let raw = try rawValue(keyPath, of: value, subject) {
      return raw
    }
    if case .json = ValueForm(Root.self) {
      throw Untranslatable(JSONMember.advice(for: Root.self))
    }
    if let type = Root.self as? any RawRepresentable.Type {
      throw Untranslatable(
        "the store doesn't know what this property of \(type) is; compare the value itself, or have the "
          + "type store its rawValue")
    }
    throw Untranslatable("the store doesn't know what this property of \(Root.self) is")
  }

  private func dateProperty<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, of subject: Subject
  ) throws -> Subject? {
    let keyPath = keyPath as AnyKeyPath
    // A value that isn't a date has no properties of a date.
    guard let seconds = try? column(subject, Date.self) else { return nil }
    if keyPath == \Date.timeIntervalSinceReferenceDate { return .value(seconds) }
    guard keyPath == \Date.timeIntervalSince1970 else { return nil }
    let offset = QueryExpression.literal(.real(Date.timeIntervalBetween1970AndReferenceDate))
    return .value(.arithmetic(.add, seconds, offset))
  }

  /// Translates a raw value, which is what the store has, or any property of an enum without
  /// associated values.
  ///
  /// Such a property is read from each case.
  private func rawValue<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, of value: QueryExpression, _ subject: Subject
  ) throws -> Subject? {
    if let cases = listedCases(of: Root.self) ?? EnumCases.all(of: Root.self), !cases.isEmpty {
      var result = QueryExpression.literal(.null)
      var isRaw = true
      var isJSON = false
      if case .json = subject { isJSON = true }
      for item in cases.reversed() {
        let kept = isJSON ? try json(of: item) : .literal(try column(of: item, nil))
        let read: QueryExpression = .literal(try column(of: item[keyPath: keyPath], nil))
        isRaw = isRaw && kept == read
        result = .conditional(.comparison(.equal, value, kept), read, result)
      }
      return isRaw ? subject : .value(result)
    }
    guard let type = Root.self as? any RawRepresentable.Type, isRawValue(keyPath, of: type) else {
      return nil
    }
    return subject
  }

  /// True if a key path names the stored raw value of a struct.
  private func isRawValue<Raw: RawRepresentable>(
    _ keyPath: AnyKeyPath, of type: Raw.Type
  ) -> Bool {
    if keyPath == \Raw.rawValue { return true }
    guard let keyPath = keyPath as? KeyPath<Raw, Raw.RawValue>,
      let offset = MemoryLayout<Raw>.offset(of: keyPath)
    else { return false }
    return StoredField.path(to: offset, of: Raw.RawValue.self, in: type)?.map(\.name)
      == ["rawValue"]
  }
}

extension QueryExpression {
  /// Returns the value at a path below this one in a JSON text.
  func stepping(_ steps: [JSONStep]) -> QueryExpression {
    if case .json(let document, let first) = self { return .json(document, first + steps) }
    return .json(self, steps)
  }
}
