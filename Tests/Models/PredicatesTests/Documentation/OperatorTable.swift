import StrataModelSupport
import Strata
import StrataTestSupport

/// What key paths make predicates and sort keys with.
enum OperatorTable {
  static let texts: [(name: String, texts: [String])] = [
    (
      "`==`",
      [#"\Voyage.miles == Int.max"#, #"\Voyage.guests == nil"#, #"\Voyage.weather == .calm"#]
    ),
    ("`!=`", [#"\Voyage.nick != "a""#, #"\Voyage.forecast != .storm"#]),
    ("`<`", [#"\Voyage.miles < 3"#, #"\Voyage.captain?.mentor?.name.count < 2"#]),
    ("`<=`", [#"\Voyage.guests <= 3"#]),
    ("`>`", [#"\Voyage.miles > 3"#]),
    ("`>=`", [#"\Voyage.berth.from >= 2"#, #"\Voyage.captain?.age >= 16"#]),
    ("`!` of a `Bool`", [#"!\Voyage.isFull"#]),
    ("a `Bool`", [#"Predicate(\Voyage.isFull)"#]),
    ("`between`", [#"(\Voyage.miles).between(2...9)"#, #"(\Voyage.guests).between(2..<9)"#]),
    (
      "`in`",
      [
        #"(\Voyage.name).in(["a", "b", ""])"#, #"(\Voyage.nick).in(["a", nil])"#,
        #"(\Voyage.captain).in(fleet.sailors.suffix(2))"#,
      ]
    ),
    (
      "`contains`, of texts",
      [
        #"(\Voyage.name).contains("a")"#,
        #"(\Voyage.nick).contains("e", options: [.caseInsensitive, .diacriticInsensitive])"#,
      ]
    ),
    ("`beginsWith`", [#"(\Voyage.name).beginsWith("a")"#]),
    ("`endsWith`", [#"(\Voyage.nick).endsWith("A", options: .caseInsensitive)"#]),
    ("`like`", [#"(\Voyage.name).like("a*")"#]),
    ("`matches`", [#"(\Voyage.nick).matches("[ab]+")"#]),
    ("`equals`", [#"(\Voyage.nick).equals("AB", options: .caseInsensitive)"#]),
    ("`contains`, of bits", [#"(\Voyage.cargo).contains(.timber)"#]),
    ("`contains(all:)`", [#"(\Voyage.cargo).contains(all: [.grain, .cattle])"#]),
    ("`contains(any:)`", [#"(\Voyage.extra).contains(any: [.grain, .cattle])"#]),
    (
      "`contains`, of objects",
      [
        #"(\Voyage.legs).contains(fleet.someLeg)"#, #"(\Voyage.crew).contains(fleet.someone)"#,
      ]
    ),
    ("`any`", [#"(\Voyage.legs).any(\Leg.miles > 2)"#, #"(\Voyage.crew).any(\Sailor.age > 16)"#]),
    ("`all`", [#"(\Voyage.legs).all(\Leg.miles > 0)"#]),
    ("`none`", [#"(\Voyage.legs).none(\Leg.miles > 2)"#]),
    ("`count`", [#"(\Voyage.legs).count > 1"#]),
    ("`count(where:)`", [#"(\Voyage.legs).count(where: \Leg.miles > 0) == 1"#]),
    (
      "`sum`",
      [
        #"(\Voyage.legs).sum(\.miles) >= 3"#,
        #"(\Voyage.legs).sum(\.miles, where: \Leg.fuel == nil) != 0"#,
      ]
    ),
    ("`average`", [#"(\Voyage.legs).average(\.miles) > 1.0"#]),
    ("`minimum`", [#"(\Voyage.legs).minimum(\.miles) < 0"#]),
    ("`maximum`", [#"(\Voyage.crew).maximum(\.name) == "a""#]),
    ("`&&`", [#"\Voyage.isFull == true && \Voyage.miles > 3 && \Voyage.nick != nil"#]),
    ("`||`, `!`", [#"\Voyage.isFull == true || !(\Voyage.miles > 3)"#]),
    ("`joined(with:)`", [#"[\Voyage.miles > 3, \Voyage.guests == nil].joined(with: .or)"#]),
    ("`Predicate(all:)`", [#"Predicate(all: [Predicate<Voyage>]())"#]),
    ("`Predicate(any:)`", [#"Predicate(any: [Predicate<Voyage>]())"#]),
  ]

  private static func fleet() throws -> Fleet {
    // Only keys of objects come into SQL, and they are the same for any seed.
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 1)
    try fleet.context.save()
    return fleet
  }

  static func rows() throws -> [PredicateRow] {
    let fleet = try fleet()
    return try KeyPathCase.all.map {
      try PredicateRow($0.text, $0.predicate(fleet), in: fleet.context)
    }
  }

  /// Each sort key with its SQL and plan.
  static func sortRows() throws -> [(text: String, sql: String, plan: [String])] {
    let context = try fleet().context
    return try SortCase.all.map { test in
      let explained = try context.explain(FetchDescriptor(sortBy: test.keys()))
      return (test.text, SQLText(explained.sql).order, explained.plan)
    }
  }
}
