public import StrataSchema
public import StrataSQLite

/// Stores the key of an optional to-one relationship's target.
@frozen
public struct _ToOneCoding<Model: PersistentModel>: _PropertyCoding {
  /// Creates the coding.
  @inlinable
  public init() {}

  /// Describes a relationship.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Model?>,
    _ options: Schema.PropertyOptions, default value: (() -> Model?)?
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: true, isOptional: true))
  }

  /// Reads the key.
  ///
  /// A getter loads the target.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<Model?> {
    var slot = _Slot<Model?>(value: nil)
    slot.key = try row.link()
    slot.isRelated = true
    if slot.key == 0 { slot.value = .some(nil) }
    return slot
  }

  /// Binds the target's key, or NULL if there is no target or the same save deletes it.
  @inlinable
  public func encode(_ slot: _Slot<Model?>, to binder: inout Binder) throws {
    if slot.position != 0 { binder.record(position: slot.position) }
    guard let target = slot.value else { return binder.bind(link: slot.key) }
    binder.bind(link: target.map { $0.isDeleted ? 0 : $0._$state.key } ?? 0)
  }
}

/// Stores the key of a required to-one relationship's target.
@frozen
public struct _RequiredToOneCoding<Model: PersistentModel>: _PropertyCoding {
  /// Creates the coding.
  @inlinable
  public init() {}

  /// Describes a relationship.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Model>,
    _ options: Schema.PropertyOptions, default value: (() -> Model)?
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: true, isOptional: false))
  }

  /// Reads the key.
  ///
  /// A getter loads the target.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<Model> {
    var slot = _Slot<Model>(value: nil)
    slot.key = try row.link()
    slot.isRelated = true
    return slot
  }

  /// Binds the target's key.
  @inlinable
  public func encode(_ slot: _Slot<Model>, to binder: inout Binder) throws {
    if slot.position != 0 { binder.record(position: slot.position) }
    binder.bind(link: slot.value.map { $0._$state.key } ?? slot.key)
  }
}

/// The coding of a to-many relationship.
///
/// Its owner's row has no column for it.
@frozen
public struct _ToManyCoding<Model: PersistentModel>: _PropertyCoding {
  /// Creates the coding.
  @inlinable
  public init() {}

  /// Describes a relationship.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Model]>,
    _ options: Schema.PropertyOptions, default value: (() -> [Model])?
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: false, isOptional: false))
  }

  /// Reads nothing.
  ///
  /// A getter loads the members.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<[Model]> { _Slot(value: nil) }

  /// Binds nothing.
  @inlinable
  public func encode(_ slot: _Slot<[Model]>, to binder: inout Binder) throws {}
}

/// The coding of an optional to-many relationship.
///
/// Its owner's row has no column for it.
@frozen
public struct _OptionalToManyCoding<Model: PersistentModel>: _PropertyCoding {
  /// Creates the coding.
  @inlinable
  public init() {}

  /// Describes a relationship.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, [Model]?>,
    _ options: Schema.PropertyOptions, default value: (() -> [Model]?)?
  ) -> Schema.PropertyMetadata {
    .init(
      index, name, keyPath, options,
      kind: .relationship(destination: Model.self, isToOne: false, isOptional: true))
  }

  /// Reads nothing.
  ///
  /// A getter loads the members.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<[Model]?> { _Slot(value: nil) }

  /// Binds nothing.
  @inlinable
  public func encode(_ slot: _Slot<[Model]?>, to binder: inout Binder) throws {}
}

extension ValueCodings {
  /// The coding of an optional to-one relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> _ToOneCoding<Model> { .init() }

  /// The coding of a required to-one relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> _RequiredToOneCoding<Model> { .init() }

  /// The coding of a to-many relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> _ToManyCoding<Model> { .init() }

  /// The coding of an optional to-many relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> _OptionalToManyCoding<Model> { .init() }
}

extension Binder {
  @usableFromInline
  mutating func bind(link key: Int64) {
    if key == 0 { bindNull() } else { bind(integer: key) }
  }
}
