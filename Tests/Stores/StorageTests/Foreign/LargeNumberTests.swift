import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("The largest numbers in a store's own tables")
struct LargeNumberTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store.open(Notes.schema(), at: folder.file())
    try store.addNote("a")
  }

  private func write(_ sql: String) throws {
    try Connection(path: folder.file().path).execute(sql)
  }

  private func note(_ number: Int64) throws {
    try write(
      "INSERT INTO strata_history (number, time, process, changes) "
        + "VALUES (\(number), 0, 'x', x'010000')")
  }

  @Test("Behind the largest number of the history nothing is saved, and all can be read")
  func history() throws {
    try note(.max)
    #expect {
      try store.addNote("b")
    } throws: { error in
      guard case StorageError.corrupt(_, let reason) = error else { return false }
      return reason.contains("\(Int64.max)") && reason.contains("strata_history")
    }
    #expect(try store.notes() == [1: "a"])
    #expect(try store.makeReader().history().map(\.number) == [1, .max])
    #expect(try store.makeReader().lastTransaction() == .max)
    #expect(try store.makeReader().check().map(\.place) == ["transaction \(Int64.max)"])
    try write("DELETE FROM strata_history WHERE number = \(Int64.max)")
    try store.addNote("b")
    #expect(try store.makeReader().history().map(\.number) == [1, 2])
  }

  @Test("Numbers below 1 are no transactions", arguments: [0, -1, Int64.min])
  func early(number: Int64) throws {
    try write("DELETE FROM strata_history")
    try note(number)
    #expect(try store.makeReader().lastTransaction() == 0)
    #expect(try store.makeReader().check().map(\.kind) == [.history])
    try store.addNote("b")
    #expect(try store.makeReader().lastTransaction() == 1)
  }

  @Test(
    "Where the history is said to be cleaned up to is looked at",
    arguments: [
      "\(Int64.max)", "-1", "x", "9223372036854775808", "",
    ])
  func cleaned(value: String) throws {
    try write("INSERT INTO strata_metadata VALUES ('cleaned', '\(value)')")
    #expect {
      try store.addNote("b")
    } throws: { error in
      guard case StorageError.invalidValue(let found) = error else { return false }
      return found.table == "strata_metadata" && found.column == "value"
        && found.reason.contains("'\(value)'")
    }
    try write("UPDATE strata_metadata SET value = '41' WHERE name = 'cleaned'")
    try store.addNote("b")
    #expect(try store.makeReader().lastTransaction() == 42)
  }
}
