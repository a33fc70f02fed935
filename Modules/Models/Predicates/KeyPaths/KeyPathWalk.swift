import Foundation
@_spi(Query) import StrataModel
import StrataQuery
import StrataRuntime
import StrataSchema
import StrataSQLite

/// The translation of a key path with several components: `\Item.owner?.name` is `owner`, then
/// `name`.
///
/// Its components are compared with the key paths of an entity's properties, and inside a value
/// with the stored properties of its type. Getters run only for properties of an enum, once for
/// each case. An unknown component, such as a computed property, is an error and never gives a
/// wrong result.
struct KeyPathWalk {
  private let keyPath: AnyKeyPath
  private let start: _ModelEntity
  private var rest: KeyPathParts
  /// True if the components so far pass an optional.
  private var passesOptional = false

  /// Returns nil for a key path whose description can't be parsed.
  init?(_ keyPath: AnyKeyPath, from entity: _ModelEntity) {
    guard let parts = KeyPathParts(keyPath) else { return nil }
    self.keyPath = keyPath
    start = entity
    rest = parts
  }

  /// Translates the key path, starting from an object.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedPredicate(_:)`` for a component that is no
  ///   persisted property.
  mutating func end(of path: QueryPath) throws -> PredicateTranslator.Subject {
    var (path, entity) = (path, start)
    while true {
      passesOptional = rest.skipOptional() || passesOptional
      if rest.isEmpty { return .object(path, entity) }
      guard let property = ModelParts.of(entity).property(at: &rest) else {
        if rest.take(valueOf: PersistentIdentifier.self) { return .value(.key(path)) }
        throw unknownPart()
      }
      switch property.kind {
      case .attribute(let valueType, let columns, _, _):
        return .value(try value(path, entity, property.name, valueType, columns))
      case .relationship(let destination, isToOne: true, _):
        let step = QueryPath.Step(
          relationship: property.name, destination: destination._$entity.name)
        path = path.appending(step)
        entity = destination._$entity
      case .relationship(let destination, isToOne: false, _):
        passesOptional = rest.skipOptional() || passesOptional
        guard let relationship = entity.relationships[property.index] else { throw unknownPart() }
        let members = PredicateTranslator.Subject.members(path, entity, relationship)
        if rest.isEmpty { return members }
        return try count(members, destination)
      }
    }
  }

  /// Translates a member collection's `count` or `isEmpty`.
  private mutating func count<Member: PersistentModel>(
    _ members: PredicateTranslator.Subject, _ type: Member.Type
  ) throws -> PredicateTranslator.Subject {
    // After an optional, the count itself could be nil.
    guard !passesOptional else { throw unknownPart() }
    var translator = PredicateTranslator()
    if rest.takeLast(\[Member].count) {
      return try translator.collectionProperty(.count, of: members, [Member].self)
    }
    guard rest.takeLast(\[Member].isEmpty) else { throw unknownPart() }
    return try translator.collectionProperty(.isEmpty, of: members, [Member].self)
  }

  private mutating func value(
    _ path: QueryPath, _ entity: _ModelEntity, _ name: String, _ type: any Any.Type,
    _ columns: [ColumnDescription]
  ) throws -> QueryExpression {
    passesOptional = rest.skipOptional() || passesOptional
    let wrapped = ValueForm.unwrapped(type)
    func column(_ description: ColumnDescription) -> QueryExpression {
      .column(path, .init(property: name, description: description))
    }
    if rest.isEmpty {
      guard columns.count == 1 else { throw unknownPart() }
      return column(columns[0])
    }
    if let composite = wrapped as? any CompositeColumnRepresentable.Type,
      let range = composite.range(along: &rest, passesOptional: &passesOptional)
    {
      guard rest.isEmpty, range.count == 1, columns.indices.contains(range.lowerBound) else {
        throw unknownPart()
      }
      return column(columns[range.lowerBound])
    }
    if let type = wrapped as? any RawRepresentable.Type, rest.count == 1, columns.count == 1,
      columns[0].meaning != .json,
      let value = try property(
        of: type, column(columns[0]), name, isOfStart: path.steps.isEmpty && entity === start)
    {
      return value
    }
    if columns.count == 1, columns[0].meaning == .json {
      return try member(of: wrapped, column(columns[0]))
    }
    guard wrapped == String.self, columns.count == 1 else { throw unknownPart() }
    let length = QueryExpression.function(.length, [column(columns[0])])
    if rest.takeLast(\String.count) { return length }
    // In `#Predicate` the same is said by `collectionProperty(_:of:_:)`.
    guard rest.takeLast(\String.isEmpty) else { throw unknownPart() }
    let isEmpty = QueryExpression.comparison(.equal, length, .literal(.integer(0)))
    guard passesOptional else { return isEmpty }
    // The result for nil is nil, where a condition would be false.
    return .conditional(.comparison(.notEqual, length, .literal(.null)), isEmpty, .literal(.null))
  }

  /// Translates a property of a type with raw values: a struct's stored raw value, or any property
  /// of an enum.
  ///
  /// An enum's property is read from a placeholder object that has each case in turn. The object's
  /// other properties aren't read.
  private func property<Value: RawRepresentable>(
    of type: Value.Type, _ column: QueryExpression, _ name: String, isOfStart: Bool
  ) throws -> QueryExpression? {
    var part = rest
    if let offset = part.takeOffset() {
      return StoredField.at(offset, in: type)?.name == "rawValue" ? column : nil
    }
    guard isOfStart, let cases = listedCases(of: type) ?? EnumCases.all(of: type) else {
      return nil
    }
    var result = QueryExpression.literal(.null)
    var isRawValue = true
    for value in cases {
      // If no object can be made for the case, nothing is known of the property.
      guard case .value(.literal(let raw)) = try PredicateTranslator.constant(value),
        let read = try? start.type.value(at: keyPath, where: name, is: raw)
      else { return nil }
      isRawValue = isRawValue && read == raw
      result = .conditional(
        .comparison(.equal, column, .literal(raw)), .literal(read), result)
    }
    return isRawValue ? column : result
  }

  /// Translates a member of a value that is stored as JSON.
  private mutating func member(
    of type: any Any.Type, _ column: QueryExpression
  ) throws -> QueryExpression {
    guard let keys = JSONMember.keys(along: &rest, in: type) else {
      throw PredicateTranslationError.unsupportedPredicate(
        start.words(for: keyPath) + ": " + JSONMember.advice(for: type))
    }
    let member = QueryExpression.json(column, keys.map { .key($0) })
    return try PredicateTranslator().column(.json(member), Swift.type(of: keyPath).valueType)
  }

  private func unknownPart() -> PredicateTranslationError {
    .unsupportedPredicate(
      start.words(for: keyPath) + ", which isn't stored")
  }
}

extension PersistentModel {
  fileprivate static func value(
    at keyPath: AnyKeyPath, where name: String, is column: ColumnValue
  ) throws -> ColumnValue? {
    guard let value = try read(keyPath, where: name, is: [column]) else { return nil }
    switch try PredicateTranslator.constant(value) {
    case .value(.literal(let value)): return value
    case .null: return .null
    default: return nil
    }
  }

  /// Reads a key path of a placeholder object in which only one property is set.
  fileprivate static func read(
    _ keyPath: AnyKeyPath, where name: String, is columns: [ColumnValue]
  ) throws -> Any? {
    guard let keyPath = keyPath as? PartialKeyPath<Self> else { return nil }
    var row = Row.blank(table: _$entity.name)
    let blank = try _$make(&row)
    try blank.setColumnValues(columns, forKey: name)
    return blank[keyPath: keyPath]
  }
}
