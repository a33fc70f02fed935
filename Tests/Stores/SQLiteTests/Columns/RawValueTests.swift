import Foundation
import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("Values with a raw value")
struct RawValueTests {
  enum Color: String, Codable { case red, green }
  enum Level: Int, Codable { case low = 1, high = 9 }
  struct Flags: OptionSet, Codable {
    var rawValue: Int
    static let a = Flags(rawValue: 1)
    static let b = Flags(rawValue: 2)
  }
  /// Has a raw value and also maps itself to columns, which goes first.
  struct Code: RawRepresentable, ColumnRepresentable, Hashable, Codable {
    var rawValue: String
    static var columns: [ColumnDescription] { [ColumnDescription("", .text)] }
    init(rawValue: String) { self.rawValue = rawValue }
    init(from row: inout Row) throws { rawValue = String((try row.text()).dropFirst()) }
    func bind(to binder: inout Binder) throws { binder.bind(text: "#" + rawValue) }
  }

  /// Has a raw value that no column can hold, and maps itself to columns.
  struct Pair: RawRepresentable, ColumnRepresentable, Hashable {
    var rawValue: [Int]
    static var columns: [ColumnDescription] {
      [ColumnDescription("a", .integer), ColumnDescription("b", .integer)]
    }
    init(rawValue: [Int]) { self.rawValue = rawValue }
    init(from row: inout Row) throws {
      rawValue = [Int(try row.integer()), Int(try row.integer())]
    }
    func bind(to binder: inout Binder) throws {
      for number in rawValue { binder.bind(integer: Int64(number)) }
    }
  }

  private func encoded(_ body: (inout Binder) throws -> Void) throws -> [ColumnValue] {
    var binder = Binder(recording: PropertySet(0))
    try body(&binder)
    return binder.values
  }

  @Test("An enum is kept as its raw value, not as JSON")
  func encoding() throws {
    #expect(try encoded { try $0.encode(Color.green) } == [.text("green")])
    #expect(try encoded { try $0.encode(Level.high) } == [.integer(9)])
    #expect(try encoded { try $0.encode([.a, .b] as Flags) } == [.integer(3)])
    #expect(try encoded { try $0.encode(Color.red as Color?) } == [.text("red")])
    #expect(try encoded { try $0.encode(nil as Color?) } == [.null])
    #expect(try encoded { try $0.encode(nil as Level?) } == [.null])
  }

  @Test("An enum is read from its raw value")
  func decoding() throws {
    #expect(try reading("'green' AS value") { try $0.decode() as Color } == .green)
    #expect(try reading("9 AS value") { try $0.decode() as Level } == .high)
    #expect(try reading("3 AS value") { try $0.decode() as Flags } == [.a, .b])
    #expect(try reading("'red' AS value") { try $0.decode() as Color? } == .red)
    #expect(try reading("NULL AS value") { try $0.decode() as Color? } == nil)
  }

  @Test("A raw value of no case is an error")
  func unknownCase() {
    expectInvalid("'blue' AS value", "blue is no Color") { try $0.decode() as Color }
    expectInvalid("'blue' AS value", "blue is no Color") { try $0.decode() as Color? }
    expectInvalid("2 AS value", "2 is no Level") { try $0.decode() as Level }
    expectInvalid("NULL AS value", "has no value, but the property needs one") {
      try $0.decode() as Color
    }
  }

  @Test("A type that maps itself to columns does so although it has a raw value")
  func both() throws {
    #expect(try encoded { try $0.encode(Code(rawValue: "x")) } == [.text("#x")])
    #expect(try reading("'#x' AS value") { try $0.decode() as Code } == Code(rawValue: "x"))
  }

  @Test("A type that maps itself to columns does so also where it is optional")
  func bothOptional() throws {
    #expect(try encoded { try $0.encode(Code(rawValue: "x") as Code?) } == [.text("#x")])
    #expect(try encoded { try $0.encode(nil as Code?) } == [.null])
    #expect(try encoded { try $0.encode(nil as Pair?) } == [.null, .null])
    #expect(
      try reading("'#x' AS value") { try $0.decode() as Code? } == Code(rawValue: "x"))
    #expect(try reading("NULL AS value") { try $0.decode() as Code? } == nil)
    let (pair, number) = try reading("NULL AS a, NULL AS b, 9 AS c") { row in
      (try row.decode() as Pair?, try row.decode() as Int)
    }
    #expect(pair == nil)
    #expect(number == 9)
  }

  @Test("What follows an optional one that is nil is read from the next column")
  func following() throws {
    let (color, number) = try reading("NULL AS a, 9 AS b") { row in
      (try row.decode() as Color?, try row.decode() as Int)
    }
    #expect(color == nil)
    #expect(number == 9)
  }
}
