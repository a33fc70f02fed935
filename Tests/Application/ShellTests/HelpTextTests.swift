import Testing

@testable import StrataShell

/// The layout of help.
@Suite struct HelpTexts {
  @Test func fitTheTerminal() {
    let text = "one two three four five six seven eight nine ten"
    #expect(HelpText.wrapped(text, width: nil) == text)
    #expect(
      HelpText.wrapped(text, width: 24, indent: 2)
        == "one two three four five\n  six seven eight nine\n  ten")
    #expect(HelpText.wrapped("a\n\n  b c", width: 24) == "a\n\n  b c")
    let long = String(repeating: "x", count: 30)
    #expect(HelpText.wrapped("a \(long) b", width: 24) == "a\n\(long)\nb")
    // Where nothing would fit, the terminal breaks the lines.
    #expect(HelpText.wrapped(text, width: 12) == text)
  }

  @Test func lineUpWhatContinues() {
    let rows = [["--at DATE", "when it was, or now when it is left out"], ["NAME", "the item"]]
    #expect(
      HelpText.columns(rows, indent: "  ", width: 36) == """
          --at DATE  when it was, or now
                     when it is left out
          NAME       the item
        """)
    #expect(
      HelpText.columns(rows, indent: "  ")
        == "  --at DATE  when it was, or now when it is left out\n  NAME       the item")
  }
}
