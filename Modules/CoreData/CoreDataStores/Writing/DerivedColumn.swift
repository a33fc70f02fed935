internal import Foundation

/// A column whose value the store's triggers compute.
struct DerivedColumn {
  let entity: String
  let attribute: String
  let table: String
  let column: String

  /// True if a trigger belongs to this column, and only sets it and reports the change.
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
    // Only one assignment is accepted: another after a comma would set another column.
    let rest = statement.dropFirst(beginning.count)
    return rest.range(of: #",\s*"?\w+"?\s*=[^=]"#, options: .regularExpression) == nil
  }

  private func tells(_ statement: String) -> Bool {
    statement.hasPrefix("SELECT NSCoreDataDATrigger")
  }
}
