public import StrataSchema

/// Keeps a value in the columns that its type describes.
@frozen
public struct ColumnCoding<Value: ColumnRepresentable>: ValueCoding {
  /// Keeps values of the type.
  @inlinable
  public init() {}

  /// The columns of the type.
  public var columns: [ColumnDescription] { Value.columns }

  /// The type's rule.
  public func check(_ name: (_ part: String) -> String) -> String? { Value.check(name) }

  /// How values are put together, where `@Composite` keeps them.
  public var layout: CompositeLayout? { Value._$compositeLayout }

  /// Reads a value.
  @inlinable
  public func decode(from row: inout Row) throws -> Value { try Value(from: &row) }

  /// Binds a value.
  @inlinable
  public func encode(_ value: Value, to binder: inout Binder) throws {
    try value.bind(to: &binder)
  }
}
