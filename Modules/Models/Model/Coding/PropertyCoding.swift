public import StrataSchema
public import StrataSQLite

/// How a property of a model is kept: what describes it, and how its slot is read and bound.
///
/// A value's is made of its `ValueCoding`; a relationship has one of its own, since no column of its
/// object keeps the members of a relationship to many.
public protocol PropertyCoding<Value> {
  /// The property's type.
  associatedtype Value

  /// Describes a property.
  func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, default value: (() -> Value)?
  ) -> Schema.PropertyMetadata

  /// Reads a slot.
  func slot(from row: inout Row) throws -> Slot<Value>

  /// Reads the slot of a property with an initial value, which a getter can return if the stored value
  /// can't be decoded.
  func slotWithDefault(from row: inout Row) throws -> Slot<Value>

  /// Binds what a slot holds.
  func encode(_ slot: Slot<Value>, to binder: inout Binder) throws
}

extension PropertyCoding {
  /// Reads a slot as any other.
  @inlinable
  public func slotWithDefault(from row: inout Row) throws -> Slot<Value> { try slot(from: &row) }
}

// What generated code calls.
extension PersistentModel {
  /// Describes a property.
  public static func _$property<Root: PersistentModel, Coding: PropertyCoding>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Coding.Value>,
    _ coding: Coding, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Coding.Value)? = nil
  ) -> Schema.PropertyMetadata { coding.describe(index, name, keyPath, options, default: value) }
}

extension Row {
  /// Reads the slot of a property.
  @inlinable
  public mutating func slot<Coding: PropertyCoding>(
    _ coding: Coding
  ) throws -> Slot<Coding.Value> { try coding.slot(from: &self) }

  /// Reads the slot of a property with an initial value.
  @inlinable
  public mutating func slotWithDefault<Coding: PropertyCoding>(
    _ coding: Coding
  ) throws -> Slot<Coding.Value> { try coding.slotWithDefault(from: &self) }
}

extension Binder {
  /// Binds what the slot of a property holds.
  @inlinable
  public mutating func encode<Coding: PropertyCoding>(
    _ slot: Slot<Coding.Value>, _ coding: Coding
  ) throws { try coding.encode(slot, to: &self) }
}
