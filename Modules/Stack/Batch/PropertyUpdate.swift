public import StrataModel
internal import StrataSchema
internal import StrataStorage

/// What a batch update does to one property: `.set(\.priority, to: 3)`, `.set(\.old, to: \.new)`,
/// `.increment(\.count, by: 1)`.
///
/// All of a batch's assignments start from the values that the objects had before it.
public struct PropertyUpdate<Model: PersistentModel> {
  let keyPath: AnyKeyPath
  /// What becomes of each of the property's columns.
  private let values: ([ColumnDescription]) throws -> [ColumnAssignment.Value]

  init(
    _ keyPath: AnyKeyPath,
    _ values: @escaping ([ColumnDescription]) throws -> [ColumnAssignment.Value]
  ) {
    self.keyPath = keyPath
    self.values = values
  }

  /// Gives a property a value.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value>, to value: Value
  ) -> PropertyUpdate {
    PropertyUpdate(property) { _ in try StoredValue.encode(value).map { .constant($0) } }
  }

  /// Gives a property the value of another one.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value>, to other: KeyPath<Model, Value>
  ) -> PropertyUpdate { copy(other, to: property) }

  /// Gives a property that may be nil the value of one that may not.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value?>, to other: KeyPath<Model, Value>
  ) -> PropertyUpdate { copy(other, to: property) }

  /// Adds a number to a property, exactly; a number that the property's type can't hold is an error.
  public static func increment<Value: Numeric>(
    _ property: ReferenceWritableKeyPath<Model, Value>, by number: Value
  ) -> PropertyUpdate { add(number, to: property) }

  /// Adds a number to a property; nil stays nil.
  public static func increment<Value: Numeric>(
    _ property: ReferenceWritableKeyPath<Model, Value?>, by number: Value
  ) -> PropertyUpdate { add(number, to: property) }

  private static func copy(_ other: AnyKeyPath, to property: AnyKeyPath) -> PropertyUpdate {
    PropertyUpdate(property) { _ in
      let (property, columns) = try Self.property(other)
      return columns.map { .column($0.name(of: property.name)) }
    }
  }

  private static func add<Value: Numeric>(
    _ number: Value, to property: AnyKeyPath
  ) -> PropertyUpdate {
    PropertyUpdate(property) { columns in
      let constants = try StoredValue.encode(number)
      guard columns.count == 1, constants.count == 1 else { return [] }
      let kind = AggregateQuery.Operand.Kind(
        StoredValue.columns(of: Value.self).first ?? columns[0])
      guard kind != .other else {
        throw StackError.unsupportedUpdate(
          "\(words(for: property)) has no number in the store to add to")
      }
      return [.sum(constants[0], kind, range(of: Value.self))]
    }
  }

  static func range(of type: any Any.Type) -> ClosedRange<Int64>? {
    func range<Value: FixedWidthInteger>(_ type: Value.Type) -> ClosedRange<Int64> {
      Int64(clamping: Value.min)...Int64(clamping: Value.max)
    }
    return (type as? any FixedWidthInteger.Type).map { range($0) }
  }
}

extension PropertyUpdate {
  /// The property as a person would write it.
  var words: String { Self.words(for: keyPath) }

  private static func words(for keyPath: AnyKeyPath) -> String {
    Model._$entity.words(for: keyPath)
  }

  /// The property's position in its class, and what becomes of its columns.
  ///
  /// - Throws: ``StackError/unsupportedUpdate(_:)``, or why a value can't be stored.
  func columns() throws -> (property: Int, assignments: [ColumnAssignment]) {
    let (property, columns) = try Self.property(keyPath)
    let names = columns.map { $0.name(of: property.name) }
    let values = try values(columns)
    guard values.count == names.count else {
      throw StackError.unsupportedUpdate("\(words), which has several columns")
    }
    return (property.index, zip(names, values).map { ColumnAssignment($0, $1) })
  }

  private static func property(
    _ keyPath: AnyKeyPath
  ) throws(StackError) -> (property: Schema.PropertyMetadata, columns: [ColumnDescription]) {
    guard let property = Model._$entity.property(at: keyPath) else {
      if let part = Model._$entity.part(at: keyPath) { return part }
      throw .unsupportedUpdate("\(words(for: keyPath)) is no persisted property")
    }
    let name = "\(Model._$entity.name).\(property.name)"
    guard case .attribute(_, let columns, _, _) = property.kind else {
      throw .unsupportedUpdate("\(name) is a relationship, and both its ends must agree")
    }
    guard !property.isEphemeral else {
      throw .unsupportedUpdate("\(name) is ephemeral, and the store doesn't have it")
    }
    guard !property.isTransformed else {
      throw .unsupportedUpdate("\(name) is made data of by a transformer")
    }
    return (property, columns)
  }
}
