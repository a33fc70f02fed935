internal import Foundation
public import StrataSchema

// A composite is laid out as a struct with `@Composite` is, so that both open the same store.
extension AttributeDescription {
  /// The columns that keep a value: one, or one for each value that a composite ends in. Where the first
  /// of these may be nil, another column says that there is a value.
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

  /// Whether a column does nothing but say that there is a value.
  package var isMarked: Bool {
    guard type == .composite, let first = elements.first else { return false }
    return first.columns.first?.isOptional ?? true
  }

  private static let marker = ColumnDescription(
    "exists", .integer, meaning: .oneOf([.integer(1)]))

  /// How a composite's value is put together; nil for any other.
  var shape: CompositeShape? {
    guard type == .composite, let presence = requiredColumns.first?.part else { return nil }
    return .structure(
      presence: presence,
      elements.map {
        .init(name: $0.name, part: $0.name, isOptional: $0.isOptional, shape: $0.shape)
      })
  }

  /// The rule of a composite's columns, as SQL; nil for other values.
  ///
  /// - Parameter columns: Those of the attribute, with their owners.
  func check(_ columns: [ColumnDescription]) -> String? {
    guard type == .composite else { return nil }
    let names = Dictionary(
      columns.map { ($0.part, $0.name(of: name)) }, uniquingKeysWith: { first, _ in first })
    return rule { part in
      "\"" + (names[part] ?? part).replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
  }

  /// All parts are there that must be, or none where there is no value.
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
