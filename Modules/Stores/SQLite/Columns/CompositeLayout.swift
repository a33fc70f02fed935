public import StrataSchema

/// The columns of a type with `@Composite`, and the rules that they follow.
public struct CompositeLayout: Sendable {
  /// The columns, in the order in which they are bound and read. The first is NULL where there is no
  /// value, and nowhere else.
  public let columns: [ColumnDescription]
  /// How values are put together.
  package let shape: CompositeShape
  private let parts: [CompositePart]
  private let cases: [Case]
  /// True if a column only says that there is a value.
  let isMarked: Bool

  /// The part that is always there, in a struct whose members may all be nil.
  static let marker = "exists"
  /// The part that names an enum's case.
  static let kind = "kind"

  /// A case of an enum: what it carries, in order.
  public struct Case: Sendable {
    let name: String
    let values: [Value]

    /// Describes a case.
    public init(_ name: String, _ values: Value...) {
      self.name = name
      self.values = values
    }
  }

  /// A value that a case carries.
  public struct Value: Sendable {
    let label: String
    let part: String
    let isOptional: Bool

    /// Describes what a case carries: what JSON calls it, the part that keeps it, whether it may be nil.
    public init(_ label: String, in part: String, isOptional: Bool = false) {
      self.label = label
      self.part = part
      self.isOptional = isOptional
    }
  }

  /// Lays out a struct. Where the first part may be nil, a column says that there is a value.
  public init(structure parts: [CompositePart]) {
    self.parts = parts
    cases = []
    isMarked = parts.first?.columns.first?.isOptional ?? true
    var columns = parts.flatMap(\.namedColumns)
    if isMarked {
      columns.insert(
        ColumnDescription(Self.marker, .integer, meaning: .oneOf([.integer(1)])), at: 0)
    }
    self.columns = columns
    shape = .structure(
      presence: columns.first?.part ?? Self.marker,
      parts.map { .init(name: $0.name, part: $0.name, isOptional: $0.isOptional, shape: $0.shape) })
  }

  /// Lays out an enum.
  ///
  /// - Parameter parts: What the cases carry, each as an optional value.
  public init(enumeration parts: [CompositePart], _ cases: [Case]) {
    self.parts = parts
    self.cases = cases
    isMarked = false
    // A value of one column has no parts.
    let kind = parts.isEmpty ? "" : Self.kind
    columns =
      [
        ColumnDescription(
          kind, .text, meaning: .oneOf(cases.map { .text($0.name) }),
          // An enum that gains its first payload, or loses its last one, keeps its cases.
          formerParts: [parts.isEmpty ? Self.kind : ""])
      ]
      + parts.flatMap(\.namedColumns)
    let shapes = Dictionary(
      parts.map { ($0.name, $0.shape) }, uniquingKeysWith: { first, _ in first })
    shape = .enumeration(
      kind: kind,
      cases.map { one in
        CompositeShape.Case(
          name: one.name,
          values: one.values.map {
            .init(
              name: $0.label, part: $0.part, isOptional: $0.isOptional,
              shape: shapes[$0.part].flatMap { $0 })
          })
      })
  }

  /// The rule of a value that is there.
  func check(_ name: (_ part: String) -> String) -> String? {
    joined([caseRule(name, otherwise: "FALSE"), markerRule(name)] + partRules(name))
  }

  /// The rule of a value that may be missing as a whole.
  func checkIfPresent(_ name: (_ part: String) -> String) -> String? {
    let others = columns.dropFirst()
    let nothing = others.map { "\(name($0.part)) IS NULL" }.joined(separator: " AND ")
    guard cases.isEmpty else {
      let missing = "\(name(columns[0].part)) IS NULL"
      return joined(
        [caseRule(name, otherwise: nothing.isEmpty ? missing : "\(missing) AND \(nothing)")]
          + partRules(name))
    }
    guard !others.isEmpty else { return markerRule(name) }
    let all = others.filter { !$0.isOptional }.map { "\(name($0.part)) IS NOT NULL" }
    let present = all.isEmpty ? "TRUE" : all.joined(separator: " AND ")
    let rule =
      "CASE WHEN \(name(columns[0].part)) IS NULL THEN \(nothing) ELSE \(present) END"
    return joined([rule, markerRule(name)] + partRules(name))
  }

  // NULL passes here too.
  private func markerRule(_ name: (_ part: String) -> String) -> String? {
    isMarked ? "\(name(Self.marker)) = 1" : nil
  }

  private func joined(_ rules: [String?]) -> String? {
    let rules = rules.compactMap(\.self)
    return rules.count > 1
      ? rules.map { "(\($0))" }.joined(separator: " AND ") : rules.first
  }

  private func partRules(_ name: (_ part: String) -> String) -> [String?] {
    parts.map { part in part.check { name(ColumnDescription.path(part.name, $0)) } }
  }

  /// Each case's parts are filled, and no others.
  private func caseRule(_ name: (_ part: String) -> String, otherwise: String) -> String? {
    guard !cases.isEmpty, !parts.isEmpty else { return cases.isEmpty ? nil : kindRule(name) }
    let rules = cases.map { one in
      let rules = parts.compactMap { part -> String? in
        guard let first = part.namedColumns.first else { return nil }
        guard let value = one.values.first(where: { $0.part == part.name }) else {
          return "\(name(first.part)) IS NULL"
        }
        return value.isOptional ? nil : "\(name(first.part)) IS NOT NULL"
      }
      return
        "WHEN \(literal(one.name)) THEN \(rules.isEmpty ? "TRUE" : rules.joined(separator: " AND "))"
    }
    return "CASE \(name(columns[0].part)) \(rules.joined(separator: " ")) ELSE \(otherwise) END"
  }

  // NULL passes: whether there must be a value is the column's own rule.
  private func kindRule(_ name: (_ part: String) -> String) -> String {
    let names = cases.map { literal($0.name) }.joined(separator: ", ")
    return "\(name(columns[0].part)) IN (\(names))"
  }

  /// The initial values of parts, by the names of their columns, and those of values inside.
  package var defaults: [String: [Schema.Attribute.PartDefault]] {
    var result: [String: [Schema.Attribute.PartDefault]] = [:]
    for part in parts {
      for (name, defaults) in part.layout?.defaults ?? [:] {
        result[ColumnDescription.path(part.name, name), default: []] += defaults.map {
          $0.inside(part.name)
        }
      }
      guard let make = part.makeDefault else { continue }
      for (index, column) in part.namedColumns.enumerated() {
        result[column.part, default: []].append(
          .init(of: part.name, make, index: index, isConstant: part.isDefaultConstant))
      }
    }
    if isMarked {
      result[Self.marker] = [
        .init(of: Self.marker, { [.integer(1)] }, index: 0, isConstant: true)
      ]
    }
    return result
  }
}
