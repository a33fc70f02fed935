import StrataQueryText
import StrataSchema
import Testing

@Suite("Canonical predicate text")
struct PredicateRoundTripTests {
  @Test("Random trees come back from their text", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func randomTrees(stream: UInt64) throws {
    let seed = UInt64.random(in: 0...UInt64.max) &+ stream
    print("predicate round trip seed \(seed)")
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<400 {
      let tree = generator.predicate(depth: generator.pick(6))
      let text = tree.description
      let parsed = try PredicateSyntax(parsing: text)
      try #require(parsed == tree, "seed \(seed): \(text)")
      try #require(parsed.description == text, "seed \(seed)")
    }
  }

  @Test(
    "Text is brought to one spelling",
    arguments: [
      ("a = 1", "a == 1"),
      ("a<>1", "a != 1"),
      ("a =< 1 && b => 2", "a <= 1 AND b >= 2"),
      ("! (a = 1 || b = 2)", "NOT (a == 1 OR b == 2)"),
      ("some tags.name like[dc] 'x*'", "ANY tags.name LIKE[cd] \"x*\""),
      ("x in (1, 2)", "x IN {1, 2}"),
      ("((a)) == ((1 + 2))", "a == 1 + 2"),
      ("a - (b - c) == (a - b) - c", "a - (b - c) == a - b - c"),
      ("2 ** 3 ** 2 == x", "2 ** (3 ** 2) == x"),
      ("#in == yes", "#in == TRUE"),
      ("item.#any == nil", "item.any == NULL"),
      ("avg:(a.b) > modulus:by:(x, 0x10)", "average(a.b) > modulus:by:(x, 16)"),
      ("- - a == - 1", "--a == -1"),
      ("(a == 1 AND b == 2) OR c == 3", "a == 1 AND b == 2 OR c == 3"),
      ("truepredicate", "TRUEPREDICATE"),
    ])
  func spelling(text: String, canonical: String) throws {
    #expect(try PredicateSyntax(parsing: text).description == canonical)
  }

  @Test("Compounds of one term or none are written as what they mean")
  func degenerateCompounds() throws {
    #expect(PredicateSyntax.and([]).description == "TRUEPREDICATE")
    #expect(PredicateSyntax.or([]).description == "FALSEPREDICATE")
    #expect(PredicateSyntax.not(.and([.constant(true)])).description == "NOT (TRUEPREDICATE)")
  }
}
