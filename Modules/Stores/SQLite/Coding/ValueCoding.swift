public import StrataSchema

/// How values of a type are kept in columns: what the columns are, and how they are read and bound.
///
/// There is a coding for each way to keep values; ``ValueCodings`` says which one a type has.
public protocol ValueCoding<Value> {
  /// The type of the stored values.
  associatedtype Value

  /// The columns, in the order in which they are bound and read.
  var columns: [ColumnDescription] { get }

  /// A CHECK rule over the columns, for a value of several; `name` gives a part's column, quoted.
  func check(_ name: (_ part: String) -> String) -> String?

  /// How a value of several columns is put together, or nil for others.
  var layout: CompositeLayout? { get }

  /// Reads as many columns as ``columns`` describes.
  func decode(from row: inout Row) throws -> Value

  /// Binds as many columns as ``columns`` describes.
  func encode(_ value: Value, to binder: inout Binder) throws
}

extension ValueCoding {
  /// No rule.
  public func check(_ name: (_ part: String) -> String) -> String? { nil }

  /// Not put together of parts.
  public var layout: CompositeLayout? { nil }
}

/// The coding of each type. The compiler picks the most fitting of the functions by the type that is
/// asked for, so that nothing is looked up while rows are read.
public enum ValueCodings {
  /// A value that maps itself to columns.
  @inlinable
  public static func of<Value: ColumnRepresentable>() -> ColumnCoding<Value> { .init() }

  /// A value that maps itself to columns, also where it has a raw value.
  @inlinable
  public static func of<Value: ColumnRepresentable & RawRepresentable>() -> ColumnCoding<Value> {
    .init()
  }

  /// An optional value that maps itself to columns, also where it has a raw value.
  @inlinable
  public static func of<Value: ColumnRepresentable & RawRepresentable>() -> ColumnCoding<Value?> {
    .init()
  }

  /// An enum or another type with a raw value.
  @inlinable
  public static func of<Value: RawRepresentable>() -> RawValueCoding<Value>
  where Value.RawValue: ColumnRepresentable { .init() }

  /// An optional enum or another optional type with a raw value.
  @inlinable
  public static func of<Value: RawRepresentable>() -> OptionalRawValueCoding<Value>
  where Value.RawValue: ColumnRepresentable { .init() }

  /// Any other value.
  @_disfavoredOverload
  @inlinable
  public static func of<Value: Codable>() -> JSONCoding<Value> { .init() }

  /// A value that can't be stored: whatever takes its coding says why.
  @_disfavoredOverload
  @inlinable
  public static func of<Value>() -> NoCoding<Value> { .init() }
}

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
