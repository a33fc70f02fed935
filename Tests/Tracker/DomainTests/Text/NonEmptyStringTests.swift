import StrataDomain
import Testing

@Suite struct NonEmptyStringTests {
  @Test func refusesTheEmptyString() {
    #expect(throws: EmptyError.stringIsEmpty) { try NonEmptyString(String()) }
    #expect(NonEmptyString(rawValue: "") == nil)
    #expect(
      EmptyError.stringIsEmpty.description
        == "The text is empty: give at least one visible character.")
  }

  @Test(arguments: [
    " ", "\t\r\n", "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "\u{200B}", "\u{FEFF}\u{2060}",
    "\u{202E}", "\u{2800}", "\u{3164}", "\u{0}\u{7}",
  ])
  func refusesWhatNobodyCanSee(blank: String) {
    #expect(throws: EmptyError.stringIsBlank) { try NonEmptyString(blank) }
    #expect(NonEmptyString(rawValue: blank) == nil)
  }

  @Test(arguments: ["a", "  padded\n", "\u{FEFF}x", "0", "❤️", "\u{301}"])
  func keepsAVisibleTextAsItWasGiven(text: String) throws {
    let string = try NonEmptyString(text)
    #expect(Array(string.rawValue.unicodeScalars) == Array(text.unicodeScalars))
    #expect(string.description == text)
    #expect(NonEmptyString(rawValue: text) == string)
  }

  @Test func isCodedAsAString() throws {
    let string: NonEmptyString = "a b"
    #expect(try json(string) == #""a b""#)
    #expect(try value(ofJSON: #""a b""#) == string)
  }

  @Test func decodingRefusesABlankWhereItIs() {
    let found = refusal(of: #"["a"," "]"#, as: [NonEmptyString].self)
    #expect(found?.text == EmptyError.stringIsBlank.description)
    #expect(found?.path == ["Index 1"])
  }

  @Test func isALiteralWithSomethingToSee() async {
    let label: NonEmptyString = "happy"
    #expect(label.rawValue == "happy" && label.first == "h" && label < "sad")
    await #expect(processExitsWith: .failure) { _ = NonEmptyString(stringLiteral: " ") }
  }
}
