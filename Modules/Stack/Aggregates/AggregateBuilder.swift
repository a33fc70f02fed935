import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage

/// Gathers what a question about a class's objects needs, each measure once.
struct AggregateBuilder<Model: PersistentModel> {
  init(_ graph: ObjectGraph) { self.graph = graph }

  let graph: ObjectGraph
  private(set) var keys: [AggregateQuery.Operand] = []
  /// Which class of a hierarchy the objects are of whose identifiers are keys; behind the keys.
  private(set) var kinds: [AggregateQuery.Operand] = []
  private(set) var measures: [AggregateQuery.Measure] = []

  /// The place of a measure, which is asked for, compared with or ordered by.
  mutating func measure<Value>(_ aggregate: Aggregate<Model, Value>) throws -> Int {
    let operand = try aggregate.keyPath.map { try Self.operand($0, for: aggregate) }
    let measure = AggregateQuery.Measure(aggregate.function, of: operand)
    if let index = measures.firstIndex(of: measure) { return index }
    measures.append(measure)
    return measures.count - 1
  }

  /// Adds a measure that is asked for, and says how to read it.
  mutating func result<Value>(
    of aggregate: Aggregate<Model, Value>
  ) throws -> AggregateResult<Value> {
    let index = try measure(aggregate)
    return AggregateResult(
      index: index, measure: measures[index], entity: Model._$entity.name,
      property: aggregate.keyPath.map { Self.words(for: $0) } ?? "",
      ranks: try Self.ranks(of: aggregate))
  }

  /// A value that a measure is compared with.
  func constant<Value>(
    _ value: some Any, of aggregate: Aggregate<Model, Value>
  ) throws -> AggregateValue {
    let kind: AggregateQuery.Operand.Kind =
      switch aggregate.function {
      case .count, .countDistinct: .integer
      case .average: .real
      default: StoredValue.columns(of: aggregate.operandType).first.map { .init($0) } ?? .other
      }
    guard let column = try StoredValue.encode(value).first else { return .none }
    if let ranks = try Self.ranks(of: aggregate) {
      return ranks.firstIndex { $0.contains(.literal(column)) }.map { .integer(Int128($0)) }
        ?? .none
    }
    return try AggregateValue(column, kind)
  }

  /// Adds a key that objects of a group have alike, and says how to read it.
  mutating func key<Value>(
    _ keyPath: AnyKeyPath, as type: Value.Type
  ) throws -> GroupKey<Value> {
    let (operand, destination) = try Self.operand(keyPath, of: type)
    try Self.checkEquality(of: type, keyPath)
    keys.append(operand)
    var names = destination.map { [$0] } ?? []
    var kind: Int?
    if let destination, let entity = graph.index(named: destination),
      graph.entities[entity].table.isPolymorphic, case .key(let path) = operand.expression
    {
      names = graph.entities[entity].kinds.map { graph.entities[$0].name }
      kind = kinds.count
      kinds.append(.init(.number(ofKindOf: path, among: names), .integer))
    }
    return GroupKey(
      index: keys.count - 1, kind: operand.kind, entity: Model._$entity.name,
      destinations: names, destination: kind)
  }

  /// What a measure is worked out from.
  private static func operand<Value>(
    _ keyPath: AnyKeyPath, for aggregate: Aggregate<Model, Value>
  ) throws -> AggregateQuery.Operand {
    let operand = try operand(keyPath, of: aggregate.operandType).operand
    switch aggregate.function {
    case .count: break
    case .countDistinct: try checkEquality(of: aggregate.operandType, keyPath)
    case .sum, .average:
      guard operand.kind != .other else {
        throw StackError.unsupportedAggregate(
          "a sum of \(words(for: keyPath)), which is no number in the store")
      }
    case .minimum, .maximum:
      if let ranks = try ranks(of: aggregate) {
        return .init(operand.expression.place(in: ranks), .integer)
      }
      guard operand.expression.meaning != .json else {
        throw StackError.unsupportedAggregate(
          "the order of \(words(for: keyPath)), whose values are JSON in the store")
      }
    }
    return operand
  }

  /// The values among which the smallest or greatest is looked for by its place; nil where the store
  /// orders values by themselves.
  private static func ranks<Value>(
    of aggregate: Aggregate<Model, Value>
  ) throws -> [[QueryExpression]]? {
    guard [.minimum, .maximum].contains(aggregate.function) else { return nil }
    return try PredicateTranslator().ranks(of: aggregate.operandType)
  }

  /// Values are equal in the store where they are written alike.
  private static func checkEquality(of type: any Any.Type, _ keyPath: AnyKeyPath) throws {
    guard ValueForm.unwrapped(type) is any UnorderedJSON.Type else { return }
    throw StackError.unsupportedAggregate(
      "which values of \(words(for: keyPath)) are equal, as sets are written in any order")
  }

  private static func words(for keyPath: AnyKeyPath) -> String {
    Model._$entity.words(for: keyPath)
  }

  /// What a key path stands for in a query, with the entity that it leads to.
  private static func operand(
    _ keyPath: AnyKeyPath, of type: any Any.Type
  ) throws -> (operand: AggregateQuery.Operand, destination: String?) {
    let (subject, destination) = try subject(of: keyPath)
    if destination != nil { return (.init(subject, .integer), destination) }
    let columns = StoredValue.columns(of: type)
    guard columns.count == 1, let column = columns.first else {
      throw StackError.unsupportedAggregate("\(words(for: keyPath)), which has several columns")
    }
    return (.init(subject, .init(column)), nil)
  }

