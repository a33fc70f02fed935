public import StrataSchema
public import StrataSQLite

/// Keeps the key of the object that a to-one relationship leads to.
@frozen
public struct ToOneCoding<Model: PersistentModel>: PropertyCoding {
  /// Keeps links to objects of the class.
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

  /// Reads the link, which is followed when somebody looks.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<Model?> {
    var slot = Slot<Model?>(value: nil)
    slot.key = try row.link()
    slot.isSettled = true
    if slot.key == 0 { slot.value = .some(nil) }
    return slot
  }

  /// Binds the key of the object; NULL for none, and for one that the same save deletes.
  @inlinable
  public func encode(_ slot: Slot<Model?>, to binder: inout Binder) throws {
    if slot.position != 0 { binder.record(position: slot.position) }
    guard let target = slot.value else { return binder.bind(link: slot.key) }
    binder.bind(link: target.map { $0.isDeleted ? 0 : $0._$state.key } ?? 0)
  }
}

/// Keeps the key of the object that a to-one relationship leads to which must lead somewhere.
@frozen
public struct RequiredToOneCoding<Model: PersistentModel>: PropertyCoding {
  /// Keeps links to objects of the class.
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

  /// Reads the link, which is followed when somebody looks.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<Model> {
    var slot = Slot<Model>(value: nil)
    slot.key = try row.link()
    slot.isSettled = true
    return slot
  }

  /// Binds the key of the object.
  @inlinable
  public func encode(_ slot: Slot<Model>, to binder: inout Binder) throws {
    if slot.position != 0 { binder.record(position: slot.position) }
    binder.bind(link: slot.value.map { $0._$state.key } ?? slot.key)
  }
}

/// The members of a to-many relationship, which no column of its object keeps.
@frozen
public struct ToManyCoding<Model: PersistentModel>: PropertyCoding {
  /// Members of the class.
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

  /// Nothing yet: members are read when somebody looks.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<[Model]> { Slot(value: nil) }

  /// Binds nothing.
  @inlinable
  public func encode(_ slot: Slot<[Model]>, to binder: inout Binder) throws {}
}

/// The members of a to-many relationship that may be nil, which no column of its object keeps.
@frozen
public struct OptionalToManyCoding<Model: PersistentModel>: PropertyCoding {
  /// Members of the class.
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

  /// Nothing yet: members are read when somebody looks.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<[Model]?> { Slot(value: nil) }

  /// Binds nothing.
  @inlinable
  public func encode(_ slot: Slot<[Model]?>, to binder: inout Binder) throws {}
}

extension ValueCodings {
  /// A to-one relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> ToOneCoding<Model> { .init() }

  /// A to-one relationship that must lead somewhere.
  @inlinable
  public static func of<Model: PersistentModel>() -> RequiredToOneCoding<Model> { .init() }

  /// A to-many relationship.
  @inlinable
  public static func of<Model: PersistentModel>() -> ToManyCoding<Model> { .init() }

  /// A to-many relationship that may be nil.
  @inlinable
  public static func of<Model: PersistentModel>() -> OptionalToManyCoding<Model> { .init() }
}

extension Binder {
  @usableFromInline
  mutating func bind(link key: Int64) {
    if key == 0 { bindNull() } else { bind(integer: key) }
  }
}
