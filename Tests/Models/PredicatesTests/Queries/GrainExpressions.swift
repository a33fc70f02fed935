import Foundation
import Strata
import StrataQuery
import StrataTestSupport

/// Random queries over grains, typed as translated ones are.
enum GrainExpressions {
  private typealias Expression = QueryExpression

  private static let sack = QueryPath(steps: [.init(relationship: "sack", destination: "Sack")])

  private static func column(
    _ name: String, _ storage: StorageClass, isOptional: Bool = false,
    meaning: ColumnDescription.Meaning? = nil, of path: QueryPath = QueryPath()
  ) -> Expression {
    .column(
      path,
      .init(
        property: name,
        description: ColumnDescription("", storage, isOptional: isOptional, meaning: meaning)))
  }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static func text(_ random: inout SeededGenerator) -> Expression {
    pick(
      [
        column("name", .text), column("nick", .text, isOptional: true),
        .json(column("place", .text, meaning: .json), [.key("city")]),
        column("label", .text, of: sack),
        .literal(.text(pick(Grain.texts, &random))), .literal(.text(pick(Grain.texts, &random))),
        .function(.lowercase, [column("name", .text)]),
        .function(.uppercase, [column("nick", .text)]),
        .function(.coalesce, [column("nick", .text), column("name", .text)]),
      ], &random)
  }

  private static func number(depth: Int, _ random: inout SeededGenerator) -> Expression {
    let leaves: [Expression] = [
      column("number", .integer), column("count", .integer, isOptional: true),
      column("weight", .real), column("height", .real, isOptional: true),
      .json(column("place", .text, meaning: .json), [.key("zip")]),
      .function(.real, [.json(column("place", .text, meaning: .json), [.key("depth")])]),
      .json(column("marks", .text, meaning: .json), [.index(pick([0, 1, -1], &random))]),
      .literal(.integer(Int64(pick(Grain.integers, &random)))),
      .literal(.real(pick(Grain.reals + [.nan], &random))),
    ]
    guard depth > 0 else { return pick(leaves, &random) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      return .arithmetic(
        pick(Expression.Arithmetic.allCases, &random), number(depth: depth - 1, &random),
        number(depth: depth - 1, &random))
    case 2: return .function(.negate, [number(depth: depth - 1, &random)])
    case 3: return .function(.absolute, [number(depth: depth - 1, &random)])
    case 4:
      return .function(
        .coalesce, [choice(depth: depth - 1, &random), choice(depth: depth - 1, &random)])
    case 5:
      return .conditional(
        condition(depth: depth - 1, &random), choice(depth: depth - 1, &random),
        choice(depth: depth - 1, &random))
    case 6: return .function(.length, [text(&random)])
    case 7:
      let elements = QueryElements(of: column("marks", .text, meaning: .json), variable: 1)
      let function = pick([.count, .minimum, .maximum] as [Expression.Aggregate], &random)
      return .aggregateElements(
        function, elements, where: nil, of: function == .count ? nil : .element(1))
    default: return pick(leaves, &random)
    }
  }

  /// One of several values of an expression. On a server they have one type, as those of Swift do.
  private static func choice(depth: Int, _ random: inout SeededGenerator) -> Expression {
    let number = number(depth: depth, &random)
    return TestServer.isWanted ? .function(.real, [number]) : number
  }

  private static let comparisons: [Expression.Comparison] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  static func condition(depth: Int, _ random: inout SeededGenerator) -> QueryExpression {
    guard depth > 0 else {
      return .comparison(
        pick(comparisons, &random), number(depth: 0, &random), number(depth: 0, &random))
    }
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return .not(condition(depth: depth - 1, &random))
    case 1:
      return .and([condition(depth: depth - 1, &random), condition(depth: depth - 1, &random)])
    case 2:
      return .or([condition(depth: depth - 1, &random), condition(depth: depth - 1, &random)])
    case 3, 4:
      return .comparison(
        pick(comparisons, &random), number(depth: depth - 1, &random),
        number(depth: depth - 1, &random))
    case 5: return .comparison(pick(comparisons, &random), text(&random), text(&random))
    case 6, 7:
      let comparison = pick(
        [.equal, .contains, .beginsWith, .endsWith, .like] as [Expression.TextComparison], &random)
      return .text(
        comparison, text(&random), text(&random),
        .init(rawValue: Int.random(in: 0...3, using: &random)))
    case 8:
      let list: [ColumnValue] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        random.chance(1, in: 4) ? .null : .text(pick(Grain.texts, &random))
      }
      return .membership(text(&random), list)
    case 9: return .comparison(pick([.equal, .notEqual], &random), text(&random), .literal(.null))
    default:
      let elements = QueryElements(of: column("marks", .text, meaning: .json), variable: 2)
      return .existsElement(
        elements,
        .comparison(pick(comparisons, &random), .element(2), number(depth: 0, &random)))
    }
  }

  /// A server orders texts of languages by its own version of ICU.
  private static let collations: [TextCollation] =
    TestServer.isWanted ? [.binary] : [.binary, .localizedStandard, .localized]

  static func sort(_ random: inout SeededGenerator) -> [Query.Sort] {
    let keys: [QueryExpression] = [
      column("name", .text), column("nick", .text, isOptional: true), column("number", .integer),
      column("weight", .real), column("height", .real, isOptional: true),
      column("big", .integer, meaning: .unsigned), column("amount", .text, meaning: .decimal),
      column("label", .text, of: sack),
    ]
    return (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Query.Sort(
        pick(keys, &random), isAscending: random.chance(1, in: 2),
        collation: pick(collations, &random),
        nils: pick([nil, .first, .last], &random))
    }
  }
}
