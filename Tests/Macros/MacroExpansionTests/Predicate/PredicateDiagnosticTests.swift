import StrataCompilerMessages
import Testing

@Suite struct PredicateDiagnostics {
  @Test(arguments: [
    "$0.x == f(«$0.x)",
    "$0.name.«trimmed() == n",
    "names.«joined(separator: $0.name) == n",
    "$0.name == \"a\\(«$0.x)\"",
    "[«$0.x, 1].contains(3)",
    "$0.a« | 1 == 1", "$0.a« & 1 == 2", "$0.a« & $0.b == $0.b",
    "item in \"\\(«item.x)\" == n",
    "if case «.pair(let a, _) = $0.x { a } else { false }",
    "if case «let .pair(a) = $0.x { a } else { false }",
    "switch $0.x { case «K.pair(1, let b): b; default: false }",
    "if «#available(macOS 99, *) { true } else { false }",
    "$0.name\n«#if A\n.isEmpty\n#endif\n", "let x = 1 + «#if A\n$0.name\n#endif\n",
    "let (a, b) = «$0.pair; return a == b",
    "[«weak self] in $0.x == self?.x",
    "«$0.x <> a", "$0.x == n «n",
    "«var n = 1; return $0.x == n",
    "item in ids.«map { $0 + item.x }.isEmpty",
    "$0.tags.contains(where: «test)",
    "$0.a.«caseInsensitiveCompare(n) == .orderedAscending",
  ])
  func standWhereTheFaultIs(_ marked: String) {
    let source = PredicateSource("#Predicate<Item> { \(marked) }")
    let diagnostic = source.result.diagnostics.first
    #expect(diagnostic?.severity == .error)
    #expect(diagnostic?.position.offset == source.mark)
    #expect(source.result.expandedSource == nil)
  }

  @Test func areTheScannersWhereTheSourceCanNotBeRead() throws {
    let source = PredicateSource("#Predicate<Item> { $0.x == «} }")
    let diagnostic = try #require(source.result.diagnostics.first)
    #expect(diagnostic.message == "expected an expression instead of ‘}’")
    #expect(diagnostic.position.offset == source.mark)
  }

  @Test func sayWhatToDoWithALongRow() throws {
    let terms = Array(repeating: "$0.x == 1", count: 300).joined(separator: " || ")
    let diagnostic = try #require(
      PredicateSource("#Predicate<Item> { \(terms) }").result.diagnostics.first)
    #expect(diagnostic.message.contains("ask 'contains' of a list"))
  }

  @Test func speakOfEachParameter() throws {
    let source = PredicateSource(#"#Predicate<A, B> { "\(«$1.name)" == $0.name }"#)
    let diagnostic = try #require(source.result.diagnostics.first)
    #expect(diagnostic.message.contains("into a text"))
    #expect(diagnostic.position.offset == source.mark)
  }

  @Test(arguments: ["#Predicate<Item>(«test)", "#Predicate<Item>(«a: { $0.x })"])
  func sayThatAClosureIsMissing(_ marked: String) throws {
    let source = PredicateSource(marked)
    let diagnostic = try #require(source.result.diagnostics.first)
    #expect(diagnostic.message == "expected a closure that says what must be true")
  }

  @Test func offerFlatMapForMap() throws {
    let source = PredicateSource("#Predicate<Item> { $0.x.«map { $0 } == 1 }")
    let diagnostic = try #require(source.result.diagnostics.first)
    #expect(
      diagnostic.message
        == "a predicate can't call ‘map(_:)’ on what a model has: the store can't run it; "
        + "of an optional, use ‘flatMap’")
    let change = try #require(diagnostic.fixIts.first?.changes.first)
    #expect(change.newText == "flatMap")
    #expect(change.range.startOffset == source.mark)
    #expect(change.range.endOffset == source.mark.map { $0 + 3 })
  }
}
