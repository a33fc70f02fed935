import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("Values kept as JSON")
struct JSONColumnTests {
  struct Address: Codable, Hashable {
    var street: String
    var city: String
    var lines: [Double] = []
  }

  private func encoded(_ body: (inout Binder) throws -> Void) throws -> [ColumnValue] {
    var binder = Binder(recording: PropertySet(0))
    try body(&binder)
    return binder.values
  }

  private func decoded<Value>(
    _ value: ColumnValue, _ body: (inout Row) throws -> Value
  ) throws -> Value {
    var row = Row([value], table: "Sample", present: PropertySet(0))
    return try body(&row)
  }

  @Test("A value of no column type is JSON text with its keys in order")
  func text() throws {
    let address = Address(street: "a/b", city: "C")
    #expect(
      try encoded { try $0.encode(address) }
        == [.text(#"{"city":"C","lines":[],"street":"a/b"}"#)])
    #expect(try encoded { try $0.encode(["b": 1, "a": 2]) } == [.text(#"{"a":2,"b":1}"#)])
    #expect(try encoded { try $0.encode(["x", "y"]) } == [.text(#"["x","y"]"#)])
  }

  @Test("It comes back, also NaN and infinity inside it")
  func roundTrip() throws {
    let address = Address(street: "é\"\n", city: "", lines: [1.5, .infinity, -.infinity])
    let columns = try encoded { try $0.encode(address) }
    #expect(try decoded(columns[0]) { try $0.decode() as Address } == address)
    let numbers = try encoded { try $0.encode([Double.nan]) }
    #expect(try decoded(numbers[0]) { try $0.decode() as [Double] }.first?.isNaN == true)
  }

  @Test("nil is NULL and not the text 'null'")
  func none() throws {
    #expect(try encoded { try $0.encode(nil as Address?) } == [.null])
    #expect(try encoded { try $0.encode(nil as [Int]?) } == [.null])
    #expect(try decoded(.null) { try $0.decode() as Address? } == nil)
    #expect(try decoded(.null) { try $0.decode() as [Int]? } == nil)
  }

  @Test("An optional value that is there comes back")
  func some() throws {
    let columns = try encoded { try $0.encode([1, 2] as [Int]?) }
    #expect(columns == [.text("[1,2]")])
    #expect(try decoded(columns[0]) { try $0.decode() as [Int]? } == [1, 2])
  }

  @Test("What follows is read from the next column")
  func following() throws {
    let (none, some, number) = try reading("NULL AS a, '[1]' AS b, 9 AS c") { row in
      (try row.decode() as [Int]?, try row.decode() as [Int]?, try row.decode() as Int)
    }
    #expect(none == nil)
    #expect(some == [1])
    #expect(number == 9)
  }

  @Test("Text that is no such value is an error that names the place inside it")
  func invalid() throws {
    for text in ["", "{", "[]", #"{"city":1}"#] {
      let error = #expect(throws: StorageError.self) {
        try reading("'\(text)' AS value") { try $0.decode() as Address }
      }
      guard case .invalidValue(let value)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(value.table == "Sample" && value.key == 7 && value.column == "value")
      #expect(value.reason.hasPrefix("is no valid Address: "))
    }
    let error = #expect(throws: StorageError.self) {
      try reading(#"'{"city":"C","street":"S","lines":[1,"x"]}' AS value"#) {
        try $0.decode() as Address
      }
    }
    #expect(error?.description.contains("lines") == true)
  }
}
