import StrataQuery
import Testing
import StrataTestSupport

@Suite("LIKE patterns")
struct LikeTests {
  private let none: QueryExpression.TextOptions = []

  @Test(
    "Random texts and patterns agree with a search through all possibilities",
    arguments: [
      ("ab", "ab*?\\", []), ("abAB", "aB*?\\", .caseInsensitive),
      ("eéEÉ", "eé*?", .diacriticInsensitive),
      ("eéEÉß*?\\", "eÉß*?\\", [.caseInsensitive, .diacriticInsensitive]),
    ] as [(String, String, QueryExpression.TextOptions)])
  func oracle(letters: String, patternLetters: String, options: QueryExpression.TextOptions) {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      let text = random.text(of: letters, upTo: 7)
      let pattern = random.text(of: patternLetters, upTo: 7)
      let expected = Self.fits(
        Array(Self.folded(text, options))[...], Array(Self.folded(pattern, options))[...])
      #expect(text.isLike(pattern, options) == expected, "'\(text)' LIKE '\(pattern)'")
    }
  }

  @Test("A pattern of many stars takes no more than its share of time")
  func manyStars() {
    let text = String(repeating: "a", count: 2000)
    let pattern = String(repeating: "*a", count: 50) + "*b"
    #expect(!text.isLike(pattern, none))
    #expect(text.isLike(String(repeating: "*a", count: 50) + "*", none))
  }

  @Test("A question mark is one character as a reader sees it")
  func graphemes() {
    #expect("👨‍👩‍👧".isLike("?", none))
    #expect("e\u{301}".isLike("?", none))
    #expect(!"ee".isLike("?", none))
  }

  @Test("A backslash takes away the meaning of the next character, and is itself at the end")
  func escapes() {
    #expect("a*".isLike("a\\*", none))
    #expect(!"ab".isLike("a\\*", none))
    #expect("?".isLike("\\?", none))
    #expect("a\\".isLike("a\\", none))
    #expect("\\".isLike("\\\\", none))
  }

  // The case and marks of the few letters that the test draws from.
  private static func folded(
    _ text: String, _ options: QueryExpression.TextOptions
  ) -> String {
    var text = text
    if options.contains(.caseInsensitive) {
      text = String(text.map { ["A": "a", "B": "b", "E": "e", "É": "é"][$0] ?? $0 })
        .replacing("ß", with: "ss")
    }
    if options.contains(.diacriticInsensitive) {
      text = String(text.map { ["é": "e", "É": "E"][$0] ?? $0 })
    }
    return text
  }

  // Tries every possibility, one character at a time.
  private static func fits(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool
  {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return fits(text, rest) || (!text.isEmpty && fits(text.dropFirst(), pattern))
    case "?":
      return !text.isEmpty && fits(text.dropFirst(), rest)
    case "\\" where !rest.isEmpty:
      return text.first == rest.first && fits(text.dropFirst(), rest.dropFirst())
    default:
      return text.first == first && fits(text.dropFirst(), rest)
    }
  }
}
