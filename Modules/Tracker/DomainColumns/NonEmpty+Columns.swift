public import StrataDomain
public import StrataSQLite
public import StrataSchema

extension NonEmpty: @retroactive ColumnRepresentable where C: ColumnRepresentable {
  /// The columns of the collection.
  public static var columns: [ColumnDescription] { C.columns }

  /// The number of the collection's columns.
  public static var columnCount: Int { C.columnCount }

  /// Reads the collection, and throws if it is empty.
  public init(from row: inout Row) throws {
    let rawValue = try C(from: &row)
    do {
      try self.init(rawValue)
    } catch {
      throw row.invalidLast("\(error)")
    }
  }

  /// Binds the collection.
  public func bind(to binder: inout Binder) throws { try rawValue.bind(to: &binder) }
}

extension BoundedName: @retroactive ColumnRepresentable {
  /// One TEXT column.
  public static var columns: [ColumnDescription] { String.columns }

  /// Reads the name without validating it, since it was validated before it was saved.
  public init(from row: inout Row) throws { self.init(trust: try row.text()) }

  /// Binds the name.
  public func bind(to binder: inout Binder) throws { binder.bind(text: rawValue) }
}

/// One INTEGER column with a bit for each number, which queries ask for its bits: `contains(all:)`.
extension OptionSelection: @retroactive BitmaskColumnRepresentable {}
