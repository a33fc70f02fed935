public import StrataSchema

/// A Swift value that a row keeps in one or more typed columns.
///
/// A value of one column describes it with an empty part name; a composite value names each part,
/// and its columns are called `property_part` in the table. Reading checks: columns that make no
/// valid value are an error that names row, column and reason.
public protocol ColumnRepresentable {
  /// The columns, in the order in which they are bound and read.
  static var columns: [ColumnDescription] { get }

  /// How many columns there are; asked for each value that is nil.
  static var columnCount: Int { get }

  /// A CHECK rule over the columns, for a value of several; `name` gives a part's column, quoted.
  static func check(_ name: (_ part: String) -> String) -> String?

  /// The same rule for a value that may be nil, whose columns are all NULL then.
  static func checkIfPresent(_ name: (_ part: String) -> String) -> String?

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

  /// The same rule; SQL lets a CHECK pass that is neither true nor false.
  public static func checkIfPresent(_ name: (_ part: String) -> String) -> String? { check(name) }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  /// As many as the wrapped value has.
  public static var columnCount: Int { Wrapped.columnCount }

  /// The same columns, which may be NULL.
  public static var columns: [ColumnDescription] { Wrapped.columns.map(\.optional) }

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
