@_spi(Query) import StrataContexts
import Foundation
import StrataStoreSupport
import Strata
import StrataQuery
import StrataTestSupport
import Testing

/// Texts are compared alike before and after they are saved, whatever their characters are made of.
@Suite struct TextAgreement {
  /// What characters begin with, and characters that others are confused with.
  private static let bases = [
    "a", "A", "e", "i", "I", "k", "s", "S", " ", "x", "\u{e9}", "\u{131}", "\u{130}", "\u{212a}",
    "\u{df}", "\u{1e9e}", "\u{3a3}", "\u{3c3}", "\u{3c2}", "\u{fb01}", "\u{439}", "\u{438}",
    "\u{1c82}",
    "\u{1100}", "\u{1100}\u{1161}", "\u{ac00}", "\u{ac01}", "\u{915}", "\u{915}\u{94d}\u{937}",
    "\u{937}", "\u{e01}", "\u{1f469}", "\u{1f469}\u{200d}\u{1f467}", "\u{1f467}", "\u{2764}",
    "\u{1f1e6}\u{1f1e7}", "\u{1f1e7}", "\u{600}", "\n", "\r\n", "\t", "%", "_", "\\", "*", "?", "(",
    "[", "$", "\u{1d400}", "\u{4e2d}", "\u{30ab}",
  ]
  /// What continues a character.
  private static let marks = [
    "\u{301}", "\u{307}", "\u{323}", "\u{306}", "\u{93f}", "\u{e33}", "\u{1f3fd}", "\u{fe0f}",
    "\u{3099}",
  ]

  private static func text(_ lengths: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: lengths, using: &random)).map { _ in
      let base = bases.randomElement(using: &random) ?? ""
      return base + (random.chance(1, in: 3) ? marks.randomElement(using: &random) ?? "" : "")
    }.joined()
  }

  private static func column(_ name: String) -> QueryExpression {
    .column(QueryPath(), .init(property: name, description: ColumnDescription("", .text)))
  }

  @Test func holdsForCharactersOfSeveralScalars() throws {
    var random = SeededGenerator()
    let container = try ModelContainer(for: [Saying.self], configuration: .temporary)
    let context = ModelContext(container)
    for _ in 0..<600 {
      let whole = Self.text(0...6, &random)
      let part =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: whole.decomposedStringWithCanonicalMapping
        case 1: String(whole.dropFirst(Int.random(in: 0...2, using: &random)))
        case 2: String(whole.unicodeScalars.dropLast(Int.random(in: 0...2, using: &random)))
        case 3: "*" + whole.dropFirst().prefix(2) + "*"
        default: Self.text(0...2, &random)
        }
      context.insert(Saying(whole, part))
    }
    var conditions: [(words: String, expression: QueryExpression)] = []
    for comparison: QueryExpression.TextComparison in [
      .equal, .contains, .beginsWith, .endsWith, .like,
    ] {
      for options in 0...3 {
        conditions.append(
          (
            "\(comparison), \(options)",
            .text(comparison, Self.column("whole"), Self.column("part"), .init(rawValue: options))
          ))
      }
    }
    for pattern in ["?", "*?", "a*", "*\u{e9}", "\u{915}?", "*\\**", "?\u{301}*", "*i*"] {
      for options in [0, 3] {
        conditions.append(
          (
            "like \(pattern), \(options)",
            .text(
              .like, Self.column("whole"), .literal(.text(pattern)), .init(rawValue: options))
          ))
      }
    }
    for count in 0...4 {
      conditions.append(
        (
          "count \(count)",
          .comparison(
            .equal, .function(.length, [Self.column("whole")]), .literal(.integer(Int64(count))))
        ))
    }
    let queries = conditions.map { Query(entity: "Saying", predicate: $0.expression) }
    let unsaved = try queries.map { try context.fetch($0).map(\.persistentModelID) }
    try context.save()
    let fresh = ModelContext(container)
    for (number, query) in queries.enumerated() {
      let saved = try fresh.fetch(query)
      let ids = Set(saved.map(\.persistentModelID))
      for id in ids.symmetricDifference(unsaved[number]) {
        guard let saying = fresh.model(for: id) as? Saying else { continue }
        Issue.record(
          """
          \(conditions[number].words): \(Self.scalars(saying.whole)) and \(Self.scalars(saying.part)) are found \
          \(ids.contains(id) ? "only when they are saved" : "only before they are saved")
          """)
      }
    }
  }

  private static func scalars(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// `make test-server` compares what a server does with these.
  @Test func knowsTheNumberOfCharacters() throws {
    let container = try ModelContainer(for: [Saying.self], configuration: .temporary)
    let context = ModelContext(container)
    for text in ["", "abc", "e\u{301}", "\u{1f469}\u{200d}\u{1f467}", "a\r\nb"] {
      context.insert(Saying(text, ""))
    }
    try context.save()
    let three = FetchDescriptor<Saying>(predicate: #Predicate { $0.whole.count == 3 })
    #expect(Set(try context.fetch(three).map(\.whole)) == ["abc", "a\r\nb"])
    let one = FetchDescriptor<Saying>(predicate: #Predicate { $0.whole.count == 1 })
    #expect(try context.fetchCount(one) == 2)
  }
}

@Model final class Saying {
  var whole: String
  var part: String

  init(_ whole: String, _ part: String) {
    self.whole = whole
    self.part = part
  }
}
