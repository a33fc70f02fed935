import StrataQueryText
import StrataSchema
import Testing

@Suite("Predicates from arbitrary text")
struct PredicateFuzzTests {
  private static let pieces = [
    "a", "item.name", "AND", "OR", "NOT", "ANY", "IN", "BETWEEN", "(", ")", "{", "}", "[", "]",
    "==", "<", "!", "&&", ",", ".", ":", "-", "**", "+", "1", "2.5", "0x", "1e", "\"x\"", "'",
    "\\", "$x", "$", "#", "@count", "%@", "SUBQUERY", "CAST", "uppercase", "nil", "[cd]", "where",
    "sort", "by", "limit", "desc", "\u{301}", "\r\n", " ", "FIRST", "SELF", "FUNCTION", "&", "“",
    "set", "=", "group", "having", "count", "(*)", "sum(a)",
  ]

  /// Parses in every way; an error has to point into the text, and a tree has to come back.
  private func exercise(_ text: String, seed: UInt64) throws {
    let comment: Comment = "seed \(seed): \(text.debugDescription)"
    switch result(of: text, PredicateSyntax.init(parsing:)) {
    case .success(let predicate):
      #expect(predicate.range.upperBound <= text.count, comment)
      let again = result(of: predicate.description, PredicateSyntax.init(parsing:))
      #expect(again == .success(predicate), comment)
    case .failure(let error): expectPlace(of: error, in: text, comment)
    }
    switch result(of: text, QuerySyntax.init(parsing:)) {
    case .success(let query):
      let again = result(of: query.description, QuerySyntax.init(parsing:))
      #expect(again == .success(query), comment)
    case .failure(let error): expectPlace(of: error, in: text, comment)
    }
    if case .failure(let error) = result(of: text, GroupedQuerySyntax.init(parsing:)) {
      expectPlace(of: error, in: text, comment)
    }
    if case .failure(let error) = result(of: text, UpdateSyntax.init(parsing:)) {
      expectPlace(of: error, in: text, comment)
    }
    do throws(PredicateSyntaxError) {
      let rest = try PredicateSyntax.parsePrefix(of: text).rest
      let consumed = text.unicodeScalars.count - rest.unicodeScalars.count
      #expect(consumed > 0, comment)
      #expect(text.unicodeScalars.dropFirst(consumed).elementsEqual(rest.unicodeScalars), comment)
    } catch {
      expectPlace(of: error, in: text, comment)
    }
  }

  private func result<Tree>(
    of text: String, _ parse: (String) throws(PredicateSyntaxError) -> Tree
  ) -> Result<Tree, PredicateSyntaxError> {
    do throws(PredicateSyntaxError) {
      return .success(try parse(text))
    } catch {
      return .failure(error)
    }
  }

  private func expectPlace(of error: PredicateSyntaxError, in text: String, _ comment: Comment) {
    #expect((1...(text.count + 1)).contains(error.column), comment)
    #expect(!error.message.isEmpty, comment)
  }

  @Test("Random bytes are read or refused")
  func bytes() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("predicate bytes seed \(seed)")
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<1500 {
      let bytes = (0..<generator.pick(60)).map { _ in
        UInt8(
          truncatingIfNeeded: generator.pick(3) == 0 ? generator.next() : 32 + generator.next() % 95
        )
      }
      try exercise(String(decoding: bytes, as: UTF8.self), seed: seed)
    }
  }

  @Test("Random words are read or refused")
  func words() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("predicate words seed \(seed)")
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<1500 {
      let separator = generator.pick(["", " "])
      let words = (0..<generator.pick(14)).map { _ in generator.pick(Self.pieces) }
      try exercise(words.joined(separator: separator), seed: seed)
    }
  }

  @Test("Damaged predicates are read or refused")
  func mutations() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("predicate mutations seed \(seed)")
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<1500 {
      var scalars = Array(generator.predicate(depth: 3).description.unicodeScalars)
      for _ in 0...generator.pick(3) where !scalars.isEmpty {
        let place = generator.pick(scalars.count)
        switch generator.pick(3) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(contentsOf: generator.pick(Self.pieces).unicodeScalars, at: place)
        default: scalars.swapAt(place, generator.pick(scalars.count))
        }
      }
      try exercise(String(String.UnicodeScalarView(scalars)), seed: seed)
    }
  }
}
