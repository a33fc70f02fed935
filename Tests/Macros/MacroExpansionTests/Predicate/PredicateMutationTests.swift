import StrataCompilerMessages
import StrataTestSupport
import Testing

/// Damaged predicates: whatever they have become, something is made of them, soon and without a
/// trap.
@Suite(.timeLimit(.scaledMinutes(5))) struct PredicateMutations {
  private static let sources = [
    "#Predicate<Item> { $0.rel?.items.contains { $0.x == limit } == true && !$0.flag }",
    "#Predicate { (item: Item) -> Bool in item.name == \"a\\(n + 1)\" || item.kind == .active }",
    "#Predicate<Item> { if let o = $0.o, o > 2 { return true } else { return $0.x == 1 } }",
    "#Predicate<Item> { switch $0.kind { case .a, 1...3: true; case let k?: k == 2; default: false } }",
    "#Predicate<Item> { guard let r = $0.rel else { return false }; let n = 3; return r.x < n }",
    "#Predicate<Item> { ($0.a ? $0.b! : $0.c[0]) as? Sub == nil ?? [1: 2][3, default: 4] }",
    "#Predicate<Item> { $0.a.caseInsensitiveCompare(\"x\") == .orderedSame || owner!.x! / 2 == $0.x }",
    "#Predicate<Item>({ items in items.filter { i in i.on }.count > ids.map { $0 * 2 }.max() ?? 1 })",
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func ofBytesAreSurvived(seed: UInt64) {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for source in Self.sources {
      for _ in 0..<60 {
        var bytes = Array(source.utf8)
        bytes.mutate(using: &generator)
        check(String(decoding: bytes, as: UTF8.self), seed: seed)
      }
    }
  }

  @Test func byCuttingOffAreSurvived() {
    for source in Self.sources {
      for count in 0..<source.count { check(String(source.prefix(count)), seed: 0) }
    }
  }

  @Test(arguments: [
    "(", "!", "$0.a ? ", "[", "{ ", "if a { ", "-", "$0.b(", "a && (", "\"\\(", "f { ", "a ?? ",
    "switch a { case 1: ", "let a = ", "try ", "$0?.a", "a! ", "a as ", "guard a else { ",
    "$0.a && ", "$0.a ?? ", "$0.a + ", "if $0.a { true } else ", "if let a = $0.a, ",
  ])
  func depthIsSurvived(_ piece: String) {
    for count in [10, 99, 100, 101, 600, 5_000] {
      let text = String(repeating: piece, count: count)
      check("#Predicate<Item> { \(text)$0.x }", seed: 0)
      check("#Predicate<Item> { \(text)", seed: 0)
    }
  }

  @Test(arguments: [
    ("if ", "let a = $0.a, ", "a { true } else { false }"),
    ("", "guard let a = $0.a else { return false }; ", "return a"),
    ("switch $0.a { ", "case 1: true; ", "default: false }"),
    ("switch $0.a { case 0", ", 1", ": true; default: false }"),
    ("", "let a = $0.a; ", "return $0.b"),
  ])
  func lengthIsSurvived(_ start: String, _ piece: String, _ end: String) {
    for count in [10, 150, 199, 200, 5_000] {
      check(
        "#Predicate<Item> { \(start)\(String(repeating: piece, count: count))\(end) }", seed: 0)
    }
  }

  private func check(_ text: String, seed: UInt64) {
    let result = PredicateSource(text).result
    #expect(
      (result.expandedSource == nil) != result.diagnostics.isEmpty, "seed \(seed): \(text)")
    for diagnostic in result.diagnostics {
      #expect(
        (0...text.utf8.count).contains(diagnostic.position.offset), "seed \(seed): \(text)")
    }
  }
}
