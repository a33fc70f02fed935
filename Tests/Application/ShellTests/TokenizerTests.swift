import Testing

@testable import StrataShell

@Suite("Tokenizer")
struct TokenizerTests {
  @Test(
    "splits words",
    arguments: [
      ("", []), ("  \t ", []), ("a b", ["a", "b"]), (" a\tb ", ["a", "b"]),
      ("'a b' c", ["a b", "c"]), (#"'a\n"b'"#, [#"a\n"b"#]),
      (#""a\"b\\c\n\td""#, ["a\"b\\c\n\td"]), (#""\d+""#, [#"\d+"#]),
      (#"a'b c'"d e"f"#, ["ab cd ef"]), ("'' \"\"", ["", ""]),
      ("a # b", ["a"]), ("a#b #", ["a#b"]), ("'#' \"#\"", ["#", "#"]), ("# a", []),
      (#"C:\new a\ b"#, [#"C:\new"#, #"a\"#, "b"]), ("ü 東京 👩‍👩‍👧", ["ü", "東京", "👩‍👩‍👧"]),
      ("\"e\u{301}\"", ["e\u{301}"]), ("\"\u{301}x\"", ["\u{301}x"]),
    ] as [(String, [String])])
  func words(line: String, words: [String]) throws {
    #expect(try Tokenizer.tokens(in: line).map(\.text) == words)
  }

  @Test("tokens know their column, range and quotes")
  func positions() throws {
    let line = "ä 'b c'd  e"
    let tokens = try Tokenizer.tokens(in: line)
    #expect(tokens.map(\.column) == [1, 3, 11])
    #expect(tokens.map(\.isQuoted) == [false, true, false])
    #expect(tokens.map { String(line[$0.range]) } == ["ä", "'b c'd", "e"])
  }

  @Test(
    "an unclosed quote is an error with its column",
    arguments: [("a 'b", 3), ("a b\"c d", 4), (#""a\""#, 1), (#"x "\"#, 3), ("'a' '", 5)])
  func unclosed(line: String, column: Int) {
    #expect {
      try Tokenizer.tokens(in: line)
    } throws: { error in
      (error as? ShellError)?.column == column && (error as? ShellError)?.kind == .syntax
    }
  }

  @Test(
    "the rest of a line keeps its quotes and loses its comment",
    arguments: [
      (#"where name == "Rain" AND v > 3"#, #"where name == "Rain" AND v > 3"#),
      (#"  where a == 'x # y'   # note"#, #"where a == 'x # y'"#),
      (#"a == 'it\'s # b' # c"#, #"a == 'it\'s # b'"#), ("a#b", "a#b"), ("it's # x", "it's # x"),
      (#"a == "x\"#, #"a == "x\"#),
    ])
  func rawText(line: String, raw: String) throws {
    let text = try #require(Tokenizer(line).rawText())
    #expect(text.text == raw)
    #expect(line[text.range] == raw)
  }

  @Test("there is no raw text in blanks or a comment", arguments: ["", "  ", " # a"])
  func noRawText(line: String) { #expect(Tokenizer(line).rawText() == nil) }

  @Test(
    "a quoted text is read back as one word",
    arguments: ["", "a", "a b", "it's", "a\"b", "#x", "-y", "a\\", "'\\\"\n\t", "a#b", "é 東"])
  func quoting(text: String) throws {
    #expect(try Tokenizer.tokens(in: Tokenizer.quoted(text)).map(\.text) == [text])
  }

  @Test(
    "a backslash at the end continues a line, unless it is escaped or in a comment",
    arguments: [
      (#"a \"#, true), (#"a \\"#, false), (#"a \\\"#, true), (#"a # b \"#, false),
      (##"a "# b \"##, true), (#"\"#, true), ("a", false), (##"# \"##, false),
    ])
  func continuation(line: String, continues: Bool) {
    var continuation = LineContinuation()
    #expect(continuation.take(line) == continues)
  }
}
