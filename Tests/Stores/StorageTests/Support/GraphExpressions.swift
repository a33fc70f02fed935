import StrataQuery
import StrataSchema
import StrataTestSupport

/// Makes random conditions over ``Graph``, of every form and of types that fit together.
///
/// Numbers stay small and are quarters at most, so that doubles are exact; divisors aren't zero.
struct GraphExpressions {
  typealias E = QueryExpression

  var random: SeededGenerator
  /// The variables in sight and what they stand for.
  private var scope: [(variable: Int, entity: String)] = [(0, "Node")]
  private var lastVariable = 0

  init(random: SeededGenerator) { self.random = random }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func path() -> (path: QueryPath, entity: String) {
    let (variable, entity) = pick(scope)
    let steps = entity == "Node" ? Int.random(in: 0...2, using: &random) : 0
    return (
      QueryPath(variable: variable, steps: Array(repeating: Graph.parent, count: steps)), entity
    )
  }

  mutating func condition(_ depth: Int) -> E {
    let isLeaf = depth <= 0
    switch Int.random(in: 0..<(isLeaf ? 7 : 14), using: &random) {
    case 0, 1: return .comparison(comparison(), number(depth - 1), number(depth - 1))
    case 2: return .comparison(comparison(), text(depth - 1), text(depth - 1))
    case 3: return textCondition(depth)
    case 4: return membership(depth)
    case 5:
      return pick([
        .literal(.integer(0)), .literal(.integer(1)), .literal(.null),
        Graph.column("flag", path: QueryPath(steps: [Graph.parent])), Graph.column("flag"),
      ])
    case 6: return .comparison(pick([.equal, .notEqual]), key(), pick([key(), .literal(.null)]))
    case 7: return .and(conditions(depth))
    case 8: return .or(conditions(depth))
    case 9, 10: return .not(condition(depth - 1))
    case 11:
      return .conditional(condition(depth - 1), condition(depth - 1), condition(depth - 1))
    default:
      return members { generator, collection in
        .exists(collection, generator.condition(depth - 2))
      }
    }
  }

  private mutating func conditions(_ depth: Int) -> [E] {
    var result: [E] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) { result.append(condition(depth - 1)) }
    return result
  }

  private mutating func comparison() -> E.Comparison {
    pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
  }

  private mutating func key() -> E { .key(path().path) }

  private mutating func membership(_ depth: Int) -> E {
    let isNumber = Bool.random(using: &random)
    let element = isNumber ? number(depth - 1) : text(depth - 1)
    var list: [ColumnValue] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      list.append(
        random.chance(1, in: 4)
          ? .null
          : isNumber
            ? .integer(Int64.random(in: -3...3, using: &random))
            : .text(random.text(of: "abA", upTo: 2)))
    }
    return .membership(element, list)
  }

  private mutating func textCondition(_ depth: Int) -> E {
    let options = pick([[], .caseInsensitive, .diacriticInsensitive] as [E.TextOptions])
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return .text(
        .like, text(depth - 1), .literal(.text(random.text(of: "aA*?b", upTo: 4))), options)
    case 1:
      if random.chance(1, in: 3) {
        return .text(.equal, text(depth - 1), text(depth - 1), options)
      }
      // Letters alone are an expression that fits themselves.
      let letters = E.literal(.text(random.text(of: "abA", upTo: 2)))
      return .text(
        pick([.equal, .matches]), text(depth - 1), letters, options.intersection(.caseInsensitive))
    default:
      return .text(
        pick([.contains, .beginsWith, .endsWith]), text(depth - 1), text(depth - 1), options)
    }
  }

  /// Something over the members of a relationship, which a new variable stands for inside.
  private mutating func members(
    _ body: (inout GraphExpressions, QueryCollection) -> E
  ) -> E {
    let (owner, entity) = path()
    let relationship = entity == "Node" ? pick(["children", "labels", "friends"]) : "nodes"
    lastVariable += 1
    let collection = Graph.collection(
      relationship, of: owner, entity: entity, variable: lastVariable)
    scope.append((lastVariable, collection.destination))
    defer { scope.removeLast() }
    return body(&self, collection)
  }

  private mutating func number(_ depth: Int) -> E {
    Int.random(in: 0..<4, using: &random) == 0 ? real(depth) : integer(depth)
  }

  private mutating func real(_ depth: Int) -> E {
    let (path, entity) = path()
    let x = Graph.column(entity == "Node" ? "x" : "rank", .real, path: path)
    guard depth > 0 else { return x }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .arithmetic(pick([.add, .subtract, .multiply]), x, integer(depth - 1))
    case 1: return .function(pick([.negate, .absolute]), [real(depth - 1)])
    case 2:
      return aggregate(pick([.average, .sum, .minimum, .maximum]), depth) { generator in
        generator.random.chance(1, in: 3)
          ? generator.integer(0) : .arithmetic(.add, generator.memberColumn(), generator.integer(0))
      }
    default: return x
    }
  }

  private mutating func integer(_ depth: Int) -> E {
    let (path, entity) = path()
    let column = Graph.column(entity == "Node" ? pick(["n", "m"]) : "rank", path: path)
    switch Int.random(in: 0..<(depth > 0 ? 12 : 3), using: &random) {
    case 0, 1: return column
    case 2:
      return .literal(
        random.chance(1, in: 5) ? .null : .integer(Int64.random(in: -3...3, using: &random)))
    case 3, 4:
      return .arithmetic(
        pick([.add, .subtract, .multiply]), integer(depth - 1), integer(depth - 1))
    case 5:
      return .arithmetic(
        pick([.divide, .remainder]), integer(depth - 1),
        .literal(pick([.integer(2), .integer(-3)])))
    case 6: return .function(pick([.negate, .absolute]), [integer(depth - 1)])
    case 7: return .function(.length, [text(depth - 1)])
    case 8:
      if random.chance(1, in: 4) { return .function(.coalesce, [integer(depth - 1)]) }
      if random.chance(1, in: 8) { return .function(.bitNot, [integer(depth - 1)]) }
      return .function(
        pick([.coalesce, .bitAnd, .bitOr, .bitXor]), [integer(depth - 1), integer(depth - 1)])
    case 9: return .conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1))
    case 10: return condition(depth - 1)
    default: return aggregate(.count, depth) { _ in nil }
    }
  }

  /// A number of the innermost member.
  private mutating func memberColumn() -> E {
    let (variable, entity) = scope[scope.count - 1]
    return Graph.column(entity == "Node" ? "n" : "rank", path: QueryPath(variable: variable))
  }

  private mutating func aggregate(
    _ aggregate: E.Aggregate, _ depth: Int, of value: (inout GraphExpressions) -> E?
  ) -> E {
    members { generator, collection in
      let condition = generator.random.chance(1, in: 2) ? generator.condition(depth - 2) : nil
      return .aggregate(aggregate, collection, where: condition, of: value(&generator))
    }
  }

  private mutating func text(_ depth: Int) -> E {
    let (path, entity) = path()
    let column = Graph.column(entity == "Node" ? pick(["s", "t"]) : "word", .text, path: path)
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0...2: return column
    case 3:
      return .literal(random.chance(1, in: 5) ? .null : .text(random.text(of: "abA", upTo: 2)))
    case 4: return .function(pick([.lowercase, .uppercase]), [text(depth - 1)])
    case 5: return .function(.coalesce, [text(depth - 1), text(depth - 1)])
    default: return .conditional(condition(depth - 1), text(depth - 1), text(depth - 1))
    }
  }
}
