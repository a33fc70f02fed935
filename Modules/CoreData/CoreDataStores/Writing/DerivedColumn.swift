internal import Foundation

/// A column that a store's triggers work out.
struct DerivedColumn {
  let entity: String
  let attribute: String
  let table: String
  let column: String

  /// Whether a trigger is one of the column's, and does nothing but set it and tell of it.
  func isServed(by name: String, _ sql: String) -> Bool {
    guard name.hasPrefix("Z_DA_"), name.contains("_\(entity)_\(attribute)_"),
      let begin = sql.range(of: "BEGIN", options: .caseInsensitive),
      let end = sql.range(of: "END", options: [.caseInsensitive, .backwards])
    else { return false }
    let statements = sql[begin.upperBound..<end.lowerBound].split(separator: ";")
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    return statements.allSatisfy { setsColumn($0) || tells($0) }
  }

  private func setsColumn(_ statement: String) -> Bool {
    let beginning = "UPDATE \(table) SET \(column) = "
    guard statement.uppercased().hasPrefix(beginning.uppercased()) else { return false }
    // One assignment alone: no other column is set behind a comma.
    let rest = statement.dropFirst(beginning.count)
    return rest.range(of: #",\s*"?\w+"?\s*=[^=]"#, options: .regularExpression) == nil
  }

  private func tells(_ statement: String) -> Bool {
    statement.hasPrefix("SELECT NSCoreDataDATrigger")
  }
}
