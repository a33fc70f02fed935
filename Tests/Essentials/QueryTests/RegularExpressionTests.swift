import Testing

@testable import StrataQuery

@Suite struct RegularExpressionTests {
  private func fits(
    _ text: String, _ pattern: String, _ options: QueryExpression.TextOptions = []
  ) throws -> Bool { try RegularExpression(pattern, .whole(options)).matches(text) }

  @Test func fitTheWholeText() throws {
    #expect(try fits("abc", "[a-c]+"))
    #expect(try !fits("abcd", "[a-c]+"))
    #expect(try fits("ab", "a|ab"))
    #expect(try !fits("xab", "x|ab"))
    #expect(try !fits("a\n", "a"))
    #expect(try fits("ABC", "[a-c]+", .caseInsensitive))
    #expect(try fits("", ""))
    #expect(try fits("größe 👍", "größe .+"))
  }

  @Test(arguments: ["(", "[a", "*", "a\\", "a)(b"]) func areErrorsWhenTheyCannotBeRead(
    _ pattern: String
  ) {
    #expect(throws: RegularExpressionError.self) { try fits("a", pattern) }
  }

  @Test(arguments: ["(", "[a", "*"]) func ofSwiftAreErrorsToo(_ pattern: String) {
    #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern, .part) }
  }

  @Test func takeNoTimeWithoutBounds() {
    let text = String(repeating: "a", count: 60) + "b"
    let duration = ContinuousClock().measure {
      // Foundation may find out in time, or the time is up.
      do {
        let isFit = try fits(text, "(a+)+")
        #expect(!isFit)
      } catch {
        #expect(error as? RegularExpressionError == .tooCostly("(a+)+"))
      }
    }
    #expect(duration < .seconds(30))
  }

  @Test func areCompiledOnce() throws {
    let expressions = RegularExpressions()
    let first = try expressions["a+", .part]
    #expect(try expressions["a+", .part] === first)
    #expect(try expressions["a+", .whole([])] !== first)
  }
}
