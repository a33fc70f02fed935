import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Values that reading would convert")
struct ConvertibleValueTests {
  @Test(
    "A table refuses what reading would convert, or keeps it as its column's type",
    arguments: ["'12'", "3.5", "4.0", "x'3132'"])
  func convertible(sql: String) throws {
    let sample = try Sample<Int>(at: nil)
    try sample.store.withWriter { connection in
      do {
        try connection.execute("INSERT INTO Sample (value) VALUES (\(sql))")
        #expect(try connection.value("SELECT typeof(value) FROM Sample") == .text("integer"))
      } catch StorageError.constraint(let constraint) {
        #expect(constraint.kind == .dataType)
        #expect(constraint.columns == ["value"])
      }
    }
  }
}
