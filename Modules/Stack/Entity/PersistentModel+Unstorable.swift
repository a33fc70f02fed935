public import StrataSchema
public import StrataStorage

// What the compiler picks where nothing else fits, so that it says why a property can't be stored.

extension PersistentModel {
  /// A property that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or mark the property @Transient"
  )
  public static func _$property<Root: PersistentModel, Value>(
    _ index: Int, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .attribute(valueType: Value.self, columns: [], check: nil, defaultColumns: nil))
  }
}

extension Row {
  /// A property that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or mark the property @Transient"
  )
  public mutating func slot<Value>() throws -> Slot<Value> { Slot(value: nil) }
}

extension Binder {
  /// A property that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or mark the property @Transient"
  )
  public mutating func encode<Value>(_ slot: Slot<Value>) throws {}
}
