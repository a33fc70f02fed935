import StrataDomain
import StrataTestSupport
import Testing

@Suite struct ItemDataContentPropertyTests {
  private static let rounds = 200

  @Test(arguments: ItemDataContent.Kind.allCases)
  func anyValidContentSurvivesItsPartsAndJSON(kind: ItemDataContent.Kind) throws {
    var generator = SeededGenerator()
    for _ in 0..<Self.rounds {
      let parts = kind.randomParts(using: &generator)
      let content = try ItemDataContent(parts: parts)
      #expect(content.parts == parts, "seed \(generator.seed)")
      #expect(try ItemDataContent(parts: content.parts) == content, "seed \(generator.seed)")
      #expect(try value(ofJSON: json(content)) == content, "seed \(generator.seed)")
      #expect(throws: Never.self, "seed \(generator.seed)") { try content.validate() }
    }
  }

  @Test(arguments: ItemDataContent.Kind.allCases, ItemDataContent.Part.allCases)
  func aPartTakenAwayOrPutInIsAnErrorThatNamesIt(
    kind: ItemDataContent.Kind, part: ItemDataContent.Part
  ) {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      var parts = kind.randomParts(using: &generator)
      let expected: ItemDataContentError
      if kind.isRequired(part) {
        parts.remove(part)
        expected = .partIsMissing(part, kind: kind)
      } else {
        parts.set(part, using: &generator)
        expected = .partIsSuperfluous(part, kind: kind)
      }
      #expect(throws: expected, "seed \(generator.seed)") { try ItemDataContent(parts: parts) }
    }
  }
}
