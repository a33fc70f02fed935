public import StrataSchema
public import StrataSQLite

/// A way to store a model's property: how to describe it, and how to read and bind its slot.
///
/// An attribute's coding is its `ValueCoding`. Relationships have codings of their own, since a
/// to-many relationship has no column in its owner's row.
public protocol _PropertyCoding<Value> {
  /// The property's type.
  associatedtype Value

  /// Describes a property.
  func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, default value: (() -> Value)?
  ) -> Schema.PropertyMetadata

  /// Reads a slot from a row.
  func slot(from row: inout Row) throws -> _Slot<Value>

  /// Reads the slot of a property with an initial value, which a getter can return if the stored
  /// value can't be decoded.
  func slotWithDefault(from row: inout Row) throws -> _Slot<Value>

  /// Binds the value of a slot.
  func encode(_ slot: _Slot<Value>, to binder: inout Binder) throws
}

extension _PropertyCoding {
  /// Reads the slot like that of a property without an initial value.
  @inlinable
  public func slotWithDefault(from row: inout Row) throws -> _Slot<Value> { try slot(from: &row) }
}

/// The functions by which generated code describes properties.
///
/// The compiler's errors name them, so that they have plain names.
public enum _Persisted {
  /// Describes a property.
  public static func property<Root: PersistentModel, Coding: _PropertyCoding>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Coding.Value>,
    _ coding: Coding, _ options: Schema.PropertyOptions = .none,
    default value: (() -> Coding.Value)? = nil
  ) -> Schema.PropertyMetadata { coding.describe(index, name, keyPath, options, default: value) }
}

extension Row {
  /// Reads the slot of a property.
  @inlinable
  public mutating func slot<Coding: _PropertyCoding>(
    _ coding: Coding
  ) throws -> _Slot<Coding.Value> { try coding.slot(from: &self) }

  /// Reads the slot of a property with an initial value.
  @inlinable
  public mutating func slotWithDefault<Coding: _PropertyCoding>(
    _ coding: Coding
  ) throws -> _Slot<Coding.Value> { try coding.slotWithDefault(from: &self) }
}

extension Binder {
  /// Binds the value of a property's slot.
  @inlinable
  public mutating func encode<Coding: _PropertyCoding>(
    _ slot: _Slot<Coding.Value>, _ coding: Coding
  ) throws { try coding.encode(slot, to: &self) }
}
