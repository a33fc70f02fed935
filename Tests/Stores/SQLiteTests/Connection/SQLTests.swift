import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("SQL with its values")
struct SQLTests {
  @Test("An interpolation says what it adds, and values stay in the order of the text")
  func interpolation() {
    let condition: SQL = "\(name: "a\"b") = \(bind: "x") AND n > \(3)"
    let query: SQL = "SELECT \(literal: "it's") WHERE \(condition) LIMIT \(bind: Int64(7))"
    #expect(query.sql == #"SELECT 'it''s' WHERE "a""b" = ? AND n > 3 LIMIT ?"#)
    #expect(query.arguments == [.text("x"), .integer(7)])
  }

  @Test("A parameter knows its storage class, also for NULL and for a value that is bound later")
  func types() {
    let none: Double? = nil
    let query: SQL =
      "\(bind: none), \(bind: .null, as: .blob), \(bind: .null), \(SQL.parameter(.text))"
    #expect(query.parameters.map(\.type) == [.real, .blob, nil, .text])
    #expect(query.binding([.real(1)]).arguments == [.real(1), .null, .null, .null])
    #expect(query.binding([.real(1)]).parameters.map(\.type) == [.real, .blob, nil, .text])
  }

  @Test("Parts are joined with their values")
  func joining() {
    let parts: [SQL] = ["a = \(bind: Int64(1))", "b", "c = \(bind: Int64(2))"]
    #expect(parts.joined(" OR ").sql == "a = ? OR b OR c = ?")
    #expect(parts.joined().arguments == [.integer(1), .integer(2)])
    #expect([SQL]().joined().isEmpty)
  }
}
