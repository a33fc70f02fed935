public import StrataSchema

/// A value of several columns whose parts predicates and sort keys can speak of.
///
/// Each key path leads to a property whose value is what the part's column holds, nil where the
/// column is NULL. A property that computes anything else of a part must not be listed. A part that is
/// a value of several columns itself is named by what the names of its columns begin with.
public protocol CompositeColumnRepresentable: ColumnRepresentable {
  /// The names of the parts, as ``ColumnRepresentable/columns`` has them, by the key paths that lead
  /// to their values.
  static var columnParts: [PartialKeyPath<Self>: String] { get }
}

extension CompositeColumnRepresentable {
  /// The column that a key path leads to; nil for a key path that leads to no part, or to several
  /// columns.
  public static func column(at keyPath: AnyKeyPath) -> ColumnDescription? {
    columnRange(at: keyPath).flatMap { $0.count == 1 ? columns[$0.lowerBound] : nil }
  }

  /// The positions among ``ColumnRepresentable/columns`` of the columns that a key path leads to;
  /// nil for a key path that leads to no part.
  package static func columnRange(at keyPath: AnyKeyPath) -> Range<Int>? {
    guard let keyPath = keyPath as? PartialKeyPath<Self>, let part = columnParts[keyPath] else {
      return nil
    }
    let inner = type(of: keyPath).valueType as? any ColumnRepresentable.Type
    let first = ColumnDescription.path(part, inner?.columns.first?.part ?? "")
    let columns = columns
    guard let start = columns.firstIndex(where: { $0.part == first }) else {
      return columns.firstIndex { $0.part == part }.map { $0..<($0 + 1) }
    }
    let end = start + (inner?.columnCount ?? 1)
    return end <= columns.count ? start..<end : nil
  }
}
