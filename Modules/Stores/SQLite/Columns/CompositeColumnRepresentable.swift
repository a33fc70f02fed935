public import StrataSchema

/// A value of several columns whose parts predicates and sort keys can read.
///
/// Each key path in ``columnParts`` leads to a property with the value of the part's column, or nil if
/// the column is NULL. Don't list properties that compute anything else. For a part that has several
/// columns itself, give the common beginning of their names.
///
/// ```swift
/// struct Position { var latitude, longitude: Double }
///
/// extension Position: CompositeColumnRepresentable {
///   static var columns: [ColumnDescription] {
///     [ColumnDescription("latitude", .real), ColumnDescription("longitude", .real)]
///   }
///   static var columnParts: [PartialKeyPath<Position>: String] {
///     [\.latitude: "latitude", \.longitude: "longitude"]
///   }
///   init(from row: inout Row) throws {
///     self.init(latitude: try row.decode(), longitude: try row.decode())
///   }
///   func bind(to binder: inout Binder) throws {
///     try binder.encode(latitude)
///     try binder.encode(longitude)
///   }
/// }
/// ```
public protocol CompositeColumnRepresentable: ColumnRepresentable {
  /// The names of the parts in ``ColumnRepresentable/columns``, by the key paths to their values.
  static var columnParts: [PartialKeyPath<Self>: String] { get }
}

extension CompositeColumnRepresentable {
  /// The column of a key path, or nil if it leads to no part or to several columns.
  public static func column(at keyPath: AnyKeyPath) -> ColumnDescription? {
    columnRange(at: keyPath).flatMap { $0.count == 1 ? columns[$0.lowerBound] : nil }
  }

  /// The indexes in ``ColumnRepresentable/columns`` of the columns of a key path, or nil if it leads to no
  /// part.
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
