public import StrataSchema
public import StrataSQLite

// One overload a kind of property: the compiler picks by the property's type what the macro can't
// know. The same choice is made by the overloads that read and bind slots and values.
extension PersistentModel {
  /// Describes an attribute that maps itself to columns.
  public static func _$property<Root: PersistentModel, Value: ColumnRepresentable>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata {
    .attribute(index, name, keyPath, options, Value.columns, check: Value.check, value) {
      try $1.bind(to: &$0)
    }
  }

  /// Describes an attribute that maps itself to columns, also where it has a raw value.
  public static func _$property<
    Root: PersistentModel, Value: ColumnRepresentable & RawRepresentable
  >(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata {
    .attribute(index, name, keyPath, options, Value.columns, check: Value.check, value) {
      try $1.bind(to: &$0)
    }
  }

  /// Describes an optional attribute that maps itself to columns, also where it has a raw value.
  public static func _$property<
    Root: PersistentModel, Value: ColumnRepresentable & RawRepresentable
  >(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value?>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value?)? = nil
  ) -> Schema.PropertyMetadata {
    .attribute(index, name, keyPath, options, Value?.columns, check: Value.check, value) {
      try $1.bind(to: &$0)
    }
  }

  /// Describes an attribute with a raw value.
  public static func _$property<Root: PersistentModel, Value: RawRepresentable>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata where Value.RawValue: ColumnRepresentable {
    .attribute(index, name, keyPath, options, ColumnDescription.rawValues(of: Value.self), value) {
      try $1.rawValue.bind(to: &$0)
    }
  }

  /// Describes an optional attribute with a raw value.
  public static func _$property<Root: PersistentModel, Value: RawRepresentable>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value?>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value?)? = nil
  ) -> Schema.PropertyMetadata where Value.RawValue: ColumnRepresentable {
    let columns = ColumnDescription.rawValues(of: Value.self).map(\.optional)
    return .attribute(index, name, keyPath, options, columns, value) {
      try ($1?.rawValue).bind(to: &$0)
    }
  }

  /// Describes an attribute that is kept as JSON.
  @_disfavoredOverload
  public static func _$property<Root: PersistentModel, Value: Codable>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value)? = nil
  ) -> Schema.PropertyMetadata {
    .attribute(index, name, keyPath, options, [.json], value) { try $0.encode($1) }
  }

  /// Describes an optional attribute that is kept as JSON.
  @_disfavoredOverload
  public static func _$property<Root: PersistentModel, Value: Codable>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value?>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Value?)? = nil
  ) -> Schema.PropertyMetadata {
    .attribute(index, name, keyPath, options, [ColumnDescription.json.optional], value) {
      try $0.encode($1)
    }
  }

  /// Describes a to-one relationship.
  public static func _$property<Root: PersistentModel, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Model?>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Model?)? = nil
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: true, isOptional: true))
  }

  /// Describes a to-one relationship that must lead somewhere.
  public static func _$property<Root: PersistentModel, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Model>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> Model)? = nil
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: true, isOptional: false))
  }

  /// Describes a to-many relationship.
  public static func _$property<Root: PersistentModel, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Model]>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> [Model])? = nil
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: false, isOptional: false))
  }

  /// Describes a to-many relationship that may be nil.
  public static func _$property<Root: PersistentModel, Model: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Model]?>,
    _ options: Schema.PropertyOptions = .none, default value: (() -> [Model]?)? = nil
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: false, isOptional: true))
  }
}

extension Schema.PropertyMetadata {
  static func attribute<Root: PersistentModel, Value>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, _ columns: [ColumnDescription],
    check: ((_ name: (String) -> String) -> String?)? = nil, _ value: (() -> Value)?,
    bind: @escaping (inout Binder, Value) throws -> Void
  ) -> Schema.PropertyMetadata {
    let columnsOf = { (value: Value) throws -> [ColumnValue] in
      var binder = Binder(recording: PropertySet(index))
      try bind(&binder, value)
      return binder.values
    }
    let makeDefaultColumns = value.map { make in { try columnsOf(make()) } }
    // A default that can't be stored is reported when an object with it is saved.
    let defaults = makeDefaultColumns.flatMap { try? $0() }
    // Where the property's columns are is settled by the class that it is of.
    let check = check.map { rule in
      { (columns: [ColumnDescription]) in
        rule { part in
          quoted(columns.first { $0.part == part }?.name(of: name) ?? "\(name)_\(part)")
        }
      }
    }
    return .init(
      index, name, keyPath, options,
      kind: .attribute(
        valueType: Value.self, columns: columns, check: check, defaultColumns: defaults),
      shape: .of(Value.self), conversion: .of(Value.self, columns), makeDefault: value,
      makeDefaultColumns: makeDefaultColumns,
      encode: { try ($0 as? Value).map(columnsOf) ?? [] })
  }
}
