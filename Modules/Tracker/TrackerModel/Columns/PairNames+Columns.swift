public import Strata
internal import StrataSQLite

extension PairNames: ColumnRepresentable {
  /// One TEXT column.
  public static var columns: [ColumnDescription] { String.columns }

  /// Reads the names without validating them, since they were validated before they were saved.
  public init(from row: inout Row) throws { self.init(trust: try row.text()) }

  /// Binds both names as one text.
  public func bind(to binder: inout Binder) throws { binder.bind(text: description) }
}
