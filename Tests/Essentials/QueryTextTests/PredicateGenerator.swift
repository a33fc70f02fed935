import StrataQueryText
import StrataSchema
import StrataTestSupport

/// Makes random predicates from a seed, of every form that the parser makes.
struct PredicateGenerator: RandomNumberGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { random.next() }

  mutating func pick(_ count: Int) -> Int {
    Int.random(in: 0..<count, using: &self)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[pick(elements.count)]
  }
}

extension PredicateGenerator {
  mutating func predicate(depth: Int) -> PredicateSyntax {
    switch depth <= 0 ? pick(3) : pick(8) {
    case 0: .constant(Bool.random(using: &self))
    case 1...3: comparison(depth: depth)
    case 4: .not(predicate(depth: depth - 1))
    case 5, 6: .and(terms(depth: depth))
    default: .or(terms(depth: depth))
    }
  }

  private mutating func terms(depth: Int) -> [PredicateSyntax] {
    (0..<(2 + pick(3))).map { _ in predicate(depth: depth - 1) }
  }

  private mutating func comparison(depth: Int) -> PredicateSyntax {
    let lhs = expression(depth: depth - 1)
    let modifier = pick(ComparisonModifier.allCases)
    let comparisonOperator = pick(ComparisonOperator.allCases)
    if comparisonOperator == .between {
      let bounds = [expression(depth: depth - 2), expression(depth: depth - 2)]
      return .comparison(lhs, .between, .aggregate(bounds), modifier: modifier)
    }
    let options = ComparisonOptions(rawValue: UInt8(pick(16)))
    return .comparison(
      lhs, comparisonOperator, expression(depth: depth - 1), modifier: modifier, options: options)
  }

  private mutating func expression(depth: Int) -> ExpressionSyntax {
    guard depth > 0 else { return leaf() }
    let inner = depth - 1
    return switch pick(10) {
    case 0: leaf()
    case 1: ExpressionSyntax(.member(of: expression(depth: inner), path()))
    case 2: .aggregate(expressions(pick(4), depth: inner))
    case 3: call(depth: inner)
    case 4...6:
      ExpressionSyntax(
        .arithmetic(
          expression(depth: inner), pick(ArithmeticOperator.allCases), expression(depth: inner)))
    case 7: ExpressionSyntax(.negated(expression(depth: inner)))
    case 8:
      ExpressionSyntax(
        .subquery(expression(depth: inner), variable: name(), predicate(depth: inner)))
    default: ExpressionSyntax(.element(of: expression(depth: inner), position(depth: inner)))
    }
  }

  private mutating func expressions(_ count: Int, depth: Int) -> [ExpressionSyntax] {
    (0..<count).map { _ in expression(depth: depth) }
  }

  private mutating func position(depth: Int) -> IndexSyntax {
    switch pick(5) {
    case 0: .first
    case 1: .last
    case 2: .size
    default: .position(expression(depth: depth))
    }
  }

  private mutating func call(depth: Int) -> ExpressionSyntax {
    let function = pick(ExpressionFunction.allCases)
    let counts = function.argumentCount
    let count = Int.random(
      in: counts.lowerBound...min(counts.upperBound, counts.lowerBound + 2), using: &self)
    return ExpressionSyntax(.function(function, expressions(count, depth: depth)))
  }
}

extension PredicateGenerator {
  private mutating func leaf() -> ExpressionSyntax {
    switch pick(8) {
    case 0: .literal(.string(string()))
    case 1: .literal(.integer(pick([0, 1, -1, .max, .min, Int64(pick(100))])))
    case 2: .literal(.real(real()))
    case 3: .literal(.boolean(Bool.random(using: &self)))
    case 4: .literal(.null)
    case 5: ExpressionSyntax(.selfObject)
    case 6: .variable(name())
    default: ExpressionSyntax(.keyPath(path()))
    }
  }

  private mutating func real() -> Double {
    let bits = Double(bitPattern: next())
    return bits.isFinite ? bits : pick([0, 0.1, -2.5, 1e22, .leastNonzeroMagnitude])
  }

  mutating func string() -> String {
    let pieces = [
      "a", "Z", " ", "\"", "'", "\\", "\n", "\r\n", "\t", "\0", "\u{7F}", "é", "e\u{301}",
      "\u{301}", "\u{600}", "\u{200D}", "👩‍👩‍👧", "%@", "#", "\\u",
    ]
    return (0..<pick(6)).map { _ in pick(pieces) }.joined()
  }

  private mutating func path() -> [KeyPathComponent] {
    (0...pick(3)).map { _ in KeyPathComponent(pick(4) == 0 ? "@" + name() : name()) }
  }

  private mutating func name() -> String {
    pick([
      "a", "item", "value1", "_x", "größe", "名前", "and", "Any", "in", "self", "first", "size",
      "true", "cast", "subquery", "null", "between", "sort", "where", "limit", "e5", "x0",
    ])
  }
}
