import StrataModelSupport
import StrataStoreSupport
import Strata

/// The nodes of predicates, each with predicates that have it.
enum NodeTable {
  static let texts: [(node: String, texts: [String])] = [
    ("Variable", [#"$0.isOpen"#]),
    ("KeyPath", [#"$0.vendor?.name == "Ada""#, #"$0.place.city == city"#]),
    ("Value", [#"$0.step == number"#]),
    ("Captured", [#"$0.park == park"#]),
    ("NilLiteral", [#"$0.nick == nil"#]),
    ("Equal", [#"$0.nick == name"#, #"$0.nick == $0.vendor?.name"#, #"$0.span == span"#]),
    ("NotEqual", [#"$0.nick != name"#, #"$0.vendor?.name != "Ada""#]),
    (
      "Comparison",
      [
        #"$0.name < "ab""#, #"$0.number > number"#, #"$0.level < level"#, #"$0.amount < amount"#,
        #"$0.big > big"#, #"$0.date >= date"#,
      ]
    ),
    ("Conjunction", [#"$0.isOpen && $0.step > 0"#, #"no && $0.isOpen"#]),
    ("Disjunction", [#"$0.isOpen || $0.step > 0"#]),
    ("Negation", [#"!$0.isOpen"#, #"!($0.count == 2)"#]),
    ("Conditional", [#"$0.isOpen ? $0.step > 0 : $0.step < 0"#]),
    ("Arithmetic", [#"$0.step + two > 3"#, #"$0.amount + tenth < 1"#]),
    ("UnaryMinus", [#"-$0.step == two"#]),
    ("IntDivision", [#"$0.step / two == 1"#]),
    ("IntRemainder", [#"$0.step % two == 1"#]),
    ("FloatDivision", [#"$0.price / 2 > half"#]),
    ("NilCoalesce", [#"($0.count ?? 0) > 1"#]),
    ("OptionalFlatMap", [#"$0.count.flatMap { $0 > 1 } ?? false"#, #"$0.nick?.count == 1"#]),
    ("ForcedUnwrap", [#"$0.count! > 1"#]),
    ("TypeCheck", [#"$0 is Hound"#]),
    ("ConditionalCast", [#"($0 as? Hound)?.breed == "collie""#]),
    ("ForceCast", [#"($0 as! Tiger).stripes > 3"#]),
    ("Range", [#"(-9..<$0.step).contains(0)"#]),
    ("ClosedRange", [#"($0.step...9).contains(3)"#]),
    ("RangeExpressionContains", [#"closed.contains($0.step)"#, #"upTo.contains($0.step)"#]),
    (
      "SequenceContains",
      [
        #"numbers.contains($0.step)"#, #"$0.words.contains(word)"#, #"$0.bits.contains(0)"#,
        #"$0.counts.keys.contains(key)"#, #"levels.contains($0.level)"#,
      ]
    ),
    (
      "SequenceContainsWhere",
      [#"$0.stickers.contains { $0.label == label }"#, #"$0.words.contains { $0.isEmpty }"#]
    ),
    ("SequenceAllSatisfy", [#"$0.stickers.allSatisfy { $0.label != label }"#]),
    ("Filter", [#"$0.stickers.filter { $0.label == label }.count == 1"#]),
    ("SequenceMinimum", [#"$0.numbers.min() == 0"#]),
    ("SequenceMaximum", [#"$0.numbers.max() == 4"#]),
    ("SequenceStartsWith", [#"$0.name.starts(with: "a")"#, #"$0.words.starts(with: words)"#]),
    (
      "CollectionContainsCollection",
      [#"$0.name.contains("a")"#, #"$0.words.contains(words)"#]
    ),
    ("CollectionIndexSubscript", [#"$0.numbers[0] == 1"#]),
    ("CollectionRangeSubscript", [#"$0.numbers[0..<2].contains(1)"#]),
    ("DictionaryKeySubscript", [#"$0.counts["a"] == 1"#]),
    ("DictionaryKeyDefaultValueSubscript", [#"$0.counts[key, default: 0] > 1"#]),
    ("StringContainsRegex", [#"$0.name.contains(expression)"#]),
    ("PredicateRegex", [#"$0.name.contains(expression)"#]),
    ("StringLocalizedStandardContains", [#"$0.name.localizedStandardContains("E")"#]),
    ("StringComparison", [#"$0.name.hasPrefix("L")"#, #"$0.name.hasSuffix("10")"#]),
    ("StringCase", [#"$0.name.lowercased() == "gorge""#]),
    ("Evaluation", [#"easy.evaluate($0)"#]),
    ("ExpressionEvaluate", [#"twice.evaluate($0.outings.count) > 3"#]),
    ("ModelProperty", [#"\Voyage.miles > 3"#]),
    ("BitmaskTest", [#"(\Voyage.cargo).contains(.timber)"#]),
    ("MemberQuantifier", [#"(\Voyage.legs).any(\Leg.miles > 2)"#]),
    ("MemberAggregate", [#"(\Voyage.legs).sum(\.miles) >= 3"#]),
    ("PredicateList", [#"\Voyage.isFull == true || !(\Voyage.miles > 3)"#]),
  ]

  /// All predicates that the tests know, each with its nodes.
  static func rows() throws -> [PredicateRow] {
    let stocks = ModelContext(
      try ModelContainer(
        for: StockRoom.models, configuration: .temporary))
    let cases = try QueryGroup.allCases.flatMap(\.cases).map {
      try PredicateRow($0.text, $0.predicate, in: stocks)
    }
    return try cases + NodeCases.rows() + OperatorTable.rows()
  }
}
