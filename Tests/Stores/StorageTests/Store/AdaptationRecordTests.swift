import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

/// What a store says of the programs whose tables it has.
@Suite struct AdaptationRecords {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file()
  }

  @discardableResult
  private func open(_ names: String..., isReadOnly: Bool = false) throws -> Store {
    let properties = names.map { Library.attribute($0, String?.self) }
    let item = try Schema.Entity(
      name: "Item", properties: properties, indices: [[names[0]]])
    return try Store.open(Schema(entities: [item]), at: url, isReadOnly: isReadOnly)
  }

  private func value(_ sql: String) throws -> ColumnValue {
    try Connection(path: url.path).value(SQL(sql))
  }

  private func records() throws -> Int64? {
    let count = "SELECT count(*) FROM strata_metadata WHERE name GLOB 'adapted *'"
    return try Connection(path: url.path).integer(SQL(count))
  }

  @Test func areOneForEachProgramUntilATableChanges() throws {
    try open("name", "note")
    #expect(try records() == 1)
    let other = try Schema.Entity(
      name: "Other", properties: [Library.attribute("name", String.self)])
    _ = try Store.open(Schema(entities: [other]), at: url)
    try open("name", "note")
    _ = try Store.open(Schema(entities: [other]), at: url)
    #expect(try records() == 2)
    try open("name", "note", "place")
    try open("name", "note", "place")
    #expect(try records() == 1)
  }

  @Test func doNotHideWhatAnotherProgramHasChanged() throws {
    try open("name")
    let index = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name GLOB 'strata_*'"
    #expect(try value(index) == .integer(1))
    let name = try value("SELECT name FROM sqlite_schema WHERE name GLOB 'strata_*name*'")
    guard case .text(let text) = name else {
      Issue.record("there is no index: \(name)")
      return
    }
    try Connection(path: url.path).execute("DROP INDEX \"\(text)\"")
    try open("name")
    #expect(try value(index) == .integer(1))
  }

  @Test func doNotHideALostRecordOfTheSchema() throws {
    try open("name")
    try Connection(path: url.path).execute("DELETE FROM strata_metadata WHERE name = 'schema'")
    try open("name")
    let schemas = "SELECT count(*) FROM strata_metadata WHERE name = 'schema'"
    #expect(try value(schemas) == .integer(1))
  }

  @Test func areLeftOutWhileOthersWrite() throws {
    try open("name")
    let other = try Connection(path: url.path)
    try other.execute("DELETE FROM strata_metadata WHERE name GLOB 'adapted *'; BEGIN IMMEDIATE")
    let store = try open("name")
    #expect(store.statistics.timeWaited == .zero)
    try other.execute("ROLLBACK")
    #expect(try records() == 0)
    try open("name")
    #expect(try records() == 1)
  }
}
