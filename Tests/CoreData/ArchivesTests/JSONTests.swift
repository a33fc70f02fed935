import Foundation
import StrataArchives
import Testing

@Suite struct JSONValues {
  @Test func areRead() throws {
    let text = #"""
       {"a": [1, -2, 18446744073709551615, 1.5e2, true, false, null], "": {"b": "\u00fc\n\ud83d\ude00\/"}} 
      """#
    let value = try ArchivedValue(json: Data(text.utf8))
    #expect(
      value["a"]
        == .array([
          .integer(1), .integer(-2), .unsignedInteger(.max), .double(150), .boolean(true),
          .boolean(false), .null,
        ]))
    #expect(value[""]?["b"]?.string == "ü\n😀/")
    #expect(try ArchivedValue(json: Data("[]".utf8)) == .array([]))
    #expect(try ArchivedValue(json: Data(#""\ud83d""#.utf8)) == .string("\u{FFFD}"))
  }

  @Test(arguments: [
    "", "[", "[1", "[1,", "[1,]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1,}", "{1:2}", "\"a",
    "\"\\", "\"\\u12", "\"\\x\"", "\"\\ud800\\n\"", "\"\n\"", "tru", "nan", "-", "+1", ".5", "1.",
    "1e",
    "--1", "1e999", "[] []", "\u{FEFF}[]",
  ])
  func areNothingElse(text: String) {
    #expect(throws: ArchiveError.self) { try ArchivedValue(json: Data(text.utf8)) }
  }

  @Test func thatAreNestedTooDeepAreRefused() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: ArchiveError.tooLarge(what: "nesting", limit: 128)) {
      try ArchivedValue(json: Data(text.utf8))
    }
  }
}
