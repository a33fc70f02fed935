import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// Words that follow each other, in texts of any length.
@Suite(.enabled(if: TestServer.isInstalled)) struct Phrases {
  @Model final class Scroll {
    #Search<Scroll>([\.title, \.text])
    var number: Int
    var title: String
    var text: String
    init(_ number: Int, _ text: String) {
      self.number = number
      title = "scroll"
      self.text = text
    }
  }

  @Model final class Sermon {
    #Search<Sermon>([\.text], tokenizer: .porter)
    var number: Int
    var text: String
    init(_ number: Int, _ text: String) {
      self.number = number
      self.text = text
    }
  }

  /// An engine keeps at most 255 positions of a word, and none above 16,383.
  private static let texts = [
    1: (0..<300).map { "the word\($0)" }.joined(separator: " ") + " the end",
    2: (0..<200).map { "the word\($0)" }.joined(separator: " ") + " the end",
    3: (0..<20_000).map { "w\($0)" }.joined(separator: " ") + " last phrase here",
    4: "start " + (0..<9_000).map { "a\($0 % 50) b" }.joined(separator: " ") + " b finish",
    5: "The end-game: it's ½ end, x² or Ⅷ; ends meet",
    6: "end the",
  ]

  private static let searches: [(String, [Int])] = [
    ("\"the end\"", [1, 2, 5]), ("\"the word299\"", [1]), ("\"last phrase\"", [3]),
    ("\"phrase here\"", [3]), ("\"b finish\"", [4]), ("finish", [4]), ("phrase", [3]),
    ("text:\"the end\"", [1, 2, 5]), ("title:\"the end\"", []), ("\"the en\"*", [1, 2, 5]),
    ("\"word299 the e\"*", [1]), ("the NOT \"the end\"", [6]), ("NOTHING OR \"last phrase\"", [3]),
    ("\"end game\"", [5]), ("it's", [5]), ("\"½ end\"", [5]), ("½", [5]), ("x²", [5]), ("Ⅷ", [5]),
    ("\"or ⅷ\"", [5]), ("\"s end\"", []), ("\"ends meet\"", [5]), ("\"the  END!\"", [1, 2, 5]),
  ]

  @Test(arguments: [false, true])
  func areFoundInTextsOfAnyLength(isOnServer: Bool) throws {
    let depot = try Depot(isOnServer: isOnServer)
    let context = try depot.open(Scroll.self, Sermon.self)
    for (number, text) in Self.texts {
      context.insert(Scroll(number, text))
      context.insert(Sermon(number, text))
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let reader = isSaved ? try depot.open(Scroll.self, Sermon.self) : context
      for (search, numbers) in Self.searches {
        let found = try reader.fetch(FetchDescriptor(predicate: Predicate<Scroll>(search: search)))
        #expect(found.map(\.number).sorted() == numbers, "\(search), saved: \(isSaved)")
      }
      for (search, numbers) in [
        ("\"the end\"", [1, 2, 5]), ("\"it ends\"", []), ("\"end meeting\"", [5]),
        ("\"last phrases\"", [3]),
      ] {
        let found = try reader.fetch(FetchDescriptor(predicate: Predicate<Sermon>(search: search)))
        #expect(found.map(\.number).sorted() == numbers, "\(search), saved: \(isSaved)")
      }
    }
    #expect(try context.checkStore() == [])
  }

  // MARK: Both engines

  private static let words = [
    "the", "end", "The", "END", "word", "Zürich", "zurich", "e\u{301}t\u{e9}", "½", "Ⅷ", "①", "12",
    "1e5x", "3a4",
    "it's", "end-game", "a.b@c.de", "東京", "タワー", "한국어", "ไทย", "straße", "STRASSE", "ﬁx",
    "İstanbul", "ısı", "☀", "&",
    "\\", "'", "\"", "*", "_", "snake_case", "http://x.y/z?q=1", "नमस्ते", "-5", "3.14", "x:y",
  ]

  private func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in
      (Self.words.randomElement(using: &random) ?? "")
        + ([" ", "  ", ", ", "\n", " - "].randomElement(using: &random) ?? " ")
    }.joined()
  }

  private func search(depth: Int, _ random: inout SeededGenerator) -> String {
    func term() -> String {
      let count = [1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
      let words = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      let text = words.joined(separator: " ").filter { $0 != "\"" && $0 != "*" }
      return (random.chance(1, in: 5) ? "text:" : "") + "\"\(text)\""
        + (random.chance(1, in: 5) ? "*" : "")
    }
    guard depth > 0, random.chance(1, in: 2) else { return term() }
    let (one, other) = (search(depth: depth - 1, &random), search(depth: depth - 1, &random))
    return "(\(one)) \(["OR", "AND", "NOT"].randomElement(using: &random) ?? "OR") (\(other))"
  }

  @Test func areTheSameInAFileAndOnAServer() throws {
    var random = SeededGenerator()
    let depots = [try Depot(isOnServer: false), try Depot(isOnServer: true)]
    let contexts = try depots.map { try $0.open(Scroll.self, Sermon.self) }
    for number in 0..<60 {
      let text = text(Int.random(in: 0...12, using: &random), &random)
      for context in contexts { context.insert(Scroll(number, text)) }
    }
    let searches = (0..<50 * FuzzRounds.count).map { _ in search(depth: 2, &random) }
    func found(_ context: ModelContext, _ search: String) -> [Int]? {
      // Nil for a search without a word, which is an error on both.
      try? context.fetch(FetchDescriptor(predicate: Predicate<Scroll>(search: search)))
        .map(\.number).sorted()
    }
    let unsaved = contexts.map { context in searches.map { found(context, $0) } }
    for context in contexts { try context.save() }
    let saved = try depots.map { depot in
      let context = try depot.open(Scroll.self, Sermon.self)
      return searches.map { found(context, $0) }
    }
    for (index, search) in searches.enumerated() {
      #expect(saved[0][index] == saved[1][index], "\(search)")
      #expect(unsaved[0][index] == saved[0][index], "unsaved, file: \(search)")
      #expect(unsaved[1][index] == saved[1][index], "unsaved, server: \(search)")
    }
  }
}
