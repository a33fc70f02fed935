import StrataQuery
import StrataSchema

/// Answers queries over rows in memory, slowly and plainly: truth has two values, nil is a value,
/// as ``QueryExpression`` says.
struct GraphOracle {
  struct Row {
    var values: [String: ColumnValue] = [:]
    var parent: Int64?
    /// The keys at the other end of each relationship that is kept as links.
    var links: [String: [Int64]] = [:]
  }

  var nodes: [Int64: Row] = [:]
  var labels: [Int64: Row] = [:]

  /// The object that each variable stands for.
  typealias Bindings = [Int: (entity: String, key: Int64?)]

  /// The keys of the nodes that meet a condition, ascending.
  func keys(_ condition: QueryExpression) -> [Int64] {
    nodes.keys.sorted().filter { isTrue(condition, [0: ("Node", $0)]) }
  }

  func isTrue(_ condition: QueryExpression, _ bindings: Bindings) -> Bool {
    switch condition {
    case .comparison(let comparison, let lhs, let rhs):
      Self.compare(comparison, value(lhs, bindings), value(rhs, bindings))
    case .and(let terms): terms.allSatisfy { isTrue($0, bindings) }
    case .or(let terms): terms.contains { isTrue($0, bindings) }
    case .not(let term): !isTrue(term, bindings)
    case .membership(let element, let list):
      list.contains { Self.compare(.equal, value(element, bindings), $0) }
    case .text(let comparison, let lhs, let rhs, let options):
      Self.compareTexts(comparison, value(lhs, bindings), value(rhs, bindings), options)
    case .conditional(let test, let yes, let no):
      isTrue(isTrue(test, bindings) ? yes : no, bindings)
    case .exists(let collection, let condition):
      !members(collection, where: condition, bindings).isEmpty
    default:
      // A value as a condition is true when it is there and not zero.
      Self.number(value(condition, bindings)).map { $0 != 0 } ?? false
    }
  }

  func value(_ expression: QueryExpression, _ bindings: Bindings) -> ColumnValue {
    switch expression {
    case .literal(let value): return value
    case .column(let path, let column): return row(path, bindings)?.values[column.name] ?? .null
    case .key(let path): return end(path, bindings).key.map(ColumnValue.integer) ?? .null
    case .arithmetic(let operation, let lhs, let rhs):
      return Self.calculate(operation, value(lhs, bindings), value(rhs, bindings))
    case .function(let function, let arguments):
      return Self.call(function, arguments.map { value($0, bindings) })
    case .conditional(let test, let yes, let no):
      return value(isTrue(test, bindings) ? yes : no, bindings)
    case .aggregate(.count, let collection, let condition, _):
      return .integer(
        Int64(members(collection, where: condition ?? .alwaysTrue, bindings).count))
    case .aggregate(let aggregate, let collection, let condition, let summand):
      let members = members(collection, where: condition ?? .alwaysTrue, bindings)
      return Self.reduce(
        aggregate,
        members.compactMap { member in
          summand.map { value($0, member) }
        })
    default: return .integer(isTrue(expression, bindings) ? 1 : 0)
    }
  }

  private func end(_ path: QueryPath, _ bindings: Bindings) -> (entity: String, key: Int64?) {
    path.steps.reduce(bindings[path.variable] ?? ("Node", nil)) { place, step in
      (step.destination, place.key.flatMap { nodes[$0]?.parent })
    }
  }

  private func row(_ path: QueryPath, _ bindings: Bindings) -> Row? {
    let (entity, key) = end(path, bindings)
    return key.flatMap { entity == "Node" ? nodes[$0] : labels[$0] }
  }

  private func members(
    _ collection: QueryCollection, where condition: QueryExpression, _ bindings: Bindings
  ) -> [Bindings] {
    let keys: [Int64] =
      if collection.relationship == "children" {
        nodes.filter {
          $0.value.parent != nil && $0.value.parent == end(collection.owner, bindings).key
        }.map(\.key)
      } else {
        row(collection.owner, bindings)?.links[collection.relationship] ?? []
      }
    return keys.map { key in
      bindings.merging([collection.variable: (collection.destination, key)]) { _, new in new }
    }.filter { isTrue(condition, $0) }
  }
}
