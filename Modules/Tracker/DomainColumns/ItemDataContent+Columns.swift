internal import Foundation
public import StrataDomain
public import StrataSQLite
public import StrataSchema

extension ItemDataContent: @retroactive CompositeColumnRepresentable {
  /// Typed columns that all cases share. A case's missing parts are NULL.
  public static var columns: [ColumnDescription] {
    [
      ColumnDescription(
        "type", .text, meaning: .oneOf(Kind.allCases.map { .text($0.rawValue) })),
      ColumnDescription("startDate", .real, meaning: .date),
      ColumnDescription("endDate", .real, isOptional: true, meaning: .date),
      ColumnDescription("value1", .real, isOptional: true),
      ColumnDescription("value2", .real, isOptional: true),
      ColumnDescription("optionID", .blob, isOptional: true, meaning: .uuid),
    ]
  }

  /// The parts of a content that predicates can use.
  public static var columnParts: [PartialKeyPath<ItemDataContent>: String] {
    [
      \.kind: "type", \.startDate: "startDate", \.endDate: "endDate", \.value1: "value1",
      \.value2: "value2", \.optionID: "optionID",
    ]
  }

  /// Returns the SQL condition that the columns of the content's kind aren't NULL and all others
  /// are.
  public static func check(_ name: (_ part: String) -> String) -> String? {
    check(of: Kind.allCases, name)
  }

  /// Returns the SQL condition that a content is of one of some kinds, and has the columns of its kind.
  public static func check(
    of kinds: some Sequence<Kind>, _ name: (_ part: String) -> String
  ) -> String {
    let rules = kinds.map { kind in
      let parts = Part.allCases.map { part in
        "\(name(part.rawValue)) IS \(kind.isRequired(part) ? "NOT " : "")NULL"
      }
      return "WHEN '\(kind.rawValue)' THEN \(parts.joined(separator: " AND "))"
    }
    return "CASE \(name("type")) \(rules.joined(separator: " ")) ELSE FALSE END"
  }

  /// Reads a content from its columns, and throws if they aren't valid.
  public init(from row: inout Row) throws {
    let text = try row.text()
    let kind: Kind
    do {
      kind = try Kind(named: text)
    } catch {
      throw row.invalidLast("\(error)")
    }
    let parts = Parts(
      kind: kind, startDate: try Date?(from: &row), endDate: try Date?(from: &row),
      value1: try Double?(from: &row), value2: try Double?(from: &row),
      optionID: try UUID?(from: &row))
    do {
      try self.init(parts: parts)
    } catch {
      throw row.invalidLast("\(error)")
    }
  }

  /// Binds the content's parts, and NULL for missing ones.
  public func bind(to binder: inout Binder) throws {
    try validate()
    let parts = parts
    binder.bind(text: parts.kind.rawValue)
    try parts.startDate.bind(to: &binder)
    try parts.endDate.bind(to: &binder)
    try parts.value1.bind(to: &binder)
    try parts.value2.bind(to: &binder)
    try parts.optionID.bind(to: &binder)
  }
}
