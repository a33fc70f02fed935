public import StrataSchema

/// A value of several columns whose parts predicates and sort keys can speak of.
///
/// Each key path leads to a property whose value is what the part's column holds, nil where the
/// column is NULL. A property that computes anything else of a part must not be listed.
public protocol CompositeColumnRepresentable: ColumnRepresentable {
  /// The names of the parts, as ``ColumnRepresentable/columns`` has them, by the key paths that lead
  /// to their values.
  static var columnParts: [PartialKeyPath<Self>: String] { get }
}

extension CompositeColumnRepresentable {
  /// The column that a key path leads to; nil for a key path that leads to no part.
  public static func column(at keyPath: AnyKeyPath) -> ColumnDescription? {
    guard let keyPath = keyPath as? PartialKeyPath<Self>, let part = columnParts[keyPath] else {
      return nil
    }
    return columns.first { $0.part == part }
  }
}
