/// The types that, by their spelling, can't be models.
enum PlainType {
  private static let names: Set<String> = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "Double", "Float", "CGFloat", "TimeInterval", "Decimal", "UUID", "URL",
    "Data", "Date",
  ]

  static func isPlain(_ type: String) -> Bool {
    var type = type[...]
    if type.hasSuffix("?") { type = type.dropLast() }
    for module in ["Swift.", "Foundation."] where type.hasPrefix(module) {
      type = type.dropFirst(module.count)
    }
    return names.contains(String(type))
  }

  /// Returns the default type of a literal, or nil for any other expression.
  static func ofLiteral(_ text: String) -> String? {
    if text == "true" || text == "false" { return "Swift.Bool" }
    if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1,
      !text.dropFirst().dropLast().contains("\"")
    {
      return "Swift.String"
    }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.first.map(isDigit) == true else { return nil }
    if digits.allSatisfy({ isDigit($0) || $0 == "_" }) { return "Swift.Int" }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal =
      parts.count == 2
      && parts.allSatisfy {
        $0.first.map(isDigit) == true && $0.allSatisfy { isDigit($0) || $0 == "_" }
      }
    return isDecimal ? "Swift.Double" : nil
  }

  // Other numeric characters, such as `½`, can be parts of names.
  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
