public import StrataDomain
public import StrataSQLite
public import StrataSchema

extension BoundedName: ColumnRepresentable {
  /// One TEXT column.
  public static var columns: [ColumnDescription] { String.columns }

  /// Reads the name without validating it, since it was validated before it was saved.
  public init(from row: inout Row) throws { self.init(trust: try row.text()) }

  /// Binds the name.
  public func bind(to binder: inout Binder) throws { binder.bind(text: rawValue) }
}
