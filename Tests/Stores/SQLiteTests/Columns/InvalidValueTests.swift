import Foundation
import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("Columns that make no valid value")
struct InvalidValueTests {
  @Test("NULL where the property needs a value names table, key, column and reason")
  func null() {
    expectNeedsValue { try $0.decode() as Int }
    expectNeedsValue { try $0.decode() as Int8 }
    expectNeedsValue { try $0.decode() as UInt32 }
    expectNeedsValue { try $0.decode() as UInt64 }
    expectNeedsValue { try $0.decode() as UInt }
    expectNeedsValue { try $0.decode() as Bool }
    expectNeedsValue { try $0.decode() as Double }
    expectNeedsValue { try $0.decode() as Float }
    expectNeedsValue { try $0.decode() as CGFloat }
    expectNeedsValue { try $0.decode() as Decimal }
    expectNeedsValue { try $0.decode() as Date }
    expectNeedsValue { try $0.decode() as String }
    expectNeedsValue { try $0.decode() as Data }
    expectNeedsValue { try $0.decode() as URL }
    expectNeedsValue { try $0.decode() as [String] }
  }

  @Test("NULL where the property needs a UUID says that there is no value, not how many bytes")
  func nullUUID() {
    expectNeedsValue { try $0.decode() as UUID }
  }

  @Test("NULL in a list of values is the same error, without a key")
  func nullInList() {
    #expect(
      throws: StorageError.invalidValue(
        .init(
          table: "Sample", key: nil, column: "1",
          reason: "has no value, but the property needs one"))
    ) {
      var row = Row([.null], table: "Sample", present: PropertySet(0))
      return try row.decode() as Int
    }
  }

  @Test("An integer that doesn't fit its type is an error")
  func outOfRange() {
    expectInvalid("128 AS value", "128 doesn't fit Int8") { try $0.decode() as Int8 }
    expectInvalid("-129 AS value", "-129 doesn't fit Int8") { try $0.decode() as Int8 }
    expectInvalid("32768 AS value", "32768 doesn't fit Int16") { try $0.decode() as Int16 }
    expectInvalid("-1 AS value", "-1 doesn't fit UInt8") { try $0.decode() as UInt8 }
    expectInvalid("256 AS value", "256 doesn't fit UInt8") { try $0.decode() as UInt8 }
    expectInvalid("65536 AS value", "65536 doesn't fit UInt16") { try $0.decode() as UInt16 }
    expectInvalid("-1 AS value", "-1 doesn't fit UInt32") { try $0.decode() as UInt32 }
    expectInvalid("4294967296 AS value", "4294967296 doesn't fit UInt32") {
      try $0.decode() as UInt32
    }
    expectInvalid("2147483648 AS value", "2147483648 doesn't fit Int32") {
      try $0.decode() as Int32
    }
  }

  @Test("A Bool is 0 or 1 and nothing else", arguments: [2, -1, 256])
  func bool(number: Int) {
    expectInvalid("\(number) AS value", "\(number) is neither 0 nor 1") {
      try $0.decode() as Bool
    }
    expectInvalid("\(number) AS value", "\(number) is neither 0 nor 1") {
      try $0.decode() as Bool?
    }
  }

  @Test("A UUID has 16 bytes", arguments: ["x''", "x'00'", "zeroblob(15)", "zeroblob(17)", "5"])
  func uuid(sql: String) {
    expectInvalid("\(sql) AS value", "a UUID has 16 bytes") { try $0.decode() as UUID }
  }

  @Test("A decimal is read whole", arguments: ["", "abc", "NaN"])
  func decimal(text: String) {
    expectInvalid("'\(text)' AS value", "'\(text)' is no decimal number") {
      try $0.decode() as Decimal
    }
  }

  @Test(
    "A text that is a decimal only in part is an error",
    arguments: ["12abc", "1,5", "1 2", "--1", "-", "."])
  func decimalPrefix(text: String) {
    expectInvalid("'\(text)' AS value", "'\(text)' is no decimal number") {
      try $0.decode() as Decimal
    }
  }

  @Test("A text that is no URL is an error")
  func url() {
    expectInvalid("'' AS value", "'' is no URL") { try $0.decode() as URL }
  }

  @Test("A value of another type is an error that shows it")
  func otherType() {
    expectInvalid("'abc' AS value", "holds 'abc', of another type") { try $0.decode() as Int }
    expectInvalid("x'01' AS value", "holds x'01', of another type") { try $0.decode() as Double }
    expectInvalid("'' AS value", "holds '', of another type") { try $0.decode() as Data }
  }

  @Test("A whole number is good enough for a real")
  func wholeReal() throws {
    #expect(try reading("3 AS value") { try $0.decode() as Double } == 3)
    #expect(try reading("0 AS value") { try $0.decode() as Double } == 0)
  }

  @Test("The error names the column that is wrong, not the first or the next")
  func place() {
    expectInvalid("1 AS value, NULL AS other, 2 AS last", Self.needsValue, column: "other") {
      row in
      let _: Int = try row.decode()
      let _: Int = try row.decode()
    }
    expectInvalid("1 AS value, 300 AS other, 2 AS last", "300 doesn't fit UInt8", column: "other") {
      row in
      let _: Int = try row.decode()
      let _: UInt8 = try row.decode()
    }
  }

  @Test("NaN can't be stored")
  func notANumber() throws {
    var binder = Binder(recording: PropertySet(0))
    #expect(throws: UnstorableValue.notANumber) { try Double.nan.bind(to: &binder) }
    #expect(throws: UnstorableValue.notANumber) { try Float.nan.bind(to: &binder) }
    #expect(throws: UnstorableValue.notANumber) { try CGFloat.nan.bind(to: &binder) }
    #expect(throws: UnstorableValue.notANumber) { try Decimal.nan.bind(to: &binder) }
    #expect(throws: UnstorableValue.notANumber) {
      try Date(timeIntervalSinceReferenceDate: .nan).bind(to: &binder)
    }
    #expect(binder.values.isEmpty)
  }

  private static let needsValue = "has no value, but the property needs one"

  private func expectNeedsValue<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (inout Row) throws -> Value
  ) {
    expectInvalid("NULL AS value", Self.needsValue, sourceLocation: sourceLocation, body)
  }
}
