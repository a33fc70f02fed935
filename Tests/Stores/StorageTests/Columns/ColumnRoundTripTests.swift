import Foundation
import StrataSchema
import StrataSQLite
import Testing

@Suite("Values in columns")
struct ColumnRoundTripTests {
  @Test("Signed integers come back up to their limits")
  func signed() throws {
    try expectRoundTrip([Int.min, -1, 0, 1, Int.max])
    try expectRoundTrip([Int8.min, -1, 0, 1, Int8.max])
    try expectRoundTrip([Int16.min, -1, 0, 1, Int16.max])
    try expectRoundTrip([Int32.min, -1, 0, 1, Int32.max])
    try expectRoundTrip([Int64.min, -1, 0, 1, Int64.max])
  }

  @Test("Unsigned integers come back up to their limits")
  func unsigned() throws {
    try expectRoundTrip([UInt8.min, 1, UInt8.max])
    try expectRoundTrip([UInt16.min, 1, UInt16.max])
    try expectRoundTrip([UInt32.min, 1, UInt32.max])
    try expectRoundTrip([UInt64.min, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, UInt64.max])
    try expectRoundTrip([UInt.min, 1, UInt(Int.max), UInt(Int.max) + 1, UInt.max])
  }

  @Test("Bool")
  func bool() throws { try expectRoundTrip([false, true]) }

  @Test("Floating-point numbers come back bit for bit, infinity too")
  func floatingPoint() throws {
    try expectRoundTrip([
      0, 1, 0.1, -1e300, Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, 9_007_199_254_740_992, .pi,
    ])
    try expectRoundTrip([
      0, 1, 0.1, Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
    ])
    try expectRoundTrip([0, CGFloat(0.1), .greatestFiniteMagnitude])
  }

  @Test("Decimals keep all their digits")
  func decimal() throws {
    let digits = "12345678901234567890123456789012345678"
    try expectRoundTrip([
      0, 1, -1, try #require(Decimal(string: "0.1")), try #require(Decimal(string: digits)),
      try #require(Decimal(string: "-0." + digits)), .greatestFiniteMagnitude,
      .leastFiniteMagnitude, .leastNonzeroMagnitude,
    ])
  }

  @Test("Dates come back bit for bit")
  func date() throws {
    try expectRoundTrip([
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: 0),
      Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
      Date(timeIntervalSinceReferenceDate: 7e8 + 0.000_000_1), .distantPast, .distantFuture,
      Date(timeIntervalSinceReferenceDate: -1e15),
    ])
  }

  @Test("Texts keep every character, also none, NUL and long ones")
  func string() throws {
    try expectRoundTrip([
      "", "a", "it's \"quoted\"", "größe", "👨‍👩‍👧", "e\u{301}", "a\u{0}b", "\n\t", "NULL",
      String(repeating: "x", count: 2047), String(repeating: "y", count: 2048),
      String(repeating: "ü", count: 100_000),
    ])
  }

  @Test("Bytes keep their number, also none")
  func data() throws {
    try expectRoundTrip([
      Data(), Data([0]), Data([0, 1, 255]), Data(repeating: 7, count: 100_000),
      Data([9, 1, 2, 3]).dropFirst(),
    ])
  }

  @Test("UUID")
  func uuid() throws {
    let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    try expectRoundTrip([zero, UUID(), UUID()])
  }

  @Test("URL")
  func url() throws {
    try expectRoundTrip([
      try #require(URL(string: "https://example.com/a%20b?c=d#e")),
      try #require(URL(string: "file:///tmp/x")), try #require(URL(string: "relative/path")),
      try #require(URL(string: "mailto:a@example.com")),
    ])
  }

  @Test("A text that fits no more into a statement's scratch space is written like any other")
  func scratch() throws {
    for length in [1000, 1023, 1024, 1025, 2047, 2048, 2049] {
      try expectRoundTrip([
        String(repeating: "a", count: length), String(repeating: "b", count: length),
      ])
    }
  }

  @Test("Each type's columns have the storage class and meaning that are documented")
  func columns() {
    #expect(Int8.columns == [ColumnDescription("", .integer)])
    #expect(UInt64.columns == [ColumnDescription("", .integer, meaning: .unsigned)])
    #expect(UInt.columns == UInt64.columns)
    #expect(Bool.columns == [ColumnDescription("", .integer, meaning: .boolean)])
    #expect(Double.columns == [ColumnDescription("", .real)])
    #expect(Float.columns == Double.columns)
    #expect(CGFloat.columns == Double.columns)
    #expect(Decimal.columns == [ColumnDescription("", .text, meaning: .decimal)])
    #expect(Date.columns == [ColumnDescription("", .real, meaning: .date)])
    #expect(String.columns == [ColumnDescription("", .text)])
    #expect(Data.columns == [ColumnDescription("", .blob)])
    #expect(UUID.columns == [ColumnDescription("", .blob, meaning: .uuid)])
    #expect(URL.columns == [ColumnDescription("", .text, meaning: .url)])
    #expect(Int?.columns == [ColumnDescription("", .integer, isOptional: true)])
  }
}
