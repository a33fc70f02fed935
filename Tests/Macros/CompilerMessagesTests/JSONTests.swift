import StrataCompilerMessages
import StrataTestSupport
import Testing

@Suite struct JSONReading {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
      ("-12", .integer(-12)), ("1.5", .number(1.5)), ("1e3", .number(1000)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
      (#""a\"\\\/\n\t\r\b\f""#, .string("a\"\\/\n\t\r\u{8}\u{C}")),
      (#""\u00e9\ud83d\uDE00""#, .string("é😀")), (#""日本""#, .string("日本")),
      ("[]", .array([])), ("[ 1 , [ ] ]", .array([.integer(1), .array([])])),
      ("{}", .object([:])),
      (#"{"a":{"b":[null]}}"#, .object(["a": .object(["b": .array([.null])])])),
    ] as [(String, JSONValue)])
  func readsValues(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("[1,]", .unexpectedByte(0x5D), 3), ("[1", .unexpectedEnd, 2),
      ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
      ("1 2", .unexpectedByte(0x32), 2), ("01", .invalidNumber, 2), ("1.", .invalidNumber, 2),
      ("-", .invalidNumber, 1), ("1e999", .invalidNumber, 5), ("nul", .unexpectedEnd, 3),
      ("\"a", .unexpectedEnd, 2), ("\"\n\"", .unexpectedByte(0x0A), 1),
      (#""\x""#, .invalidEscape, 3), (#""\ud83d""#, .invalidEscape, 7),
      (#""\ud83dA""#, .invalidEscape, 7), (#""\udc00""#, .invalidEscape, 7),
      (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7),
    ] as [(String, JSONError.Reason, Int)])
  func refusesFaults(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason: reason, offset: offset)) {
      try JSONValue(parsing: Array(text.utf8))
    }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONError(reason: .invalidUTF8, offset: 0)) {
      try JSONValue(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test func refusesDeepNesting() throws {
    let fitting = JSONValue.maximumDepth
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8)
        + Array(String(repeating: "]", count: depth).utf8)
    }
    _ = try JSONValue(parsing: nested(fitting))
    #expect(throws: JSONError(reason: .tooDeep, offset: fitting)) {
      try JSONValue(parsing: nested(fitting + 1))
    }
    #expect(throws: JSONError(reason: .tooDeep, offset: fitting)) {
      try JSONValue(parsing: nested(1_000_000))
    }
  }

  @Test func neverTrapsOnDamagedDocuments() throws {
    let document = Array(#"{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00",true,null,{"b":{}}]}"#.utf8)
    for seed in UInt64(1)...3000 {
      var generator = SeededGenerator(seed: seed)
      var bytes = document
      bytes.mutate(using: &generator)
      if let value = try? JSONValue(parsing: bytes) {
        let again = try JSONValue(parsing: value.serialized)
        #expect(again == value, "seed \(seed)")
      }
    }
  }
}

@Suite struct JSONWriting {
  @Test(
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.integer(-3), "-3"), (.number(1.5), "1.5"),
      (.number(.infinity), "null"),
      (.string("a\"\\\n\r\t\u{1}\u{1F}é"), #""a\"\\\n\r\t\u0001\u001fé""#),
      (.array([.null, .array([])]), "[null,[]]"),
      (.object(["b": .integer(1), "a": .object([:])]), #"{"a":{},"b":1}"#),
    ] as [(JSONValue, String)])
  func writesValues(value: JSONValue, text: String) {
    #expect(String(decoding: value.serialized, as: UTF8.self) == text)
  }
}
