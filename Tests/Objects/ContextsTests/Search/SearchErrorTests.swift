import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct SearchErrors {
  let store: NoteStore
  let context: ModelContext

  init() throws {
    store = try NoteStore()
    context = try store.context()
    context.insert(Searched.Note("Zermatt", "\0 AND \" hut"))
    context.insert(Searched.Sign("Zermatt \" AND"))
    context.insert(Searched.Page("Zermatt * NEAR"))
  }

  private func saveIfPossible() throws {
    // A server's texts have no zero character.
    if store.depot.isOnServer {
      for note in try context.all(Searched.Note.self) { note.body = "AND \" hut" }
    }
    try context.save()
  }

  @Test(arguments: [
    ("", SearchError.Reason.empty, 0), ("  !? ", .empty, 0), ("a OR", .missingOperand("OR"), 2),
    ("AND a", .missingOperand("AND"), 0), ("a AND OR b", .missingOperand("OR"), 6),
    ("NOT", .missingOperand("NOT"), 0), ("NOT a", .onlyExclusions, 0),
    ("a OR NOT b", .onlyExclusions, 0), ("say \"hello", .unbalancedQuote, 4),
    ("(a b", .unbalancedParenthesis, 0), ("a) b", .unbalancedParenthesis, 1), ("()", .empty, 0),
    ("(a OR) b", .missingOperand("OR"), 3), ("a\0b", .zeroCharacter, 1),
    ("x name:y", .unknownProperty("name", searched: ["title", "body"]), 2),
    (String(repeating: "(", count: 11) + "a", .tooDeep, 10),
    (String(repeating: "a", count: 10_001), .tooLong, 0),
  ])
  func sayWhere(search: String, reason: SearchError.Reason, position: Int) throws {
    let error = #expect(throws: SearchError.self) { try context.titles(of: search) }
    #expect(error?.reason == reason && error?.position == position)
  }

  @Test func sayThatATrigramIndexNeedsThreeCharacters() throws {
    let error = #expect(throws: SearchError.self) {
      try context.fetch(FetchDescriptor<Searched.Sign>(search: "abc de"))
    }
    #expect(error?.reason == .tooShort("de") && error?.position == 4)
  }

  @Test(arguments: [
    "12:30", "http://zermatt.ch", "C++", "a*b", "\"\"\"\"a", "AND-OR", "near(a b)", "^a",
    "{title}: a",
    "a'; DROP TABLE \"Note\"; --", "-a", "a + b", "\u{301}\"a", "title : a", "🏔️", "a\u{200D}b", "%",
  ])
  func areNoneForPunctuation(search: String) throws {
    try saveIfPossible()
    do {
      _ = try context.titles(of: search)
    } catch let error as SearchError {
      // No engine has seen it.
      #expect(!error.description.isEmpty)
    }
  }

  @Test func areTheOnlyErrorsOfHostileSearches() throws {
    try saveIfPossible()
    var random = SeededGenerator()
    let parts = [
      "a", "zermatt", "AND", "OR", "NOT", "NEAR", "(", ")", "\"", "*", ":", "title:", "body:", " ",
      " ", " ", "'", "\\", "\0", "^", "+", "-", "{", "}", ",", "é", "e\u{301}", "東京", "🏔️", "%", "_",
      "&", "|", "!", "<->", ":*", "\u{FEFF}", "\u{202E}", "\n", "\t", "$1", "?", "--", ";",
    ]
    var accepted = 0
    for _ in 0..<FuzzRounds.count * 100 {
      let count = Int.random(in: 1...12, using: &random)
      let search = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for attempt in [0, 1, 2] {
        do {
          switch attempt {
          case 0:
            _ = try context.search(FetchDescriptor<Searched.Note>(search: search))
            let note = try #require(try context.all(Searched.Note.self).first)
            _ = try note.matches(search)
          case 1: _ = try context.fetch(FetchDescriptor<Searched.Sign>(search: search))
          default: _ = try context.fetch(FetchDescriptor<Searched.Page>(search: search))
          }
          accepted += 1
        } catch is SearchError {
          continue
        } catch {
          Issue.record("\(search.debugDescription): \(error)")
        }
      }
    }
    #expect(accepted > 0)
  }

  @Test func nameWhatCannotBeSearched() throws {
    func problem(_ type: any PersistentModel.Type) -> String {
      do {
        _ = try ModelContainer(for: [type], configuration: .temporary)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(problem(Unsearchable.Numbers.self).contains("#Search of Numbers names \\Numbers.count"))
    #expect(problem(Unsearchable.Second.self).contains("Second inherits that of Animal"))
    #expect(problem(Unsearchable.Named.self).contains("names rank, a name that a search index has"))
  }
}

enum Unsearchable {
  typealias Number = Int

  @Model final class Numbers {
    #Search<Numbers>([\.count])
    var count: Number = 0
    init() {}
  }

  @Model final class Second: Searched.Animal {
    #Search<Second>([\.breed])
    var breed = ""
    override init(_ name: String) { super.init(name) }
  }

  @Model final class Named {
    #Search<Named>([\.rank])
    var rank = ""
    init() {}
  }
}
