internal import Foundation
internal import StrataArchives

/// Writes archived predicates and expressions in the predicate language.
///
/// The numbers are those in Foundation's public headers `NSPredicate.h`, `NSExpression.h` and
/// `NSComparisonPredicate.h`. Anything unknown makes the whole result nil.
struct ArchivedPredicateWriter {
  typealias Node = KeyedArchive.Node

  /// The number of objects visited. A long text counts as several.
  private(set) var cost = 0
  private var depth = 0

  private static let costLimit = 10_000
  private static let depthLimit = 64

  /// The predicate as text.
  mutating func predicate(_ node: Node) -> String? {
    guard enter() else { return nil }
    defer { depth -= 1 }
    switch node.className {
    case "NSComparisonPredicate": return comparison(node)
    case "NSCompoundPredicate": return compound(node)
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    default: return nil
    }
  }

  /// The expression as text.
  mutating func expression(_ node: Node) -> String? {
    guard enter() else { return nil }
    defer { depth -= 1 }
    if node.className == "NSKeyPathExpression" { return keyPath(node) }
    switch node["NSExpressionType"]?.integer {
    case 0: return constant(node)
    case 1: return "SELF"
    case nil where node.className == "NSSelfExpression": return "SELF"
    case 2: return text(node["NSVariable"]).map { "$" + $0 }
    case 4: return function(node)
    case 14:
      guard let nodes = elements(node["NSCollection"]), let parts = texts(nodes) else { return nil }
      return "{" + parts.joined(separator: ", ") + "}"
    default: return nil
    }
  }

  private mutating func enter() -> Bool {
    cost += 1
    depth += 1
    if cost <= Self.costLimit, depth <= Self.depthLimit { return true }
    depth -= 1
    return false
  }

  mutating func text(_ node: Node?) -> String? {
    guard let text = node?.string else { return nil }
    cost += text.utf8.count / 64
    return cost <= Self.costLimit ? text : nil
  }

  /// The objects in a list, or nil if one is missing.
  mutating func elements(_ node: Node?) -> [Node]? {
    guard let places = node?.places else { return nil }
    cost += places.count
    let elements = places.compactMap(\.self)
    return cost <= Self.costLimit && elements.count == places.count ? elements : nil
  }

  mutating func texts(_ nodes: [Node]) -> [String]? {
    var parts: [String] = []
    for node in nodes {
      guard let part = expression(node) else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// Writes a value, or returns nil if the language has no literal for it.
  mutating func literal(_ node: Node) -> String? {
    guard enter() else { return nil }
    defer { depth -= 1 }
    if let text = text(node) { return JSONText.quoted(text) }
    switch node.value {
    case .boolean(let flag): return flag ? "TRUE" : "FALSE"
    case .integer(let number): return "\(number)"
    case .unsignedInteger(let number): return "\(number)"
    case .real(let number): return number.isFinite ? "\(number)" : nil
    default: break
    }
    if node.isKind(of: "NSDecimalNumber") { return node.decimal.map { "\($0)" } }
    if let date = node.date {
      let seconds = date.timeIntervalSinceReferenceDate
      return seconds.isFinite ? "CAST(\(seconds), \"NSDate\")" : nil
    }
    guard let elements = elements(node) else { return nil }
    var parts: [String] = []
    for element in elements {
      guard let part = literal(element) else { return nil }
      parts.append(part)
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
