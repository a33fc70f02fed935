public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage
internal import StrataContexts

/// An assignment of a batch update to one property: `.set(\.priority, to: 3)`,
/// `.set(\.old, to: \.new)`, `.increment(\.count, by: 1)`.
///
/// All assignments of a batch read the values from before the batch.
public struct PropertyUpdate<Model: PersistentModel> {
  let keyPath: AnyKeyPath
  /// Returns the new value of each of the property's columns.
  private let values: ([ColumnDescription]) throws -> [QueryAssignment.Value]

  private init(
    _ keyPath: AnyKeyPath,
    _ values: @escaping ([ColumnDescription]) throws -> [QueryAssignment.Value]
  ) {
    self.keyPath = keyPath
    self.values = values
  }

  /// Sets a property to a value.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value>, to value: Value
  ) -> PropertyUpdate {
    PropertyUpdate(property) { _ in try StoredValue.encode(value).map { .constant($0) } }
  }

  /// Sets a property to the value of another one.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value>, to other: KeyPath<Model, Value>
  ) -> PropertyUpdate { copy(other, to: property) }

  /// Sets an optional property to the value of one that isn't optional.
  public static func set<Value>(
    _ property: ReferenceWritableKeyPath<Model, Value?>, to other: KeyPath<Model, Value>
  ) -> PropertyUpdate { copy(other, to: property) }

  /// Adds a number to a property, exactly. The batch throws if the property's type can't represent
  /// the sum.
  public static func increment<Value: Numeric>(
    _ property: ReferenceWritableKeyPath<Model, Value>, by number: Value
  ) -> PropertyUpdate { add(number, to: property) }

  /// Adds a number to an optional property. Nil remains nil.
  public static func increment<Value: Numeric>(
    _ property: ReferenceWritableKeyPath<Model, Value?>, by number: Value
  ) -> PropertyUpdate { add(number, to: property) }

  private static func copy(_ other: AnyKeyPath, to property: AnyKeyPath) -> PropertyUpdate {
    PropertyUpdate(property) { _ in
      let (property, columns) = try Self.property(other)
      return columns.map { .column(property: property.name, $0) }
    }
  }

  private static func add<Value: Numeric>(
    _ number: Value, to property: AnyKeyPath
  ) -> PropertyUpdate {
    PropertyUpdate(property) { columns in
      let constants = try StoredValue.encode(number)
      guard columns.count == 1, constants.count == 1 else { return [] }
      guard AggregateValue.Kind(columns[0]) != .other else {
        throw StackError.unsupportedUpdate(
          "\(words(for: property)) has no number in the store to add to")
      }
      return [.sum(constants[0], within: StoredValue.range(of: Value.self))]
    }
  }
}

extension PropertyUpdate {
  /// The assignments to the property's columns.
  ///
  /// - Throws: `StackError.unsupportedUpdate`, or the error of encoding a value.
  func assignments() throws -> [QueryAssignment] {
    let (property, columns) = try Self.property(keyPath)
    let values = try values(columns)
    guard values.count == columns.count else {
      throw StackError.unsupportedUpdate(
        "\(Self.words(for: keyPath)), which has several columns")
    }
    return zip(columns, values).map { QueryAssignment(property.name, $0, $1) }
  }

  private static func words(for keyPath: AnyKeyPath) -> String {
    Model._$entity.words(for: keyPath)
  }

  private static func property(
    _ keyPath: AnyKeyPath
  ) throws(StackError) -> (property: Schema.PropertyMetadata, columns: [ColumnDescription]) {
    guard let property = Model._$entity.property(at: keyPath) else {
      if let part = Model._$entity.part(at: keyPath) { return part }
      throw .unsupportedUpdate("\(words(for: keyPath)) is no persisted property")
    }
    return (property, try property.updatableColumns(of: Model._$entity))
  }
}

extension Schema.PropertyMetadata {
  /// The columns that a batch update may change.
  ///
  /// - Throws: `StackError.unsupportedUpdate`.
  func updatableColumns(of entity: _ModelEntity) throws(StackError) -> [ColumnDescription] {
    let words = "\(entity.name).\(name)"
    guard case .attribute(_, let columns, _, _) = kind else {
      throw .unsupportedUpdate("\(words) is a relationship, and both its ends must agree")
    }
    guard !isEphemeral else {
      throw .unsupportedUpdate("\(words) is ephemeral, and the store doesn't have it")
    }
    guard !isTransformed else {
      throw .unsupportedUpdate("\(words) is made data of by a transformer")
    }
    return columns
  }
}
