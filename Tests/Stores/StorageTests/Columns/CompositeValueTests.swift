import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Values of several columns")
struct CompositeValueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("They come back, also where they are optional")
  func roundTrip() throws {
    try expectRoundTrip([Span(0, 0), Span(1, 2, "km"), Span(.min, .max), Span(3, 4, "")])
  }

  @Test("Their columns are called after the property and the part")
  func columns() throws {
    let sample = try Sample<Span>(at: nil)
    #expect(
      sample.table.columns.map(\.name) == [
        "value_first", "value_last", "value_unit", "maybe_first", "maybe_last", "maybe_unit",
      ])
    #expect(Optional<Span>.columns.allSatisfy { $0.isOptional })
  }

  @Test("nil is NULL in every column")
  func null() throws {
    let sample = try Sample<Span>(at: folder.file())
    try sample.insert(Span(1, 2, "m"), nil, key: 1)
    let nulls = try sample.store.makeReader().read {
      try $0.integer(
        """
        SELECT count(*) FROM "Sample" WHERE value_unit = 'm'
        AND maybe_first IS NULL AND maybe_last IS NULL AND maybe_unit IS NULL
        """)
    }
    #expect(nulls == 1)
  }

  @Test("Their rule is a CHECK of the table")
  func check() throws {
    let sample = try Sample<Span>(at: folder.file())
    for (value, maybe) in [(Span(2, 1), nil), (Span(1, 2), Span(2, 1))] as [(Span, Span?)] {
      let error = #expect(throws: StorageError.self) { try sample.insert(value, maybe, key: 1) }
      guard case .constraint(let constraint)? = error else {
        Issue.record("\(String(describing: error)) is no broken rule")
        continue
      }
      #expect(constraint.kind == .check)
      #expect(constraint.table == "Sample")
      #expect(constraint.columns == [maybe == nil ? "value" : "maybe"])
    }
    #expect(try sample.all().isEmpty)
    try sample.insert(Span(1, 2), nil, key: 1)
    #expect(try sample.all().count == 1)
  }

  @Test("A part that makes no valid value is an error that names its column")
  func invalid() {
    let cases: [(ColumnValue, String)] = [
      (.integer(4), "4 is before 5"), (.null, "has no value, but the property needs one"),
    ]
    for (last, reason) in cases {
      let error = StorageError.invalidValue(
        .init(table: "Sample", key: 7, column: "value_last", reason: reason))
      #expect(throws: error) {
        var row = row([.integer(5), last, .null], ["value_first", "value_last", "value_unit"])
        _ = try row.decode() as Span?
      }
    }
  }

  @Test("What follows an optional one that is nil is read from the right column")
  func skip() throws {
    var row = row([.null, .null, .null, .integer(9)], ["a", "b", "c", "d"])
    #expect(try row.decode() as Span? == nil)
    #expect(try row.decode() as Int == 9)
  }

  private func row(_ values: [ColumnValue], _ columns: [String]) -> Row {
    Row(
      values, of: RowSource(table: "Sample", key: 7, columns: columns), present: PropertySet(0))
  }
}
