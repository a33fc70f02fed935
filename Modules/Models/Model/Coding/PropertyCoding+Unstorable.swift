public import StrataSchema
public import StrataSQLite

// Unavailable overloads that the compiler chooses where no other fits, so that its error says why a
// property can't be stored. The error appears once, at the property's description. The other
// overloads only let the rest of the generated code compile.

extension _Persisted {
  /// Rejects a property that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or mark the property @Transient"
  )
  public static func property<Root: PersistentModel, Value>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ coding: NoCoding<Value>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata { unstorable(index, name, keyPath, options) }

  /// Rejects a to-many relationship that isn't an array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; declare the property as one"
  )
  public static func property<Root: PersistentModel, Value: Collection>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ coding: NoCoding<Value>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata where Value.Element: PersistentModel {
    unstorable(index, name, keyPath, options)
  }

  /// Rejects an optional to-many relationship that isn't an array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; declare the property as one"
  )
  public static func property<Root: PersistentModel, Value: Collection>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value?>,
    _ coding: NoCoding<Value?>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Value?)? = nil
  ) -> Schema.PropertyMetadata where Value.Element: PersistentModel {
    unstorable(index, name, keyPath, options)
  }

  /// Rejects a dictionary of objects.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a relationship to many objects is an array; a dictionary of objects can't be stored"
  )
  public static func property<Root: PersistentModel, Key, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Key: Model]>,
    _ coding: NoCoding<[Key: Model]>, _ options: Schema.PropertyOptions = .none,
    default value: (() -> [Key: Model])? = nil
  ) -> Schema.PropertyMetadata { unstorable(index, name, keyPath, options) }

  /// Rejects a to-many relationship whose array has optional elements.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an array of a relationship has no places for nil; make its elements non-optional"
  )
  public static func property<Root: PersistentModel, Model: PersistentModel>(
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
  /// Throws: no column can store this type, and no program with such a property compiles.
  public mutating func slot<Value>(_ coding: NoCoding<Value>) throws -> _Slot<Value> {
    throw invalidLast("a \(Value.self) can't be stored")
  }

  /// Throws: no column can store this type, and no program with such a property compiles.
  public mutating func slotWithDefault<Value>(_ coding: NoCoding<Value>) throws -> _Slot<Value> {
    throw invalidLast("a \(Value.self) can't be stored")
  }
}

extension Binder {
  /// Throws: no column can store this type, and no program with such a property compiles.
  public mutating func encode<Value>(_ slot: _Slot<Value>, _ coding: NoCoding<Value>) throws {
    throw ModelError.noTransformedData("\(Value.self)")
  }
}
