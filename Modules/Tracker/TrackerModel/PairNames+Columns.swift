public import Strata
internal import StrataSQLite

extension PairNames: ColumnRepresentable {
  /// One TEXT column.
  public static var columns: [ColumnDescription] { String.columns }

  /// Reads the names, and throws if they aren't valid.
  public init(from row: inout Row) throws {
    let text = try row.text()
    do {
      try self.init(text)
    } catch {
      throw row.invalidLast("\(error)")
    }
  }

  /// Binds both names as one text.
  public func bind(to binder: inout Binder) throws { binder.bind(text: description) }
}
