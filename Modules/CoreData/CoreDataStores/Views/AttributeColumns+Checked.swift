import StrataDescriptions
import StrataSQLite

// A column can contain values of any type, whatever its declaration says.
extension AttributeColumns {
  /// SQL for the value that fails if it isn't of the attribute's type.
  var checked: String {
    switch attribute.type {
    case .integer16: number(from: Int64(Int16.min), to: Int64(Int16.max))
    case .integer32: number(from: Int64(Int32.min), to: Int64(Int32.max))
    case .integer64: value(of: ["integer"])
    // Every number except 0 is true.
    case .boolean:
      "CASE typeof(\(column)) WHEN 'integer' THEN \(column) <> 0 WHEN 'null' THEN NULL ELSE \(misfit) END"
    case .double, .float, .date: value(of: ["real", "integer"])
    case .string, .uri: "\(StoreFunctions.text)(\(column))"
    case .decimal: "\(StoreFunctions.decimal)(\(column))"
    case .uuid:
      "CASE WHEN \(column) IS NULL OR typeof(\(column)) = 'blob' AND length(\(column)) = 16 "
        + "THEN \(column) ELSE \(misfit) END"
    case .binaryData, .transformable:
      attribute.allowsExternalBinaryDataStorage
        ? "\(StoreFunctions.data)(\(column))" : value(of: ["blob"])
    default: column
    }
  }

  private var misfit: String {
    "\(StoreFunctions.misfit)(\(column), \(literal(attribute.type.name)))"
  }

  private func value(of kinds: [String]) -> String {
    let kinds = (kinds + ["null"]).map { literal($0) }.joined(separator: ", ")
    return "CASE WHEN typeof(\(column)) IN (\(kinds)) THEN \(column) ELSE \(misfit) END"
  }

  private func number(from least: Int64, to greatest: Int64) -> String {
    "CASE WHEN \(column) IS NULL OR typeof(\(column)) = 'integer' "
      + "AND \(column) BETWEEN \(least) AND \(greatest) THEN \(column) ELSE \(misfit) END"
  }
}