  private static func subject(
    of keyPath: AnyKeyPath
  ) throws -> (QueryExpression, destination: String?) {
    let entity = Model._$entity
    if let found = identifier(keyPath) { return found }
    if let property = entity.property(at: keyPath), property.isTransformed {
      throw StackError.unsupportedAggregate(
        "\(words(for: keyPath)), which a transformer makes data of")
    }
    let subject: PredicateTranslator.Subject
    do {
      subject = try PredicateTranslator().property(of: .object(QueryPath(), entity), keyPath)
    } catch {
      // It is no persisted property, or none that the store has.
      let isEphemeral = entity.property(at: keyPath)?.isEphemeral ?? false
      throw StackError.unsupportedAggregate(
        words(for: keyPath) + (isEphemeral ? ", which is ephemeral" : ""))
    }
    switch subject {
    case .value(let expression): return (expression, nil)
    case .object(let path, let entity): return (.key(path), entity.name)
    default: throw StackError.unsupportedAggregate(words(for: keyPath))
    }
  }

  /// The identifier of the object itself, or of the one that a to-one relationship leads to.
  private static func identifier(
    _ keyPath: AnyKeyPath
  ) -> (QueryExpression, destination: String?)? {
    if keyPath == \Model.persistentModelID {
      return (.key(QueryPath()), Model._$entity.name)
    }
    for property in Model._$entity.properties {
      guard case .relationship(let type, true, let isOptional) = property.kind else { continue }
      guard property.keypath.appending(path: identifier(of: type, isOptional)) == keyPath else {
        continue
      }
      let name = type._$entity.name
      let step = QueryPath.Step(relationship: property.name, destination: name)
      return (.key(QueryPath(steps: [step])), name)
    }
    return nil
  }

  private static func identifier<Target: PersistentModel>(
    of type: Target.Type, _ isOptional: Bool
  ) -> AnyKeyPath {
    isOptional ? \Target?.?.persistentModelID : \Target.persistentModelID
  }
}

/// How what was asked for is read from what was worked out.
struct AggregateResult<Value> {
  let index: Int
  let measure: AggregateQuery.Measure
  let entity: String
  let property: String
  /// The values of which the result is one's place; nil where it is the value itself.
  let ranks: [[QueryExpression]]?

  func value(in results: [AggregateValue]) throws -> Value {
    let kind: AggregateQuery.Operand.Kind =
      switch measure.function {
      case .count, .countDistinct: .integer
      case .average: .real
      case .sum, .minimum, .maximum: measure.operand?.kind ?? .integer
      }
    let result = results[index]
    if let ranks {
      return try StoredValue.decode(
        [Self.value(at: result, in: ranks)], as: Value.self, table: entity)
    }
    guard measure.function == .sum else {
      return try StoredValue.decode(
        [result.column(kind) ?? .null], as: Value.self, table: entity)
    }
    // A sum of a type's values is none of them only where it is too large.
    guard let column = result.column(kind),
      let sum = try? StoredValue.decode([column], as: Value.self, table: entity)
    else {
      throw StackError.sumTooLarge(
        property: property, sum: "\(result)", type: "\(Value.self)")
    }
    return sum
  }

  private static func value(
    at place: AggregateValue, in ranks: [[QueryExpression]]
  ) -> ColumnValue {
    guard case .integer(let number) = place, let index = Int(exactly: number),
      ranks.indices.contains(index), case .literal(let value)? = ranks[index].first
    else { return .null }
    return value
  }
}

/// How a key is read from what the store gives.
struct GroupKey<Value> {
  let index: Int
  let kind: AggregateQuery.Operand.Kind
  let entity: String
  /// The entities of the objects whose identifier it is; none for a property.
  let destinations: [String]
  /// Where, behind the keys, it stands which of several it is.
  let destination: Int?

  /// Reads the key.
  ///
  /// - Parameter count: How many keys there are.
  func value(in group: [AggregateValue], count: Int, _ graph: ObjectGraph) throws -> Value {
    guard !destinations.isEmpty else { return try property(in: group) }
    var name = destinations[0]
    if let destination, case .integer(let number) = group[count + destination],
      let number = Int(exactly: number), destinations.indices.contains(number)
    {
      name = destinations[number]
    }
    func identifier(_ key: Int128) -> PersistentIdentifier {
      PersistentIdentifier(
        store: graph.store.identifier, entity: name, key: Int64(clamping: key))
    }
    var found: PersistentIdentifier?
    if case .integer(let key) = group[index] { found = identifier(key) }
    // A link that must lead somewhere, and doesn't, has the key of no object.
    guard let value = found as? Value ?? identifier(0) as? Value else {
      throw StackError.unsupportedAggregate("a group by objects of \(name)")
    }
    return value
  }

  private func property(in group: [AggregateValue]) throws -> Value {
    let column = group[index].column(kind) ?? .null
    return try StoredValue.decode([column], as: Value.self, table: entity)
  }
}

extension Schema.PropertyMetadata {
  /// Whether a transformer makes data of the value.
  var isTransformed: Bool { options.options.contains(.transformable) }
}

extension QueryExpression {
  /// The number of an object's entity among some, each of which stands before those below it.
  static func number(ofKindOf path: QueryPath, among names: [String]) -> QueryExpression {
    names.enumerated().reduce(.literal(.integer(0))) { otherwise, name in
      .conditional(
        .isEntity(path, [name.element]), .literal(.integer(Int64(name.offset))), otherwise)
    }
  }
}
