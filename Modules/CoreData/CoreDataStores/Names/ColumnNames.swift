import StrataDescriptions

/// The columns of one table that a model accounts for.
struct ColumnNames {
  /// How often each name is wanted, without the number that tells equal ones apart.
  private var counts: [String: Int] = [:]
  /// The columns of attributes and to-one relationships.
  private var values: Set<String> = []
  /// Those of to-one relationships among them.
  private var links: Set<String> = []
  /// What other relationships need.
  private var others: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// Gives a name its number: the first of equal ones stands as it is, and the further ones are numbered
  /// from 1.
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

  /// A column that would be the next of equal ones, so that the model knows fewer than the table has and
  /// takes each for another; nil where there is none.
  func shifted(in columns: [String]) -> (column: String, name: String)? {
    let columns = Set(columns.map { $0.uppercased() })
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      let next = "\(name)\(count)"
      if columns.contains(next), !explains(next) { return (next, name) }
    }
    return nil
  }

  /// Whether the model says what a column is.
  func explains(_ column: String) -> Bool {
    let column = column.uppercased()
    if values.contains(column) || others.contains(column) { return true }
    if column.hasPrefix("Z_FOK_") {
      let rest = column.dropFirst("Z_FOK_".count)
      return links.contains("Z" + rest) || others.contains("Z" + rest)
    }
    // The entity of what a to-one relationship leads to, with its destination's number.
    let rest = column.dropFirst().drop(while: \.isNumber)
    return column.hasPrefix("Z") && rest.hasPrefix("_") && rest.count < column.count - 1
      && links.contains("Z" + rest.dropFirst())
  }
}
