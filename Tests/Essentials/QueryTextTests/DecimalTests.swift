import Foundation
import StrataQueryText
import StrataSchema
import Testing

@Suite("Decimal numbers as text")
struct DecimalTests {
  private let column = ColumnDescription("", .text, meaning: .decimal)

  private func value(_ text: String) -> ColumnValue? { column.value(of: text, timeZone: .gmt) }

  @Test(
    "A number is read with all its digits",
    arguments: [
      ("12.50", "12.5"), ("-0.1", "-0.1"), ("+7", "7"), (".5", "0.5"), ("5.", "5"), ("1e3", "1000"),
      ("12345678901234567890.12345", "12345678901234567890.12345"),
    ])
  func number(text: String, expected: String) {
    #expect(value(text) == .text(expected))
  }

  @Test(
    "A text that is a number only in part is none",
    arguments: [
      "", " ", "-", ".", "-.", "12abc", "1,5", "1 2", " 1", "1 ", "--1", "1.2.3", "e3", "1e", "1e+",
      "NaN", "٣",
    ])
  func other(text: String) {
    #expect(value(text) == nil)
  }
}
