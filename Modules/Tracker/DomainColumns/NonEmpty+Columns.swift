public import StrataDomain
public import StrataSQLite
public import StrataSchema

extension NonEmpty: ColumnRepresentable where C: ColumnRepresentable {
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
