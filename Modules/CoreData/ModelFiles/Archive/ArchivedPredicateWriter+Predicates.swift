internal import StrataArchives

extension ArchivedPredicateWriter {
  mutating func comparison(_ node: Node) -> String? {
    guard let left = node["NSLeftExpression"].flatMap({ expression($0) }),
      let right = node["NSRightExpression"].flatMap({ expression($0) }),
      let operation = node["NSPredicateOperator"],
      let symbol = Self.symbol(of: operation), let options = Self.options(of: operation)
    else { return nil }
    let comparison = "\(left) \(symbol)\(options) \(right)"
    switch operation["NSModifier"]?.integer ?? 0 {
    case 0: return comparison
    case 1: return "ALL " + comparison
    case 2: return "ANY " + comparison
    default: return nil
    }
  }

  private static func symbol(of operation: Node) -> String? {
    switch operation["NSOperatorType"]?.integer {
    case 0: "<"
    case 1: "<="
    case 2: ">"
    case 3: ">="
    case 4: operation["NSNegate"]?.boolean == true ? "!=" : "=="
    case 5: "!="
    case 6: "MATCHES"
    case 7: "LIKE"
    case 8: "BEGINSWITH"
    case 9: "ENDSWITH"
    case 10: "IN"
    case 99: "CONTAINS"
    case 100: "BETWEEN"
    default: nil
    }
  }

  /// The options of a comparison, such as `[cd]`. Text operators store them under another key.
  private static func options(of operation: Node) -> String? {
    let options =
      (operation["NSOptions"]?.integer ?? 0) | (operation["NSFlags"]?.integer ?? 0)
    switch options {
    case 0: return ""
    case 1: return "[c]"
    case 2: return "[d]"
    case 3: return "[cd]"
    case 4: return "[n]"
    default: return nil
    }
  }

  mutating func compound(_ node: Node) -> String? {
    guard let nodes = elements(node["NSSubpredicates"]),
      let type = node["NSCompoundPredicateType"]?.integer
    else { return nil }
    var parts: [String] = []
    for node in nodes {
      guard let part = predicate(node) else { return nil }
      // Nested compounds are in parentheses, as Foundation writes them.
      parts.append(node.className == "NSCompoundPredicate" ? "(\(part))" : part)
    }
    switch type {
    case 0:
      guard let node = nodes.first, nodes.count == 1, let part = parts.first else { return nil }
      return node.className == "NSCompoundPredicate" ? "NOT \(part)" : "NOT (\(part))"
    case 1: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
    case 2: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
    default: return nil
    }
  }
}
