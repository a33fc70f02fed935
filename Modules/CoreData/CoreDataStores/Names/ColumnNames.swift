import StrataDescriptions

/// The columns of a table that its model describes.
struct ColumnNames {
  /// The number of columns for each name, before equal names are numbered.
  private var counts: [String: Int] = [:]
  /// The columns of attributes and to-one relationships.
  private var values: Set<String> = []
  /// The columns of to-one relationships.
  private var links: Set<String> = []
  /// The columns of keys and of relationships without an inverse.
  private var others: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// Registers a column and returns its name. Of several equal names the first is unchanged, and
  /// the others are numbered from 1.
  mutating func add(_ name: String, isLink: Bool) -> String {
    let name = "Z" + name.uppercased()
    let count = counts[name, default: 0]
    counts[name] = count + 1
    let numbered = count == 0 ? name : "\(name)\(count)"
    values.insert(numbered)
    if isLink { links.insert(numbered) }
    return numbered
  }

  mutating func add(other name: String) { others.insert(name.uppercased()) }

  /// Finds a numbered column beyond those in the model. Returns nil if there is none.
  ///
  /// Such a column shows that the table has one more property of that name than the model, so that
  /// columns would be assigned to the wrong properties.
  func shifted(in columns: [String]) -> (column: String, name: String)? {
    let columns = Set(columns.map { $0.uppercased() })
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      let next = "\(name)\(count)"
      if columns.contains(next), !explains(next) { return (next, name) }
    }
    return nil
  }

  /// True if the model describes a column.
  func explains(_ column: String) -> Bool {
    let column = column.uppercased()
    if values.contains(column) || others.contains(column) { return true }
    if column.hasPrefix("Z_FOK_") {
      let rest = column.dropFirst("Z_FOK_".count)
      return links.contains("Z" + rest) || others.contains("Z" + rest)
    }
    // The column with a to-one destination's entity number, which begins with the number of the
    // relationship's destination.
    let rest = column.dropFirst().drop(while: \.isNumber)
    return column.hasPrefix("Z") && rest.hasPrefix("_") && rest.count < column.count - 1
      && links.contains("Z" + rest.dropFirst())
  }
}
