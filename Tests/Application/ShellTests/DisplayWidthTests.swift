import Testing

@testable import StrataShell

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts what a terminal shows",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("❤️", 2),
      ("❤", 1), ("a\u{200B}b", 2), ("\u{AD}", 0), ("°C", 2), ("ที่", 1), ("①", 1), ("🫠", 2),
      ("1️⃣", 2), ("−∞", 2),
    ])
  func widths(text: String, width: Int) { #expect(DisplayWidth.of(text) == width) }

  @Test("the table of wide characters is in order and without overlap")
  func wideRanges() {
    let ranges = DisplayWidth.wide
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }
}
