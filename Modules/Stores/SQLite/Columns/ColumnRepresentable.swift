public import StrataSchema

/// A Swift value with one or more typed columns in a row.
///
/// If it has one column, leave the part's name empty. If it has several, name each part. In the table,
/// the columns are called `property_part`. Reading throws an error with the row, the column and the
/// reason if the columns form no valid value.
public protocol ColumnRepresentable {
  /// The columns, in the order of binding and reading.
  static var columns: [ColumnDescription] { get }

  /// The number of columns. It is called for each nil, so make it fast.
  static var columnCount: Int { get }

  /// A CHECK rule over the columns of a value with several.
  ///
  /// - Parameter name: Returns a part's column, quoted.
  static func check(_ name: (_ part: String) -> String) -> String?

  /// The rule for an optional value, whose columns are all NULL if it is nil.
  static func checkIfPresent(_ name: (_ part: String) -> String) -> String?

  /// The layout of a value that `@Composite` stores, also if it may be nil. Nil for any other.
  static var _$compositeLayout: CompositeLayout? { get }

  /// Reads as many columns as ``columns`` describes.
  init(from row: inout Row) throws

  /// Binds as many columns as ``columns`` describes.
  func bind(to binder: inout Binder) throws
}

extension ColumnRepresentable {
  /// The number of ``columns``.
  public static var columnCount: Int { columns.count }

  /// No rule.
  public static func check(_ name: (_ part: String) -> String) -> String? { nil }

  /// The same rule, since a CHECK of NULL passes.
  public static func checkIfPresent(_ name: (_ part: String) -> String) -> String? { check(name) }

  /// No layout.
  public static var _$compositeLayout: CompositeLayout? { nil }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  /// As many as the wrapped value has.
  public static var columnCount: Int { Wrapped.columnCount }

  /// The same columns, which may be NULL.
  public static var columns: [ColumnDescription] { Wrapped.columns.map(\.optional) }

  /// The layout of the wrapped value.
  public static var _$compositeLayout: CompositeLayout? { Wrapped._$compositeLayout }

  /// The rule of a value that may be nil.
  public static func check(_ name: (_ part: String) -> String) -> String? {
    Wrapped.checkIfPresent(name)
  }

  /// Reads nil where the first column is NULL.
  @inlinable
  public init(from row: inout Row) throws {
    if row.isNull {
      row.skip(Wrapped.columnCount)
      self = nil
    } else {
      self = try Wrapped(from: &row)
    }
  }

  /// Binds NULL to each column for nil.
  @inlinable
  public func bind(to binder: inout Binder) throws {
    if let value = self {
      try value.bind(to: &binder)
    } else {
      for _ in 0..<Wrapped.columnCount { binder.bindNull() }
    }
  }
}
