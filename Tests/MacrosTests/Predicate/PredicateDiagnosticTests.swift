import StrataMacroSyntax
import Testing

@Suite struct PredicateDiagnostics {
  @Test(arguments: [
    "$0.x == f(«$0.x)",
    "$0.name.«trimmed() == n",
    "names.«joined(separator: $0.name) == n",
    "$0.name == \"a\\(«$0.x)\"",
    "[«$0.x, 1].contains(3)",
    "$0.a« & 1 == 1",
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
