import Foundation
import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("Blank rows")
struct BlankRowTests {
  enum Color: String, CaseIterable, Codable { case green, red }
  struct Address: Codable, Hashable { var city: String? }

  private func blank<Value>(_ body: (inout Row) throws -> Value) throws -> Value {
    var row = Row.blank(table: "Item")
    let value = try body(&row)
    #expect(row.position == 1)
    return value
  }

  @Test("Numbers are zero, texts and bytes empty, what is optional nil")
  func plain() throws {
    #expect(try blank { try $0.decode() as Int } == 0)
    #expect(try blank { try $0.decode() as Double } == 0)
    #expect(try blank { try $0.decode() as Bool } == false)
    #expect(try blank { try $0.decode() as Decimal } == 0)
    #expect(try blank { try $0.decode() as String } == "")
    #expect(try blank { try $0.decode() as Data } == Data())
    #expect(try blank { try $0.decode() as Date } == Date(timeIntervalSinceReferenceDate: 0))
    #expect(try blank { try $0.decode() as String? } == nil)
    #expect(try blank { try $0.decode() as Color? } == nil)
    #expect(try blank { try $0.decode() as Address? } == nil)
  }

  @Test("What has no such value takes a placeholder of its type")
  func placeholders() throws {
    #expect(try blank { try $0.decode() as URL } == URL(string: "about:blank"))
    #expect(try blank { try $0.decode() as Color } == .green)
    #expect(try blank { try $0.decode() as [Int] } == [])
    #expect(try blank { try $0.decode() as [String: Int] } == [:])
  }

  @Test("A type of the program has no placeholder, and isn't asked for one")
  func otherTypes() {
    #expect(throws: StorageError.self) { try blank { try $0.decode() as Address } }
  }

  @Test("In any other row the first case stands in for nothing")
  func otherRows() {
    #expect(throws: StorageError.self) { try reading("'' AS value") { try $0.decode() as Color } }
    #expect(throws: StorageError.self) {
      try reading("'' AS value") { try $0.decode() as Address }
    }
  }
}
