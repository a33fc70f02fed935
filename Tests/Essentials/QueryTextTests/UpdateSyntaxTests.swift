import StrataQueryText
import StrataSchema
import Testing

@Suite("Updates")
struct UpdateSyntaxTests {
  @Test(
    "where and set come in either order, with commas or without",
    arguments: [
      #"where name == "a" set unit = "kg", count = count + 1, data.value1 = nil"#,
      #"set unit="kg" count = count + 1 data.value1 = nil where name == "a""#,
      #"SET unit = "kg" count == count+1, data.value1 = nil WHERE name = "a""#,
    ])
  func clauses(text: String) throws {
    let update = try UpdateSyntax(parsing: text)
    #expect(update.predicate?.description == #"name == "a""#)
    #expect(update.assignments.map(\.path) == [["unit"], ["count"], ["data", "value1"]])
    #expect(update.assignments.map(\.value.description) == [#""kg""#, "count + 1", "NULL"])
  }

  @Test("Properties may be called where and set")
  func names() throws {
    let update = try UpdateSyntax(parsing: "set where = 1 set = 2 where set == 1")
    #expect(update.assignments.map(\.path) == [["where"], ["set"]])
    #expect(update.predicate?.description == "set == 1")
  }

  @Test(
    "Mistakes are told with their place",
    arguments: [
      ("", 1, "expected 'set'"), ("where a == 1", 13, "expected 'set'"),
      ("a = 1", 1, "expected where or set"), ("set", 4, "expected a property's name"),
      ("set a", 6, "expected '='"), ("set a =", 8, "expected a value"),
      ("set a = 1,", 11, "expected a property's name"),
      ("set a = 1 where b == 1 set c = 1", 24, "there is a second 'set'"),
      ("set a = 1 limit 3", 17, "expected '='"),
    ])
  func mistakes(text: String, column: Int, message: String) {
    let error = #expect(throws: PredicateSyntaxError.self) { try UpdateSyntax(parsing: text) }
    #expect(error?.column == column && error?.message.contains(message) == true, "\(error as Any)")
  }
}
