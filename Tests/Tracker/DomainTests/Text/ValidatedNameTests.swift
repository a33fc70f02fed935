import StrataDomain
import Testing

@Suite struct ValidatedNameTests {
  private static let lengthError = ValidatedName.NameError.nameLengthIsInvalid(
    lowerBound: 3, upperBound: 20)

  @Test(arguments: ["", " ", "\n\t ", "\u{2028}\u{85}", "\u{200B}\u{FEFF}", "\u{2800}\u{3164}"])
  func refusesANameWithNothingInIt(text: String) {
    #expect(throws: ValidatedName.NameError.nameIsEmpty) { try ValidatedName(text) }
    #expect(ValidatedName(rawValue: text) == nil)
  }

  @Test(arguments: [
    "ab", " a ", "ab\u{200B}", "a\u{200B}b", "👩‍👩‍👧🇨🇭", "e\u{301}e\u{301}",
    String(repeating: "x", count: 20), String(repeating: "👩‍👩‍👧", count: 20),
    "abc" + String(repeating: "\u{200B}", count: 20) + "d",
  ])
  func refusesFewerThan3AndMoreThan19Characters(text: String) {
    #expect(throws: Self.lengthError) { try ValidatedName(text) }
  }

  @Test(arguments: [
    "abc", String(repeating: "x", count: 19), String(repeating: "👩‍👩‍👧", count: 19), "🇨🇭🇫🇷🇩🇪",
    "e\u{301}e\u{301}e\u{301}", "a b", "体重表", "नमस्ते", "می\u{200C}روم", "I ❤️", "weight\u{200F}!",
  ])
  func keepsAGoodName(text: String) throws {
    let name = try ValidatedName(text)
    #expect(name.rawValue == text)
    #expect(name.description == text)
    #expect(ValidatedName(rawValue: text) == name)
  }

  @Test(arguments: [
    "  Weight  ", "\nWeight\r\n", "\u{FEFF}Weight", "\u{A0}\u{200B}Weight\u{2029}\u{85}",
    "\u{2800}Weight\u{200E}",
  ])
  func trimsBlankAndZeroWidthCharactersAtTheEnds(text: String) throws {
    #expect(try Array(ValidatedName(text).rawValue.utf8) == Array("Weight".utf8))
  }

  @Test func trimmingLeavesAnEmojiWhole() throws {
    #expect(try ValidatedName("Mood ❤️ ").rawValue.unicodeScalars.last == "\u{FE0F}")
  }

