import StrataSQLite
import StrataSchema

// `@Composite` has extra columns for what a composite of Core Data expresses by null values.
extension AttributeColumns {
  /// The source of one of our columns.
  enum Part {
    /// Several values, at most one of which isn't null.
    case values([AttributeColumns])
    /// An SQL expression.
    case sql(String)

    static func value(_ value: AttributeColumns) -> Part { .values([value]) }

    func expression(for column: ColumnDescription) -> String? {
      switch self {
      case .sql(let sql): return sql
      case .values(let values):
        let made = values.compactMap { $0.expression(for: column) }
        guard made.count == values.count, let first = made.first else { return nil }
        return made.count == 1 ? first : "coalesce(\(made.joined(separator: ", ")))"
      }
    }
  }

  /// The sources of our columns for a composite with a shape.
  func parts(of shape: CompositeShape, isOptional: Bool) -> [String: Part] {
    var parts: [String: Part] = [:]
    func add(_ member: CompositeShape.Member, of value: AttributeColumns?) {
      guard let value else { return }
      if let shape = member.shape, value.isComposite {
        for (part, made) in value.parts(of: shape, isOptional: true) {
          parts[ColumnDescription.path(member.part, part)] = made
        }
      } else if let leaf = value.leaves.first?.value, value.leaves.count == 1 {
        if case .values(let others)? = parts[member.part] {
          parts[member.part] = .values(others + [leaf])
        } else {
          parts[member.part] = .value(leaf)
        }
      }
    }
    switch shape {
    case .structure(let presence, let members):
      for member in members { add(member, of: element(member.name)) }
      if parts[presence] == nil {
        parts[presence] = .sql(isOptional ? "CASE WHEN \(isThere) THEN 1 END" : "1")
      }
    case .enumeration(let kind, let cases):
      let names = cases.compactMap { one in
        element(one.name).map { "WHEN \($0.isThere) THEN \(literal(one.name))" }
      }
      if !names.isEmpty { parts[kind] = .sql("CASE \(names.joined(separator: " ")) END") }
      for one in cases {
        for value in one.values { add(value, of: element(one.name)?.element(value.name)) }
      }
    }
    return parts
  }
}
