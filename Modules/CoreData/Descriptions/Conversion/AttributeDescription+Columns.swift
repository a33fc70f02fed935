internal import Foundation
public import StrataSchema

// A composite has the same columns as a struct with `@Composite`, so that both can open the same
// store.
extension AttributeDescription {
  /// The columns that store a value: one, or one for each leaf of a composite.
  ///
  /// If the first leaf may be nil, an extra column marks that the composite has a value.
  public var columns: [ColumnDescription] {
    isOptional ? requiredColumns.map(\.optional) : requiredColumns
  }

  private var requiredColumns: [ColumnDescription] {
    guard type == .composite else { return type.column.map { [$0] } ?? [] }
    let parts = elements.flatMap { element in
      element.columns.map { $0.inside(element.name, formerly: element.formerName) }
    }
    return isMarked ? [Self.marker] + parts : parts
  }

  /// True if an extra column marks that the composite has a value.
  package var isMarked: Bool {
    guard type == .composite, let first = elements.first else { return false }
    return first.columns.first?.isOptional ?? true
  }

  private static let marker = ColumnDescription(
    "exists", .integer, meaning: .oneOf([.integer(1)]))

  /// The structure of a composite's columns, or nil for other types.
  var shape: CompositeShape? {
    guard type == .composite, let presence = requiredColumns.first?.part else { return nil }
    return .structure(
      presence: presence,
      elements.map {
        .init(name: $0.name, part: $0.name, isOptional: $0.isOptional, shape: $0.shape)
      })
  }

  /// The SQL condition that a composite's columns must meet, or nil for other types.
  ///
  /// - Parameter columns: The attribute's columns with their owners.
  func check(_ columns: [ColumnDescription]) -> String? {
    guard type == .composite else { return nil }
    let names = Dictionary(
      columns.map { ($0.part, $0.name(of: name)) }, uniquingKeysWith: { first, _ in first })
    return rule { part in
      "\"" + (names[part] ?? part).replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
  }

  /// Requires all mandatory parts to be present, or all parts to be null if there is no value.
  private func rule(_ name: (_ part: String) -> String) -> String? {
    guard type == .composite, let presence = requiredColumns.first else { return nil }
    var rules: [String] = []
    let others = requiredColumns.dropFirst()
    if isOptional, !others.isEmpty {
      let nothing = others.map { "\(name($0.part)) IS NULL" }.joined(separator: " AND ")
      let all = others.filter { !$0.isOptional }.map { "\(name($0.part)) IS NOT NULL" }
      let present = all.isEmpty ? "TRUE" : all.joined(separator: " AND ")
      rules.append(
        "CASE WHEN \(name(presence.part)) IS NULL THEN \(nothing) ELSE \(present) END")
    }
    if isMarked { rules.append("\(name(Self.marker.part)) = 1") }
    rules += elements.compactMap { element in
      element.rule { name(ColumnDescription.path(element.name, $0)) }
    }
    return rules.count > 1
      ? rules.map { "(\($0))" }.joined(separator: " AND ") : rules.first
  }
}
