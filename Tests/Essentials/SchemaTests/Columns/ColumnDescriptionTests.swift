import Foundation
import StrataSchema
import Testing

@Suite("Column descriptions")
struct ColumnDescriptionTests {
  @Test("A part's column is called after the property and the part")
  func names() {
    #expect(ColumnDescription("", .text).name(of: "title") == "title")
    #expect(ColumnDescription("value1", .real).name(of: "content") == "content_value1")
  }

  @Test("The optional form differs in nothing but that")
  func optional() {
    let column = ColumnDescription("x", .real, meaning: .date)
    #expect(
      column.optional == ColumnDescription("x", .real, isOptional: true, meaning: .date))
    #expect(column.optional.optional == column.optional)
  }

  @Test("An attribute is optional when all of its columns are")
  func attribute() {
    func attribute(_ columns: [ColumnDescription]) -> Schema.Attribute {
      Schema.Attribute(name: "a", valueType: Int.self, columns: columns)
    }
    let x = ColumnDescription("x", .real)
    let y = ColumnDescription("y", .real)
    #expect(!attribute([x, y]).isOptional)
    #expect(!attribute([x, y.optional]).isOptional)
    #expect(attribute([x.optional, y.optional]).isOptional)
  }

  @Test(
    "A value is described as an SQL literal",
    arguments: [
      (.null, "NULL"), (.integer(-5), "-5"), (.real(1.5), "1.5"), (.text("it's"), "'it''s'"),
      (.blob(Data([0, 171])), "x'00ab'"),
    ] as [(ColumnValue, String)])
  func literal(value: ColumnValue, expected: String) {
    #expect(value.description == expected)
    #expect(value.isNull == (value == .null))
  }

  @Test("Descriptions survive being coded")
  func coding() throws {
    let meanings: [ColumnDescription.Meaning?] = [
      nil, .boolean, .date, .decimal, .uuid, .url, .json, .oneOf([.text("a"), .integer(2)]),
      .bitmask, .rawValue("Kind"), .unsigned,
    ]
    let columns = meanings.map { ColumnDescription("p", .blob, isOptional: true, meaning: $0) }
    let data = try JSONEncoder().encode(columns)
    #expect(try JSONDecoder().decode([ColumnDescription].self, from: data) == columns)
  }
}