  @Test(
    arguments: [
      ("two\nlines", "\n", 4), ("two\r\nlines", "\r", 4), ("two\u{2028}lines", "\u{2028}", 4),
      ("two\u{2029}lines", "\u{2029}", 4), (" two\u{85}lines", "\u{85}", 4), ("a\tb", "\t", 2),
      ("a\u{0}bc", "\u{0}", 2), ("\u{7}bell", "\u{7}", 1), ("abc\u{1B}", "\u{1B}", 4),
      ("exe\u{202E}gpj", "\u{202E}", 4), ("\u{202E}abc", "\u{202E}", 1),
      ("abc\u{2066}", "\u{2066}", 4), ("\u{202E}", "\u{202E}", 1),
    ] as [(String, Unicode.Scalar, Int)])
  func refusesLineBreaksControlsAndOverridesAndSaysWhere(
    text: String, scalar: Unicode.Scalar, position: Int
  ) {
    #expect(
      throws: ValidatedName.NameError.nameCharacterIsInvalid(scalar: scalar, position: position)
    ) {
      try ValidatedName(strict: text)
    }
    #expect(ValidatedName(rawValue: text) == nil)
    #expect(
      throws: ValidatedName.NameError.nameCharacterIsInvalid(scalar: scalar, position: position)
    ) {
      try ValidatedName.validate(text)
    }
  }

  @Test(arguments: [
    ("two\nlines", "two lines"), ("two\r\nlines", "two lines"),
    ("two\u{2028}\u{2029}lines", "two lines"),
    (" two\u{85}lines\t", "two lines"), ("a\u{0}bc", "abc"), ("\u{7}bell", "bell"),
    ("abc\u{1B}", "abc"),
    ("exe\u{202E}gpj", "exegpj"), ("\u{202E}abc\u{2066}", "abc"),
    ("I ❤️ می\u{200C}روم", "I ❤️ می\u{200C}روم"),
  ])
  func removesIllegalCharactersUnlessItIsStrict(text: String, cleaned: String) throws {
    #expect(try ValidatedName(text).rawValue == cleaned)
    #expect(text.toSingleLineCleanedString() == cleaned)
  }

  @Test(arguments: [" Weight", "Weight\u{200B}", "cafe\u{301}"])
  func validatesATextAsItStands(text: String) throws {
    #expect(throws: ValidatedName.NameError.nameIsNotTrimmed) { try ValidatedName.validate(text) }
    try ValidatedName.validate(ValidatedName(text).rawValue)
  }

  @Test func bringsEqualNamesToEqualBytes() throws {
    let decomposed = try ValidatedName("cafe\u{301}")
    let composed = try ValidatedName("caf\u{E9}")
    #expect(Array(decomposed.rawValue.utf8) == Array(composed.rawValue.utf8))
  }

  @Test func aValidNameStaysTheSameWhenItIsCheckedAgain() throws {
    let name = try ValidatedName("  Blood pressure\u{200B}")
    #expect(try ValidatedName(name.rawValue) == name)
  }

  @Test func trustsTheStore() {
    #expect(ValidatedName(trust: " x\n").rawValue == " x\n")
  }

  @Test(
    arguments: [
      (.nameIsEmpty, "The name is empty: give at least 3 and fewer than 20 characters."),
      (
        lengthError,
        "The name is too short or too long: give at least 3 and fewer than 20 characters."
      ),
      (
        .nameCharacterIsInvalid(scalar: "\u{85}", position: 4),
        "The name has a line break (U+0085) as character 4: "
          + "leave it out; a name is one line of plain text."
      ),
      (
        .nameCharacterIsInvalid(scalar: "\t", position: 1),
        "The name has a control character (U+0009) as character 1: "
          + "leave it out; a name is one line of plain text."
      ),
      (
        .nameCharacterIsInvalid(scalar: "\u{202E}", position: 2),
        "The name has a text direction override (U+202E) as character 2: "
          + "leave it out; a name is one line of plain text."
      ),
    ] as [(ValidatedName.NameError, String)])
  func errorsSayWhatToDo(error: ValidatedName.NameError, text: String) {
    #expect(error.description == text)
  }

  @Test func isCodedAsAString() throws {
    let name = try ValidatedName("Weight")
    #expect(try json(name) == #""Weight""#)
    #expect(try value(ofJSON: #"" Weight ""#) == name)
  }

  @Test func decodingRefusesABadNameWhereItIs() {
    let found = refusal(of: #"{"name":"ab"}"#, as: [String: ValidatedName].self)
    #expect(found?.text == Self.lengthError.description)
    #expect(found?.path == ["name"])
  }
}

/// Names with lengths of their own.
@Suite struct BoundedNames {
  private enum Short: NameLength {
    static let lowerBound = 1
    static let upperBound = 6
  }

  private typealias ShortName = BoundedName<Short>

  @Test(arguments: ["水", "体重", "HR", "abcde", "👩‍👩‍👧", " x "])
  func haveTheirOwnLength(text: String) throws {
    #expect(try ShortName(text).rawValue == text.trimmingPrefix(" ").replacing(" ", with: ""))
  }

  @Test(arguments: ["abcdef", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧"])
  func refuseMore(text: String) {
    #expect(throws: ShortName.NameError.nameLengthIsInvalid(lowerBound: 1, upperBound: 6)) {
      try ShortName(text)
    }
  }

  @Test func nameTheirBoundsInErrors() {
    #expect(
      ShortName.NameError.nameIsEmpty.description
        == "The name is empty: give at least 1 and fewer than 6 characters.")
    #expect(throws: ShortName.NameError.nameIsEmpty) { try ShortName("\u{200B}") }
  }
}
