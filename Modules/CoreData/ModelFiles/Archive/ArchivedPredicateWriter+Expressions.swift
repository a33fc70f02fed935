internal import StrataArchives

extension ArchivedPredicateWriter {
  mutating func constant(_ node: Node) -> String? {
    if let value = node["NSConstantValue"] { return literal(value) }
    // A missing constant is nil. A class, which is archived by name, has no text.
    return node["NSConstantValueClassName"] == nil ? "nil" : nil
  }

  /// Writes a key path. It is archived as a method call with the path as its argument, usually on
  /// the object itself.
  mutating func keyPath(_ node: Node) -> String? {
    guard let operand = node["NSOperand"], let arguments = elements(node["NSArguments"]),
      arguments.count == 1, let path = text(arguments[0]["NSKeyPath"]), !path.isEmpty,
      let owner = expression(operand)
    else { return nil }
    let components = path.split(separator: ".", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty }) else { return nil }
    let escaped = components.map { Self.isReserved($0) ? "#\($0)" : String($0) }
      .joined(separator: ".")
    return owner == "SELF" ? escaped : "\(owner).\(escaped)"
  }

  mutating func function(_ node: Node) -> String? {
    guard let selector = text(node["NSSelectorName"]),
      let operand = node["NSOperand"],
      let nodes = elements(node["NSArguments"]), let arguments = texts(nodes)
    else { return nil }
    // The language's own functions are methods of this class.
    guard operand["NSConstantValueClassName"]?.string == "_NSPredicateUtilities" else {
      guard let owner = expression(operand) else { return nil }
      let all = [owner, JSONText.quoted(selector)] + arguments
      return "FUNCTION(\(all.joined(separator: ", ")))"
    }
    if arguments.count == 2, let symbol = Self.symbols[selector] {
      return "(\(arguments[0]) \(symbol) \(arguments[1]))"
    }
    if selector == "count:", nodes.count == 1, nodes[0].className == "NSKeyPathExpression" {
      return "\(arguments[0]).@count"
    }
    if selector == "objectFrom:withIndex:", arguments.count == 2 {
      return "\(arguments[0])[\(arguments[1])]"
    }
    guard selector.filter({ $0 == ":" }).count == arguments.count else { return nil }
    if arguments.isEmpty { return "\(selector)()" }
    guard selector.hasSuffix(":"), arguments.count == 1 else { return nil }
    return "\(selector)(\(arguments[0]))"
  }

  private static let symbols = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    "raise:toPower:": "**",
  ]

  /// True if a word is a keyword of the language, in upper or lower case.
  private static func isReserved(_ word: Substring) -> Bool {
    word.utf8.count <= 14 && reserved.contains(word.uppercased())
  }

  /// The reserved words that the Predicate Programming Guide lists.
  private static let reserved: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE",
    "YES",
    "FALSE", "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST",
    "TRUEPREDICATE", "FALSEPREDICATE",
  ]
}
