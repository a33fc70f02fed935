public import StrataSchema
public import StrataSQLite

// What the compiler picks where nothing else fits, so that it says why a property can't be stored. It
// says so once, where the property is described; the rest is there to compile.

extension PersistentModel {
  /// A property that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or mark the property @Transient"
  )
  public static func _$property<Root: PersistentModel, Value>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ coding: NoCoding<Value>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata { unstorable(index, name, keyPath, options) }

  /// A relationship to many that is no array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; declare the property as one"
  )
  public static func _$property<Root: PersistentModel, Value: Collection>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ coding: NoCoding<Value>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata where Value.Element: PersistentModel {
    unstorable(index, name, keyPath, options)
  }

  /// A relationship to many that is no array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; declare the property as one"
  )
  public static func _$property<Root: PersistentModel, Value: Collection>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value?>,
    _ coding: NoCoding<Value?>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value?)? = nil
  ) -> Schema.PropertyMetadata where Value.Element: PersistentModel {
    unstorable(index, name, keyPath, options)
  }

  /// A relationship to many that is no array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; a dictionary of objects can't be stored"
  )
  public static func _$property<Root: PersistentModel, Key, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Key: Model]>,
    _ coding: NoCoding<[Key: Model]>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> [Key: Model])? = nil
  ) -> Schema.PropertyMetadata { unstorable(index, name, keyPath, options) }

  /// A relationship to many with places for none.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an array of a relationship has no places for nil; make its elements non-optional"
  )
  public static func _$property<Root: PersistentModel, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Model?]>,
    _ coding: NoCoding<[Model?]>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> [Model?])? = nil
  ) -> Schema.PropertyMetadata { unstorable(index, name, keyPath, options) }

  private static func unstorable<Root: PersistentModel, Value>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .attribute(valueType: Value.self, columns: [], check: nil, defaultColumns: nil))
  }
}

extension Row {
  /// A property that can't be stored; no program with one is built.
  public mutating func slot<Value>(_ coding: NoCoding<Value>) throws -> Slot<Value> {
    throw invalidLast("a \(Value.self) can't be stored")
  }

  /// A property that can't be stored; no program with one is built.
  public mutating func slotWithDefault<Value>(_ coding: NoCoding<Value>) throws -> Slot<Value> {
    throw invalidLast("a \(Value.self) can't be stored")
  }
}

extension Binder {
  /// A property that can't be stored; no program with one is built.
  public mutating func encode<Value>(_ slot: Slot<Value>, _ coding: NoCoding<Value>) throws {
    throw TransformationError.noData("\(Value.self)")
  }
}
